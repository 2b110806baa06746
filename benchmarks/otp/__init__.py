"""``copilot_actors.otp`` beside the raw trio floor and its peers; run by otp_bench.py."""
