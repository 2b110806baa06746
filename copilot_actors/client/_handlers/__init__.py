"""What an application gives a session to be called with, and how it is called."""
