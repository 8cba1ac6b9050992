"""The server's process: found, started, watched and, whatever happens, ended."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
import subprocess
import threading
from typing import IO, List, Mapping, Optional, Sequence

from .._errors import ServerGone, ServerNotFound
from .executable import Executable, environment_with, find_executable

STDERR_BYTES_MAX = 16 * 1024
"""The bytes that are kept of the server's standard error; the newest."""

STDERR_LINES_SHOWN = 10
"""The lines of it that an error quotes."""

EXIT_SECONDS = 2.0
"""The time for a process to end by itself, and then after SIGTERM."""

PIPE_BYTES = 1024 * 1024
"""Room in the pipe of the server's output."""

F_SETPIPE_SZ = 1031
"""The command of fcntl(2) in Linux; `fcntl` has had its name since Python 3.10."""

DRAIN_SECONDS = 0.5
"""The time for the rest of its standard error after its end, where another process that it
started keeps the pipe open."""

_log = logging.getLogger("paginator")
_LEVELS = {
    "debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING,
    "error": logging.ERROR,
}
_LOG_LINE = re.compile(r"\d{4}-\d\d-\d\dT\S+ (debug|info|warning|error) (.*)", re.S)

LINE_BYTES_MAX = 16 * 1024
"""The longest line of the server's standard error that is logged as one."""


class ServerProcess:
    """A running server and the thread that drains its standard error.

    It has its own session, so that Ctrl-C in a terminal or a notebook interrupts this program
    and not the server. In a forked child every method does nothing: the parent owns the process.
    """

    def __init__(
        self,
        executable: Optional[Executable],
        args: Sequence[str],
        env: Optional[Mapping[str, str]],
    ) -> None:
        self.path = find_executable(executable, env)
        self.owner = os.getpid()
        try:
            self._popen = subprocess.Popen(
                [self.path, *args, *_log_arguments(args)],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment_with(env),
                start_new_session=True,
            )
        except OSError as error:
            raise ServerNotFound(
                f"{self.path} cannot be started ({error.strerror}): "
                "build or install the server for this machine.",
                kind="serverNotFound",
            ) from error
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self.stdin, self.stdout = self._popen.stdin, self._popen.stdout
        _widen(self.stdout)
        self._tail = bytearray()
        self._drain = threading.Thread(
            target=_drain, args=(self._popen.stderr, self._tail), daemon=True,
            name="paginator-stderr",
        )
        self._drain.start()

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def exit_code(self) -> Optional[int]:
        """None while the process runs."""
        return self._popen.poll() if self.is_ours else None

    @property
    def is_ours(self) -> bool:
        return os.getpid() == self.owner

    @property
    def stderr_lines(self) -> List[str]:
        """The last lines of its standard error."""
        return bytes(self._tail).decode("utf-8", "replace").splitlines()[-STDERR_LINES_SHOWN:]

    def wait(self, seconds: float) -> Optional[int]:
        """The exit code, or None when the process still runs after so long."""
        if not self.is_ours:
            return None
        try:
            return self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def stop(self, patience: float) -> None:
        """Waits for the end; then sends SIGTERM and waits; then kills."""
        if not self.is_ours:
            return
        if self.wait(patience) is None:
            self._popen.terminate()
            if self.wait(EXIT_SECONDS) is None:
                self.kill()
        self._drain.join(DRAIN_SECONDS)

    def kill(self) -> None:
        """Ends the process at once, without asking.

        Never waits without bound: the garbage collector may call this from anywhere, also from
        inside of another wait for the same process.
        """
        if self.is_ours and self._popen.poll() is None:
            self._popen.kill()
            self.wait(EXIT_SECONDS)

    def close_input(self) -> None:
        """Closes the pipe; no thread may be writing any more."""
        with contextlib.suppress(OSError):
            self.stdin.close()

    def close_output(self) -> None:
        """Closes the pipe; no thread may be reading any more."""
        with contextlib.suppress(OSError):
            self.stdout.close()

    def gone(self) -> ServerGone:
        """The error that says how the process ended."""
        code = self.wait(EXIT_SECONDS)
        self._drain.join(DRAIN_SECONDS)
        lines = self.stderr_lines
        if code is None:
            how = "closed its output but still runs"
        elif code < 0:
            how = f"was ended by {_signal_name(-code)}"
        else:
            how = f"ended with exit code {code}"
        said = "; it said:\n  " + "\n  ".join(lines) if lines else ""
        return ServerGone(
            f"The server {self.path} {how}. Open a new client to go on{said or '.'}",
            exit_code=code, stderr=lines,
        )


def _widen(pipe: IO[bytes]) -> None:
    """Gives the pipe room for many pages, so that neither side waits after each (fcntl(2))."""
    try:
        import fcntl

        fcntl.fcntl(pipe.fileno(), F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, OSError):
        pass  # Only Linux has it, and only for so many pipes of a user.


def _signal_name(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _log_arguments(args: Sequence[str]) -> List[str]:
    """Makes the server say what this program's logging wants to hear, unless `args` speak of it."""
    if any(each.startswith("--log") for each in args):
        return []
    if _log.isEnabledFor(logging.DEBUG):
        return ["--log-level", "debug"]
    return ["--log-level", "info"] if _log.isEnabledFor(logging.INFO) else []


def _drain(pipe: IO[bytes], tail: bytearray) -> None:
    """Reads to the end, logs each line, keeps the newest bytes, closes the pipe."""
    line = b""
    with pipe:
        while True:
            try:
                chunk = os.read(pipe.fileno(), 4096)
            except OSError:
                return
            if not chunk:
                break
            tail += chunk
            if len(tail) > STDERR_BYTES_MAX:
                del tail[:-STDERR_BYTES_MAX]
            *lines, line = (line + chunk).split(b"\n")
            for each in lines:
                _log_line(each)
            if len(line) > LINE_BYTES_MAX:
                _log_line(line)
                line = b""
    if line:
        _log_line(line)


def _log_line(line: bytes) -> None:
    """`2026-11-22T06:13:41Z debug request initialize` is the message `request initialize`."""
    text = line.decode("utf-8", "replace").rstrip("\r")
    found = _LOG_LINE.fullmatch(text)
    if found is not None:
        _log.log(_LEVELS[found[1]], "%s", found[2])
    elif text.strip():
        _log.info("%s", text)
