"""Tools for developers of this library; not part of the installed package."""
