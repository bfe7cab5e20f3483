"""Show a built site on this machine: `python -m sirtommy.sphinxext.serve build/html`.

Pages with live boards need a web server: browsers load no module scripts from `file://`.
This is Python's own server with the types of files that such a site holds, its 404 page,
and no caching, so that a new build shows at the next reload.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["Handler", "make_server"]

FIRST_PORT = 8000
PORTS_TO_TRY = 50


class Handler(SimpleHTTPRequestHandler):
    """Serves one folder, quietly."""

    protocol_version = "HTTP/1.1"
    # A machine's own table of types may lack these or have them wrong.
    extensions_map = {  # noqa: RUF012 - the base class has it so
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css; charset=utf-8",
        ".deal": "text/plain; charset=utf-8",
        ".gz": "application/gzip",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
        ".zip": "application/zip",
    }

    def end_headers(self) -> None:
        """Add the header that makes a browser ask again each time."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(
        self,
        code: int,
        message: str | None = None,
        explain: str | None = None,
    ) -> None:
        """Answer with the site's own 404 page where there is one."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code, message)
        self.send_header("Content-Type", self.extensions_map[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing: the terminal shows the address and stays readable."""


def make_server(folder: Path, port: int | None = None) -> ThreadingHTTPServer:
    """A server for `folder` on this machine alone; the first free port from 8000 unless given.

    Raises:
        OSError: the port, or each of those tried, is in use.
    """
    handler = partial(Handler, directory=str(folder))
    ports = range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY) if port is None else (port,)
    for number in ports:
        try:
            return ThreadingHTTPServer(("127.0.0.1", number), handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or number == ports[-1]:
                raise
    raise AssertionError("unreachable: the last port either works or raises")


def main(arguments: list[str] | None = None) -> int:
    """The command; 2 when there is nothing to serve."""
    parser = argparse.ArgumentParser(
        prog="python -m sirtommy.sphinxext.serve",
        description="Show a built site on this machine.",
    )
    parser.add_argument("folder", type=Path, help="the built site, such as build/html")
    parser.add_argument("--port", type=int, help="default: the first free one from 8000")
    options = parser.parse_args(arguments)
    if not (options.folder / "index.html").is_file():
        print(f"No built site in {options.folder}: run `make html`.", file=sys.stderr)
        return 2
    with make_server(options.folder, options.port) as server:
        print(
            f"The site is at http://127.0.0.1:{server.server_port}/ (stop with Ctrl-C)", flush=True
        )
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
