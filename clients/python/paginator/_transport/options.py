"""The part of a client's arguments that its server needs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Dict, Mapping, Optional, Sequence

from .._version import VERSION
from .decoding import Loads, decoded
from .executable import Executable
from .process import ServerProcess
from .protocol import Handler, Params


@dataclass
class ServerOptions:
    """The start of a server, and the handlers of its requests."""

    executable: Optional[Executable] = None
    args: Sequence[str] = ()
    env: Optional[Mapping[str, str]] = None
    capabilities: Optional[Mapping[str, bool]] = None
    timeout: Optional[float] = None
    handlers: Dict[str, Handler] = field(default_factory=dict)
    loads: Loads = decoded

    def start_process(self) -> ServerProcess:
        return ServerProcess(self.executable, self.args, self.env)

    def initialize_params(self) -> Params:
        """The params of `initialize`: a capability for each handler, and what the caller added."""
        can: Dict[str, bool] = {"notifications": True}
        can.update({name.split("/")[-1]: True for name in self.handlers})
        can.update(self.capabilities or {})
        return {
            "processId": os.getpid(),
            "clientInfo": {"name": "paginator-client (Python)", "version": VERSION},
            "capabilities": {"paginator": can},
        }
