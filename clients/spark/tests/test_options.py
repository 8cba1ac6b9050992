"""The options, without Spark and without a server."""

import json
import os
import tempfile
import unittest
from typing import Any

from . import support  # noqa: F401  (finds the packages)

from paginator_spark import SourceError
from paginator_spark._options import settings_from
from paginator_spark._paths import keys_of, value_at
from paginator_spark._periods import walks_of
from paginator_spark._words import bookmarked, resolved

URL = {"url": "https://api.example.com/items"}


class OptionTests(unittest.TestCase):
    def rejects(self, says: str, **options: Any) -> None:
        with self.assertRaises(SourceError) as caught:
            settings_from({**URL, **options})
        self.assertIn(says, str(caught.exception))

    def test_names_are_folded_and_values_are_read(self) -> None:
        settings = settings_from({
            **URL, "PERPAGE": "50", "Pagination": '{"strategy": "page"}', "identity": "id",
            "body": "text", "ALLOW": " suspect,Partial ", "metadata": "TRUE", "partitions": "7",
            "requestspersecond": "2.5", "mode": "failfast", "inferpages": "3",
        })
        self.assertEqual(settings.params, {
            **URL, "perPage": 50, "pagination": {"strategy": "page"}, "identity": "id",
            "body": "text",
        })
        self.assertEqual(settings.allow, {"complete", "suspect", "partial"})
        self.assertEqual(
            (settings.metadata, settings.partitions, settings.requests_per_second, settings.mode,
             settings.infer_pages),
            (True, 7, 2.5, "FAILFAST", 3),
        )

    def test_lists_and_objects_are_json_where_text_is_taken_too(self) -> None:
        settings = settings_from({**URL, "identity": '["a", "b"]', "body": '{"a": 1}'})
        self.assertEqual((settings.params["identity"], settings.params["body"]), (["a", "b"], {"a": 1}))

    def test_an_unknown_option_names_the_nearest(self) -> None:
        for name, nearest in (
            ("itemPath", "itemsPath"), ("partition", "partitions"), ("perpages", "perPage"),
            ("tokens", "token"),
        ):
            self.rejects(f'Unknown option "{name}". Did you mean "{nearest}"?', **{name: "1"})

    def test_wrong_values_are_rejected(self) -> None:
        for name, value, says in (
            ("partitions", "0", "from 1 to 10,000"), ("partitions", "10001", "from 1 to 10,000"),
            ("partitions", "x", "whole number"), ("inferPages", "101", "from 1 to 100"),
            ("requestsPerSecond", "0", "above 0"), ("requestsPerSecond", "nan", "above 0"),
            ("mode", "DROP", "PERMISSIVE, DROPMALFORMED, FAILFAST"),
            ("allow", "complete,good", "complete, capped, suspect, partial"),
            ("metadata", "yes", "true, false"), ("perPage", "many", "whole number"),
            ("headers", "a: b", "JSON object"), ("headers", '{"a": }', "at character 7"),
            ("fetching", '{"by": "client"}', "server"), ("bookmark", "", "empty"),
            ("open", "[1]", "JSON object or a file"), ("open", "/nowhere/at/all", "No such file"),
            ("open", '{"itemPath": 1}', 'Did you mean "itemsPath"?'),
            ("open", '{"checkpoint": "x"}', "does not apply in Spark"),
        ):
            with self.subTest(name=name, value=value):
                self.rejects(says, **{name: value})

    def test_what_spark_has_no_use_for_is_unknown(self) -> None:
        for name in ("paginatorId", "checkpoint", "notifications", "placeholders", "prefetch"):
            self.rejects("Unknown option", **{name: "1"})

    def test_a_url_or_a_profile_is_required(self) -> None:
        with self.assertRaises(SourceError) as caught:
            settings_from({"perPage": "5"})
        self.assertIn('"url" or the option "profile" is required', str(caught.exception))
        self.assertEqual(settings_from({"profile": "github"}).params, {"profile": "github"})

    def test_wrong_json_is_not_quoted(self) -> None:
        with self.assertRaises(SourceError) as caught:
            settings_from({**URL, "auth": '{"password": "sesame"'})
        self.assertNotIn("sesame", str(caught.exception))

    def test_open_is_an_object_or_a_file_and_single_options_win(self) -> None:
        text = json.dumps({**URL, "perPage": 7, "itemsPath": "a"})
        with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
            file.write(text)
        self.addCleanup(os.unlink, file.name)
        for given in (text, file.name):
            settings = settings_from({"open": given, "itemspath": "b"})
            self.assertEqual(settings.params, {**URL, "perPage": 7, "itemsPath": "b"})

    def test_secrets_in_the_text_of_options_are_found(self) -> None:
        for name, value, found in (
            ("auth", {"type": "basic", "username": "u", "password": "sesame"}, True),
            ("auth", {"type": "basic", "username": "u", "password": "{env:PW}"}, False),
            ("headers", {"Authorization": "Bearer x"}, True), ("headers", {"Accept": "x"}, False),
            ("open", {**URL, "auth": {"type": "bearer", "token": "x"}}, True),
            ("parameters", {"api_key": "x"}, True), ("parameters", {"state": "open"}, False),
        ):
            with self.subTest(value=value):
                settings = settings_from({**URL, name: json.dumps(value)})
                self.assertEqual(settings.literal_secrets, [name] if found else [])


class VariableTests(unittest.TestCase):
    def test_variables_are_replaced_in_any_string(self) -> None:
        value = {"a": ["x{env:A}y", 1], "b": "{env:B}{env:A}"}
        self.assertEqual(
            resolved("headers", value, {"A": "1", "B": "2"}), {"a": ["x1y", 1], "b": "21"}
        )

    def test_an_unset_variable_names_itself_and_the_option(self) -> None:
        with self.assertRaises(SourceError) as caught:
            resolved("token", "{env:NOPE}", {"OTHER": "1"})
        self.assertIn('"NOPE" of the option "token"', str(caught.exception))

    def test_the_bookmark_stands_in_url_and_parameters(self) -> None:
        params = {"url": "https://h/a?s={bookmark:2024-01-01T00:00:00+00:00}",
                  "parameters": {"since": "{bookmark:0}"}, "body": "{bookmark:0}"}
        self.assertEqual(
            bookmarked(params, None),
            {"url": "https://h/a?s=2024-01-01T00:00:00%2B00:00", "parameters": {"since": "0"},
             "body": "{bookmark:0}"},
        )
        self.assertEqual(bookmarked(params, "7")["parameters"], {"since": "7"})
        with self.assertRaises(SourceError):
            bookmarked({"url": "https://h/{bookmark}"}, None)


class PartitionByTests(unittest.TestCase):
    def edges(self, start: str, end: str, step: str) -> Any:
        walks = walks_of({"parameter": ["a", "b"], "from": start, "to": end, "step": step})
        self.assertTrue(all(one["b"] == two["a"] for one, two in zip(walks, walks[1:])))
        return [each["a"] for each in walks] + [walks[-1]["b"]]

    def test_values(self) -> None:
        given = {"parameter": "state", "values": ["open", 1, True]}
        self.assertEqual(walks_of(given), [{"state": "open"}, {"state": 1}, {"state": True}])

    def test_steps(self) -> None:
        for start, end, step, edges in (
            ("2024-01-01", "2024-01-03", "P1D", ["2024-01-01", "2024-01-02", "2024-01-03"]),
            ("2024-01-31", "2024-04-15", "P1M",
             ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-15"]),
            ("2024-11-01", "2025-02-01", "P2M", ["2024-11-01", "2025-01-01", "2025-02-01"]),
            ("2024-01-01T00:00:00Z", "2024-01-01T10:00:00Z", "PT6H",
             ["2024-01-01T00:00:00Z", "2024-01-01T06:00:00Z", "2024-01-01T10:00:00Z"]),
            ("2024-02-28T12:00:00Z", "2024-03-01T12:00:00Z", "P1D",
             ["2024-02-28T12:00:00Z", "2024-02-29T12:00:00Z", "2024-03-01T12:00:00Z"]),
            ("2024-01-01", "2024-01-02", "P40D", ["2024-01-01", "2024-01-02"]),
            ("9998-01-01", "9999-12-31", "P999999M", ["9998-01-01", "9999-12-31"]),
        ):
            with self.subTest(step=step, start=start):
                self.assertEqual(self.edges(start, end, step), edges)

    def test_the_most_walks(self) -> None:
        self.assertEqual(len(self.edges("1990-01-01T00:00:00Z", "1991-02-21T16:00:00Z", "PT1H")), 10_001)
        for given in (
            {"parameter": ["a", "b"], "from": "1990-01-01T00:00:00Z",
             "to": "1991-02-21T16:00:01Z", "step": "PT1H"},
            {"parameter": "a", "values": list(range(10_001))},
        ):
            with self.assertRaises(SourceError) as caught:
                walks_of(given)
            self.assertIn("at most 10,000", str(caught.exception))

    def test_what_is_wrong_is_said(self) -> None:
        period = {"parameter": ["a", "b"], "from": "2024-01-01", "to": "2024-02-01", "step": "P1D"}
        for given, says in (
            ([], "JSON object"), ({"parameter": "a"}, '"values"'),
            ({"parameter": "a", "values": []}, "not empty"),
            ({"parameter": "a", "values": [None]}, "strings, numbers"),
            ({"parameter": "a", "values": [1, 1]}, "twice"),
            ({"parameter": ["a"], "values": [1]}, "one"),
            ({**period, "parameter": "a"}, "two parameters"),
            ({**period, "step": "P1Y"}, "months, days or hours"),
            ({**period, "step": "P0D"}, "months, days or hours"),
            ({**period, "step": "PT1H"}, "times"), ({**period, "from": "2024-02-30"}, '"from"'),
            ({**period, "to": "2024-01-01"}, "before"),
            ({**period, "to": "2024-02-01T00:00:00Z"}, "two dates or two times"),
        ):
            with self.subTest(given=given):
                with self.assertRaises(SourceError) as caught:
                    walks_of(given)
                self.assertIn(says, str(caught.exception))


class PathTests(unittest.TestCase):
    def test_paths(self) -> None:
        item = {"a": {"b": [1, 2]}, "a.b": 3, "": {"x": 4}, "c/d": 5}
        for path, value in (
            ("a.b.-1", 2), ("a\\.b", 3), ("/a/b/0", 1), ("/c~1d", 5), (".x", 4), ("", item),
        ):
            self.assertEqual(value_at(item, keys_of(path)), value, path)


if __name__ == "__main__":
    unittest.main()
