"""A page in a real browser talks to the gateway, and a page of another origin is refused.

Headless Chromium, from Debian's packages; without one the test is skipped by name.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import trio

PAGE = Path(__file__).with_name("page.html").read_text()
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")


class Site:
    """A web server with one page, which takes its reports."""

    def __init__(self):
        self.page = ""
        self.origin = ""
        self.reports = []
        self.news = trio.Event()

    async def serve(self, task_status):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.origin = f"http://127.0.0.1:{listener.socket.getsockname()[1]}"
        task_status.started(self)
        await trio.serve_listeners(self.answer, [listener])

    async def answer(self, stream):
        async with stream:
            request = b""
            while b"\r\n\r\n" not in request:
                if not (chunk := await stream.receive_some()):
                    return
                request += chunk
            head, _, body = request.partition(b"\r\n\r\n")
            lengths = [line for line in head.lower().split(b"\r\n") if b"content-length:" in line]
            size = int(lengths[0].partition(b":")[2]) if lengths else 0
            while len(body) < size:
                body += await stream.receive_some()
            page = b""
            if head.startswith(b"POST /report"):
                self.reports.append(json.loads(body))
                self.news.set()
            elif head.startswith(b"GET / "):
                page = self.page.encode()
            await stream.send_all(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
                b"Content-Length: %d\r\n\r\n%b" % (len(page), page)
            )


@pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")
async def test_a_page_talks_from_an_allowed_origin_and_is_refused_from_another(
    simulated, kit, tmp_path, nursery
):
    ours, foreign = [await nursery.start(Site().serve) for _ in range(2)]
    options = {"allowed_origins": [ours.origin]}
    async with kit.gateway_of(simulated, kit.calls(), **options) as place:
        page = PAGE.replace("GATEWAY", place.gateway.url).replace("TOKEN", kit.TOKEN)
        foreign.page = page.replace("OTHER", "")
        # The page of the other origin is in a frame of the first, so that one browser does.
        ours.page = page.replace("OTHER", f'<iframe src="{foreign.origin}/"></iframe>')
        with (tmp_path / "log").open("wb") as log:
            browser = await trio.lowlevel.open_process(
                [
                    BROWSER,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--remote-debugging-port=0",
                    f"--user-data-dir={tmp_path / 'profile'}",
                    f"{ours.origin}/",
                ],
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                with trio.fail_after(60):
                    await ours.news.wait()
                    await foreign.news.wait()
            finally:
                kit.kill_group(browser.pid)
                with trio.CancelScope(shield=True):
                    await browser.wait()
        assert ours.reports == [{"answer": "echo hello"}]
        assert foreign.reports == [{"refused": 1006}]
        assert place.statistics().refused_origins == 1
        assert place.statistics().accepted == 1
    nursery.cancel_scope.cancel()
