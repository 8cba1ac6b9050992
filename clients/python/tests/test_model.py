import copy
import pickle
import re
import typing
import unittest
from pathlib import Path

import paginator
from paginator import _calls, _errors, _types
from paginator._shown import html as _html
from paginator._errors import error_from

CLIENTS = Path(__file__).resolve().parent.parent.parent


class ErrorTests(unittest.TestCase):
    def test_classes_by_code(self) -> None:
        for code, kind in _errors.BY_CODE.items():
            with self.subTest(code):
                error = error_from({"code": code, "message": "m", "data": {"kind": "k", "x": 1}})
                self.assertIs(type(error), kind)
                self.assertEqual((error.code, error.kind, str(error)), (code, "k", "m"))
                self.assertEqual(error.data["x"], 1)
                self.assertFalse(error.retryable)

    def test_every_code_of_the_protocol_has_a_class(self) -> None:
        text = (CLIENTS.parent / "protocol" / "openrpc.json").read_text(encoding="utf-8")
        codes = {int(code) for code in re.findall(r'"const": (1[0-9]{3})\b', text)}
        self.assertTrue(codes)
        self.assertEqual(codes - set(_errors.BY_CODE), set())

    def test_whatever_is_missing(self) -> None:
        for value in (None, [], {}, {"code": "x"}, {"code": 1102}, {"code": 9999, "data": 3}):
            with self.subTest(value):
                error = error_from(value)
                self.assertTrue(str(error))
                self.assertEqual(error.data, {})
        self.assertEqual(error_from({"code": 1102}).status, 0)  # type: ignore[attr-defined]

    def test_builtin_classes(self) -> None:
        self.assertTrue(issubclass(paginator.TimedOut, TimeoutError))
        self.assertTrue(issubclass(paginator.ItemOutOfRange, IndexError))
        self.assertTrue(issubclass(paginator.InvalidParams, ValueError))

    def test_copies(self) -> None:
        gone = paginator.ServerGone("gone", exit_code=3, stderr=["a"])
        status = error_from({"code": 1102, "message": "m", "data": {"status": 500}})
        late = paginator.CallTimedOut("late", kind="callTimedOut", data={"retryable": True})
        for error in (gone, status, late):
            for make in (copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))):
                with self.subTest(error=error):
                    again = make(error)
                    self.assertIs(type(again), type(error))
                    self.assertEqual(again.__dict__, error.__dict__)
                    self.assertEqual((str(again), again.args), (str(error), error.args))


class StateTests(unittest.TestCase):
    def test_every_member_of_the_protocol_has_a_property(self) -> None:
        names = {_calls.camel_case(name) for name in dir(paginator.State)}
        names = {"patternURL" if name == "patternUrl" else name for name in names}
        self.assertEqual(set(_types.State.__annotations__) - names, set())

    def test_unknown_and_missing_members(self) -> None:
        state = paginator.State({"paginatorId": "p", "later": 1})
        self.assertEqual((state["later"], dict(state)), (1, state.raw))
        for name in dir(paginator.State):
            if isinstance(getattr(paginator.State, name), property):
                with self.subTest(name):
                    getattr(state, name)
        self.assertEqual(repr(state), "<State p: nothing loaded>")

    def test_error(self) -> None:
        state = paginator.State({"error": {"code": 1100, "message": "m", "data": {}}})
        self.assertIsInstance(state.error, paginator.NetworkFailed)

    def test_runs_of_pages(self) -> None:
        self.assertEqual(
            paginator.State({"loadedPages": [[1, 3], [7, 7]]}).loaded_pages, [(1, 3), (7, 7)]
        )
        self.assertEqual(paginator.State({"prefetched": [8, 9]}).prefetched, [8, 9])


class PageTests(unittest.TestCase):
    page = paginator.Page({"page": 3, "items": [{"a": 1}, {"b": "<b>"}], "later": 1})

    def test_is_a_sequence_of_items(self) -> None:
        self.assertEqual((len(self.page), list(self.page)[0], self.page[-1]), (
            2, {"a": 1}, {"b": "<b>"}
        ))
        self.assertTrue(paginator.Page({"page": 1, "items": []}))
        self.assertEqual(repr(self.page), "<Page 3: 2 items>")
        self.assertEqual((self.page.issues, self.page.results, self.page.state.url), ([], {}, None))

    def test_html_is_escaped(self) -> None:
        html = self.page._repr_html_()
        self.assertIn("&lt;b&gt;", html)
        self.assertNotIn("<b>\"", html)
        self.assertEqual(html.count("<tr>"), 3)

    def test_html_is_bounded(self) -> None:
        wide = {f"name{number}": "x" * 1000 for number in range(1000)}
        html = _html.items("t", [wide] * 1000)
        self.assertLess(len(html), 50_000)
        self.assertIn("980 more", html)

    def test_html_of_scalars(self) -> None:
        self.assertIn("<td colspan=\"1\">1</td>", _html.items("t", [1, None]))
        self.assertIn("<td></td>", _html.items("t", [{}]))


class NamesTests(unittest.TestCase):
    def test_keyword_arguments_have_their_wire_names(self) -> None:
        for arguments, params in (
            (_types.OpenArguments, _types.OpenParams),
            (_types.ConfigureArguments, _types.ConfigureParams),
            (_types.DetectArguments, _types.DetectParams),
        ):
            with self.subTest(arguments.__name__):
                names = {_calls.camel_case(name) for name in arguments.__annotations__}
                self.assertEqual(names - set(params.__annotations__), set())

    def test_all_types_are_exported(self) -> None:
        from paginator import types

        self.assertIs(types.Fetching, _types.Fetching)
        self.assertEqual(set(types.__all__), set(_types.__all__))
        self.assertTrue(typing.TYPE_CHECKING or "Mapping" in types.__all__)


if __name__ == "__main__":
    unittest.main()
