"""The words that the hand-written scenarios are made of."""

from ._scenario import Child, Init, Step


def w(ident: str, *init: Init, **options: object) -> Child:
    """A worker whose starts go as listed."""
    return Child(id=ident, init=init, **options) if init else Child(id=ident, **options)


def s(ident: str, strategy: str, *children: Child, **options: object) -> Child:
    """A supervisor."""
    return Child(ident, kind="supervisor", strategy=strategy, children=children, **options)


def d(ident: str, **options: object) -> Child:
    """A dynamic supervisor."""
    return Child(ident, kind="dynamic", **options)


ONE, ALL, REST = "one_for_one", "one_for_all", "rest_for_one"
STOP: Step = ("stop",)


def crash(ident: str) -> Step:
    """The worker raises in a callback."""
    return ("exit", ident, "crash")


def end(ident: str, reason: str = "normal") -> Step:
    """The worker stops itself."""
    return ("exit", ident, reason)
