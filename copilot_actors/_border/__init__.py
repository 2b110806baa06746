"""What the blocking API and the asyncio bridge share: the trio side of a border.

Both let a program that does not run trio use a client that does. What crosses is in one place
each: calls in ``_service``, handlers in ``_adapter``, the names of the methods in ``_table``.
Imports the client's layer and nothing above.
"""
