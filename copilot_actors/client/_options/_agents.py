"""Agents of a session, and the MCP servers that it or one agent of it uses."""

import os
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ._secrets import Secret
from ._values import OptionValue

Milliseconds: TypeAlias = Annotated[int, Meta(ge=1)]
_Name: TypeAlias = Annotated[str, Meta(min_length=1)]


class McpServer(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Base of the MCP servers: :class:`McpStdioServer` and :class:`McpHttpServer`."""


class McpStdioServer(McpServer, frozen=True, kw_only=True, rename="camel"):
    """An MCP server that the CLI starts and talks to through pipes.

    Attributes:
        command: the program.
        args: its arguments.
        env: its environment, added to the CLI's; hidden in ``repr``. Values may be a
            :data:`SecretSource`.
        working_directory: where it runs.
        type: ``"stdio"`` or its other name ``"local"``.
        tools: the tools to take from it; left out or ``["*"]`` takes all, ``[]`` none.
        exclude_tools: tools not to take.
        timeout: milliseconds for listing its tools and for each call.
        display_name: shown to people.
        defer_tools: ``"auto"`` lets tool search load its tools when they are wanted.
    """

    secrets: ClassVar[frozenset[str]] = frozenset({"env"})

    command: _Name
    args: Sequence[str] | UnsetType = UNSET
    env: Mapping[str, Secret] | UnsetType = UNSET
    working_directory: str | os.PathLike[str] | UnsetType = msgspec.field(default=UNSET, name="cwd")
    type: Literal["stdio", "local"] = "stdio"
    tools: Sequence[str] | UnsetType = UNSET
    exclude_tools: Sequence[str] | UnsetType = UNSET
    timeout: Milliseconds | UnsetType = UNSET
    display_name: str | UnsetType = UNSET
    defer_tools: Literal["auto", "never"] | UnsetType = UNSET


class McpHttpServer(McpServer, frozen=True, kw_only=True, rename="camel"):
    """An MCP server that is reached by HTTP, or by HTTP with server-sent events.

    Attributes:
        url: its address.
        headers: HTTP headers; hidden in ``repr``. Values may be a :data:`SecretSource`.
        type: ``"http"`` or ``"sse"``.
        tools: as in :class:`McpStdioServer`.
        exclude_tools: tools not to take.
        timeout: milliseconds for listing its tools and for each call.
        display_name: shown to people.
        defer_tools: as in :class:`McpStdioServer`.
        oauth_client_id: of a client that is registered with the server.
        oauth_public_client: whether that client has no secret.
        oauth_grant_type: how it gets a token.
        auth: ``True`` for OAuth with its defaults, or ``{"redirectPort": 8080}``.
        headers_refresh_ttl_ms: milliseconds for which headers of ``on_mcp_headers_request`` are
            good; the CLI asks for them only where this is given.
    """

    secrets: ClassVar[frozenset[str]] = frozenset({"headers"})

    url: _Name
    headers: Mapping[str, Secret] | UnsetType = UNSET
    type: Literal["http", "sse"] = "http"
    tools: Sequence[str] | UnsetType = UNSET
    exclude_tools: Sequence[str] | UnsetType = UNSET
    timeout: Milliseconds | UnsetType = UNSET
    display_name: str | UnsetType = UNSET
    defer_tools: Literal["auto", "never"] | UnsetType = UNSET
    oauth_client_id: str | UnsetType = UNSET
    oauth_public_client: bool | UnsetType = UNSET
    oauth_grant_type: Literal["authorization_code", "client_credentials"] | UnsetType = UNSET
    auth: bool | Mapping[str, object] | UnsetType = UNSET
    headers_refresh_ttl_ms: Annotated[int, Meta(ge=0)] | UnsetType = UNSET


class CustomAgent(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """An agent that the model may hand work to, or that a session begins with.

    Attributes:
        name: unique.
        prompt: its system message.
        description: what it is for: by this the model chooses it.
        display_name: shown to people.
        tools: the only tools that it may use; ``None`` or left out for all.
        mcp_servers: MCP servers of its own.
        infer: ``False`` keeps the model from choosing it by itself.
        skills: skills whose text it has from the beginning.
        model: its model, where the CLI has it; else the session's.
        reasoning_effort: of that model.
    """

    name: _Name
    prompt: str
    description: str | UnsetType = UNSET
    display_name: str | UnsetType = UNSET
    tools: Sequence[str] | UnsetType | None = UNSET
    mcp_servers: Mapping[str, McpServer | Mapping[str, object]] | UnsetType = UNSET
    infer: bool | UnsetType = UNSET
    skills: Sequence[str] | UnsetType = UNSET
    model: str | UnsetType = UNSET
    reasoning_effort: str | UnsetType = UNSET


class DefaultAgent(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """The agent that works when no custom one was chosen.

    Attributes:
        excluded_tools: tools that it has not, while custom agents may name them.
    """

    excluded_tools: Sequence[str] | UnsetType = UNSET


class GitHubMcpTools(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """The CLI's own MCP server for GitHub.

    Attributes:
        enable_all_tools: all of its tools.
        additional_toolsets: further sets of tools by name.
        additional_tools: further tools by name.
        enable_insiders_mode: tools that are not released yet.
        disable_form_deferral: acts at once where a form would be shown.
    """

    enable_all_tools: bool | UnsetType = UNSET
    additional_toolsets: Sequence[str] | UnsetType = UNSET
    additional_tools: Sequence[str] | UnsetType = UNSET
    enable_insiders_mode: bool | UnsetType = UNSET
    disable_form_deferral: bool | UnsetType = UNSET
