"""A paginator as far as the client knows it without a request. Nothing here waits."""

from __future__ import annotations

import contextlib
from typing import Any, Generic, Iterator, Mapping, Optional, Set, TypeVar

from ._calls import state_in
from ._errors import LoadFailed, PaginatorError
from ._model import State
from ._shown import html
from ._shown.arguments import speaking_python
from ._shown.facts import facts, where
from ._transport.decoding import Loads
from ._walks import Walk, WalkSummary

Item = TypeVar("Item")


class Known(Generic[Item]):
    """The last state of a paginator, how its last walk ended, and where it would continue."""

    def __init__(self, state: State, params: Mapping[str, Any], strict: bool) -> None:
        self.last_state = state
        """The state as the server sent it last; `state` asks."""
        self.last_walk: Optional[WalkSummary[Item]] = None
        """The summary of the last walk, even if it was given up; None before, and while it runs."""
        self._params = params
        self._is_strict = strict
        self._checkpoint: Optional[str] = params.get("checkpoint")
        self._warnings_said: Set[str] = set()
        self._reading: Optional[object] = None
        """Another one each time that a call or loop begins to move the position; None before."""
        self._is_ahead = False
        """The position is past the last page that a `stream` has handed out."""
        self._was_cut_off = False
        """What a walk that was given up has brought comes before the position."""
        self._id = state.paginator_id

    @property
    def id(self) -> str:
        """The `paginatorId`."""
        return self._id

    def _begin_reading(self, continues: bool = True) -> object:
        """Moves the position on behalf of one call or loop; a loop that had it will say so.

        RuntimeError where it continues from a position that nobody knows.
        """
        if continues and self._is_ahead:
            raise RuntimeError(
                "A loop over these pages was left, or has not ended, and the server has read ahead "
                "of it, so to continue here would miss items. Say where with reset() or page(n)."
            )
        self._reading = object()
        return self._reading

    def _go_on_reading(self, reading: object, has_loaded: bool = False) -> None:
        """Raises RuntimeError if the position has moved on behalf of another call or loop."""
        if self._reading is reading:
            return
        if has_loaded:
            self._reading = object()  # The other one may lack what was just loaded.
        raise RuntimeError(
            "Another loop or call has moved these pages meanwhile, so this loop would miss items. "
            "A loop of its own needs pages of its own: open the list once more."
        )

    @contextlib.contextmanager
    def _loading(self, reading: object) -> Iterator[None]:
        """A load on behalf of a call or loop, which counts if the position is still its own then."""
        self._go_on_reading(reading)
        try:
            yield
        except PaginatorError:
            self._go_on_reading(reading)
            raise
        self._go_on_reading(reading, has_loaded=True)

    def _keep_state(self, result: Any) -> None:
        """Keeps the state that comes with results and failures."""
        self.last_state = state_in(result) or self.last_state

    def _begin_walk(self, loads: Loads, **options: Any) -> Walk:
        """A walk from the current position."""
        self.last_walk = None
        return Walk(self.last_state, loads=loads, continues=self._was_cut_off, **options)

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
