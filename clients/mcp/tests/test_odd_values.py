"""Odd but valid JSON, the table of all clients: it comes as it was sent, or its size and its identity
do where JSON readers refuse it."""

import json
import tempfile
import unittest
from pathlib import Path

from test_agent import CLIENT, SERVER, Agent

TABLE = {
    row["name"]: "".join(row["text"])
    for row in json.loads((CLIENT.parent / "odd-values.json").read_text())
}
TABLE["a value of 1 MB"] = json.dumps({"id": 28, "name": "x" * 1_000_000})
# What models and their clients cannot read, and what no answer has room for.
OMITTED = {
    name for name in TABLE
    if any(part in name for part in (
        "half of a surrogate", "half a surrogate", "beyond every", "below every", "300 levels", "1 MB"))
}


def exactly(text):
    """JSON with its digits and equal keys."""
    return json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=list)


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class OddValuesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        body = '{"items":[%s]}' % ",".join(TABLE.values())
        entry = {
            "request": {"method": "GET", "url": "http://odd.example/items"},
            "response": {"status": 200, "headers": {}, "content": {"text": body}},
        }
        file = self.folder / "odd.har"
        file.write_text(json.dumps({"log": {"entries": [entry] * 5}}))
        self.agent = Agent("--replay", str(file), "--directory", ".", folder=self.folder)
        self.addCleanup(lambda: self.assertEqual(self.agent.close(), 0))
        self.agent.handshake()

    def call(self, tool, **arguments):
        given = {"url": "http://odd.example/items", "itemsPath": "items", **arguments}
        result = self.agent.call(tool, given)
        self.assertFalse(result.get("isError"), result["content"])
        return dict(exactly(result["content"][0]["text"]))

    def test_each_comes_as_it_was_sent(self):
        found = self.call("page")
        self.assertEqual(len(found["items"]), len(TABLE))
        for (name, text), item in zip(TABLE.items(), found["items"]):
            with self.subTest(name):
                if name in OMITTED:
                    self.assertEqual(item[0][0], "_omitted")
                else:
                    self.assertEqual(item, exactly(text))
        self.assertIn(f"{len(OMITTED)} of them came as _omitted: use fields, or fetch.", found["why"])

    def test_fields_bring_what_can_be_read_of_each(self):
        self.assertNotIn("_omitted", json.dumps(self.call("page", fields=["id"])))

    def test_a_file_has_what_was_sent(self):
        self.call("fetch", to="odd.ndjson")
        self.assertEqual((self.folder / "odd.ndjson").read_text().splitlines(), list(TABLE.values()))


if __name__ == "__main__":
    unittest.main()
