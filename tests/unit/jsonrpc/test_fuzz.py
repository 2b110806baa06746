"""The fuzzer's check on its corpus, and for a moment on what Hypothesis makes up."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.jsonrpc import frame

FUZZ = Path(__file__).parents[2] / "fuzz"
CORPUS = sorted((FUZZ / "corpus_jsonrpc").iterdir())


def load():
    spec = importlib.util.spec_from_file_location("fuzz_jsonrpc", FUZZ / "fuzz_jsonrpc.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = load().check


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_the_corpus_passes(path):
    check(path.read_bytes())


@given(
    st.binary(min_size=1, max_size=1),
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.binary(max_size=30).map(frame),
            st.sampled_from(CORPUS).map(lambda path: path.read_bytes()[1:]),
        ),
        max_size=5,
    ),
)
def test_mixtures_of_it_pass_too(size, pieces):
    check(size + b"".join(pieces))
