"""A paginator as far as the client knows it without a request. Nothing here waits."""

from __future__ import annotations

import contextlib
from typing import Any, Generic, Iterator, Mapping, Optional, Set, TypeVar

from ._calls import state_in
from ._errors import LoadFailed
from ._model import State
from ._shown import html
from ._shown.arguments import speaking_python
from ._shown.facts import facts, where
from ._walks import Walk, WalkSummary

Item = TypeVar("Item")


class Known(Generic[Item]):
    """The last state of a paginator, how its last walk ended, and where it would continue."""

    def __init__(self, state: State, params: Mapping[str, Any], strict: bool) -> None:
        self.last_state = state
        """The state as the server sent it last; `state` asks."""
        self.last_walk: Optional[WalkSummary[Item]] = None
        """The summary of the last walk, even if Ctrl-C ended it; None before, and while it runs."""
        self._params = params
        self._is_strict = strict
        self._checkpoint: Optional[str] = params.get("checkpoint")
        self._warnings_said: Set[str] = set()
        self._id = state.paginator_id

    @property
    def id(self) -> str:
        """The `paginatorId`."""
        return self._id

    def _keep_state(self, result: Any) -> None:
        """Keeps the state that comes with results and failures."""
        self.last_state = state_in(result) or self.last_state

    def _keep_walk(self, walk: Walk, result: Any) -> WalkSummary[Item]:
        """Keeps how a walk ended, and where the next load continues."""
        self._keep_state(result)
        summary: WalkSummary[Item] = walk.summary(result)
        self.last_walk = summary
        self._checkpoint = summary.checkpoint or self._checkpoint
        return summary

    @contextlib.contextmanager
    def _failing_in_python(self) -> Iterator[None]:
        """Keeps the state that comes with a failure, and lets that name arguments as Python does."""
        try:
            with speaking_python():
                yield
        except LoadFailed as error:
            self._keep_state(error.data)
            raise

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {where(self.last_state)}>"

    def _repr_html_(self) -> str:
        return html.facts(f"Paginator {self.id}", facts(self.last_state))
