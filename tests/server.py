"""A static web server for the tests: any sub-path, and faults on demand."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR
from typing import TYPE_CHECKING, Literal, Self

from sirtommy.sphinxext.serve import Handler

if TYPE_CHECKING:
    from socket import socket
    from types import TracebackType

Fault = Literal["missing", "truncated", "mistyped", "slow", "refused", "encoded", "damaged"]
SLOW_S = 2.0


@dataclass(slots=True)
class StaticServer:
    """Serves `folder` on 127.0.0.1 below `prefix`, such as "/" or "/some/where/".

    `faults` maps the end of a path to what goes wrong with it, and may change while it runs:
    `missing` is a 404, `truncated` half the bytes under a full length, `damaged` half the bytes
    under their own, `mistyped` the type `application/octet-stream`, `encoded` a compressed file
    as a host sends it that has it inflated on the way, `slow` two seconds of silence first,
    `refused` no answer at all.
    `headers` go with every answer; `requests` lists the paths asked for, in order.
    """

    folder: Path
    prefix: str = "/"
    faults: dict[str, Fault] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    _open: list[socket] = field(default_factory=list)
    _server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        """The address of the folder, with a slash at its end."""
        assert self._server is not None, "not started"
        return f"http://127.0.0.1:{self._server.server_port}{self.prefix}"

    def fault_of(self, path: str) -> Fault | None:
        """What is to go wrong with this path, if anything."""
        return next((fault for end, fault in self.faults.items() if path.endswith(end)), None)

    def start(self, port: int = 0) -> Self:
        """Begin to answer, on a free port unless one is given."""
        self._server = _Server(("127.0.0.1", port), partial(_FaultyHandler, self))
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Stop answering; what is being sent is cut, and a connection is refused from now on."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.shutdown(SHUT_RDWR)
        self._open.clear()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that has left: tests make it leave."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _FaultyHandler(Handler):
    def __init__(
        self,
        state: StaticServer,
        request: socket,
        client: tuple[str, int],
        server: ThreadingHTTPServer,
    ) -> None:
        self.state = state  # before the base's, which answers at once
        super().__init__(request, client, server, directory=str(state.folder))

    def setup(self) -> None:
        super().setup()
        self.state._open.append(self.connection)

    def end_headers(self) -> None:
        for name, value in self.state.headers.items():
            self.send_header(name, value)
        if self.state.fault_of(self.path.partition("?")[0]) == "encoded":
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def do_GET(self) -> None:  # noqa: N802 - the base calls it by this name
        path = self.path.partition("?")[0]
        self.state.requests.append(path)
        fault = self.state.fault_of(path)
        if fault:
            # "Not modified" would let the browser take its own good copy.
            del self.headers["If-Modified-Since"]
        if fault == "refused":
            self.close_connection = True
        elif fault == "missing" or not path.startswith(self.state.prefix):
            self.send_error(HTTPStatus.NOT_FOUND)
        elif fault in {"truncated", "damaged"}:
            self._cut(whole=fault == "truncated")
        else:
            if fault == "slow":
                time.sleep(SLOW_S)
            super().do_GET()

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(self.state.prefix))

    def guess_type(self, path: object) -> str:
        if self.state.fault_of(str(path)) == "mistyped":
            return "application/octet-stream"
        return super().guess_type(path)  # type: ignore[arg-type]

    def _cut(self, *, whole: bool) -> None:
        """Send half of a file, under its whole length or under that of the half."""
        data = Path(self.translate_path(self.path)).read_bytes()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(data) if whole else len(data) // 2))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2])
        self.close_connection = True
