"""A family of servers in a process of its own, which ends with the block that uses it."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS_MAX = 20


class Server:
    """The parent's side of `serve.py`: one command, one reply."""

    def __init__(self, family, folder):
        self.log = os.path.join(folder, "server.log")
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [sys.executable, os.path.join(HERE, "serve.py"), family, folder],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=HERE,
            )
        self.url = f"http://127.0.0.1:{self._reply()['port']}"

    def _reply(self):
        line = self.process.stdout.readline()
        if not line:
            with open(self.log, encoding="utf-8") as log:
                raise RuntimeError(f"exit code {self.process.wait()}: {log.read()[-2000:]}")
        return json.loads(line)

    def _command(self, name, **more):
        self.process.stdin.write(json.dumps({"command": name, **more}) + "\n")
        self.process.stdin.flush()
        return self._reply()

    def fill(self, count, seed):
        self._command("fill", count=count, seed=seed)

    def change(self, count, seed):
        self._command("change", count=count, seed=seed)

    def move(self, every, seed):
        self._command("move", every=every, seed=seed)

    def stop(self, total=None):
        return self._command("stop", total=total)

    def kill(self, pid, after):
        """Kills a walk at its request of this number."""
        self._command("kill", pid=pid, after=after)

    def spare(self):
        self._command("spare")

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def serving(family):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(family, folder)
        try:
            yield server
        finally:
            server.close()
