"""One family of servers on a free port of loopback: python serve.py FAMILY FOLDER.

Reads commands from standard input, one JSON object a line, and writes one line for each, the port
first. Ends with its input.
"""

import http.client
import importlib
import json
import os
import random
import signal
import socket
import sys
import threading
import traceback

from rows import Rows


class Watch:
    """Counts the requests of an application, and kills the walk that it was told to kill."""

    def __init__(self, rows):
        self.rows = rows
        self.victim = None
        self.after = 0

    def begins(self):
        number = self.rows.begins()
        victim = self.victim
        if victim and number >= self.after:
            self.victim = None
            os.kill(victim, signal.SIGKILL)

    def wsgi(self, app):
        def watched(environ, start_response):
            self.begins()
            body = b"".join(app(environ, start_response))
            self.rows.ends(body)
            return [body]

        return watched

    def asgi(self, app):
        async def watched(scope, receive, send):
            if scope["type"] != "http":
                return await app(scope, receive, send)
            self.begins()
            parts = []

            async def noted(message):
                if message["type"] == "http.response.body":
                    parts.append(message.get("body", b""))
                    if not message.get("more_body"):
                        self.rows.ends(b"".join(parts))
                await send(message)

            await app(scope, receive, noted)

        return watched


def serve_wsgi(app):
    from waitress.server import create_server

    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    threading.Thread(target=server.run, daemon=True).start()
    return server.effective_port


def serve_asgi(app):
    import uvicorn

    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="auto"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    return listener.getsockname()[1]


def requester(port):
    """Sends requests to the server itself, to fill it."""
    def request(method, path, body=None, headers={}):
        connection.request(
            method, path, body if isinstance(body, (str, type(None))) else json.dumps(body),
            {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        text = response.read()
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {text[:300]}")

    connection = http.client.HTTPConnection("127.0.0.1", port)
    return request


def main():
    # Whatever the server prints goes to standard error.
    output = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    family = importlib.import_module("families." + sys.argv[1])
    rows = Rows(os.path.join(sys.argv[2], "rows.sqlite"))
    watch = Watch(rows)
    program = None
    if hasattr(family, "start"):
        program, port = family.start(sys.argv[2])
    elif family.IS_ASYNC:
        port = serve_asgi(watch.asgi(family.app(rows)))
    else:
        port = serve_wsgi(watch.wsgi(family.app(rows)))

    def answer(command):
        name = command.pop("command")
        if name == "kill":
            watch.after = command["after"]
            watch.victim = command["pid"]
        elif name == "spare":
            watch.victim = None
        elif name == "fill":
            rows.fill(command["count"], command["seed"])
            if hasattr(family, "copy"):
                family.copy(requester(port), rows)
                rows.forget()
        elif name == "change":
            chance = random.Random(command["seed"])
            for _ in range(command["count"]):
                rows.change(chance)
        elif name == "move":
            rows.move(command["every"], command["seed"])
        elif name == "stop":
            rows.stop()
            return rows.report(command["total"])
        return {}

    try:
        print(json.dumps({"port": port}), file=output)
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), file=output)
    except Exception:
        traceback.print_exc()
    finally:
        if program:
            program.kill()
            program.wait()
        os._exit(0)


if __name__ == "__main__":
    main()
