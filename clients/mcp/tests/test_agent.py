"""`paginator mcp` as agents use it: the calls of the README, the SDK of PyPI, and every message against
the specification's schema.

PAGINATOR names the executable, PAGINATOR_SAMPLE_API the URL of its sample API, and
PAGINATOR_MCP_SCHEMAS a folder with the specification's schemas, as mcp-REVISION.json.
"""

import asyncio
import importlib.util
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLIENT = HERE.parent
SERVER = os.environ.get("PAGINATOR")
API = os.environ.get("PAGINATOR_SAMPLE_API", "").rstrip("/")
SCHEMAS = os.environ.get("PAGINATOR_MCP_SCHEMAS")
PATIENCE_SECONDS = 60
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
STATELESS = "2026-07-28"


def is_there(module):
    return importlib.util.find_spec(module) is not None


class Agent:
    """`paginator mcp` with pipes; keeps every message, with the method that it is of."""

    def __init__(self, *args, folder=None):
        self.process = subprocess.Popen(
            [SERVER, "mcp", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=folder,
        )
        self.messages = []
        self.number = 0

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params=None, name=None):
        """The response; notifications before it are kept."""
        self.number += 1
        given = {"id": self.number, "method": method}
        self.send(given if params is None else {**given, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            kind = answer.get("method") or name or method
            self.messages.append((kind, answer))
            if answer.get("id") == self.number:
                return answer

    def handshake(self, revision="2025-06-18"):
        info = {"name": "test", "version": "1"}
        params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": info}
        answer = self.request("initialize", params)
        self.send({"method": "notifications/initialized"})
        return answer["result"]

    def call(self, tool, arguments, **more):
        params = {"name": tool, "arguments": arguments, **more}
        return self.request("tools/call", params)["result"]

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()
        return status


@unittest.skipUnless(SERVER, "PAGINATOR does not name the server")
class ReadmeTests(unittest.TestCase):
    """The calls of "At work", one process for each line with `$ paginator mcp`."""

    def test_the_recording_is_what_is_written(self):
        ended = subprocess.run([sys.executable, str(HERE / "make_recording.py"), "--check"])
        self.assertEqual(ended.returncode, 0)

    def test_the_calls_come_to_what_is_shown(self):
        text = (CLIENT / "README.md").read_text().split("## At work")[1].split("## Tests")[0]
        lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
        with tempfile.TemporaryDirectory() as folder:
            agent, cursor, result, titles, calls = None, None, None, [], 0
            for line in lines:
                if line.startswith("$ paginator mcp"):
                    if agent:
                        self.assertEqual(agent.close(), 0)
                    words = line.split()[3:]
                    words[words.index("issues.har")] = str(CLIENT / "issues.har")
                    agent = Agent(*words, folder=folder)
                    agent.handshake()
                elif line.startswith("--> "):
                    tool, arguments = line[4:].split(" ", 1)
                    arguments = json.loads(arguments)
                    if arguments.get("cursor") == "...":
                        arguments["cursor"] = cursor
                    result = agent.call(tool, arguments)["structuredContent"]
                    cursor, calls = result.get("next"), calls + 1
                    if tool == "page":
                        titles += [item["title"] for item in result["items"]]
                elif line.startswith("<-- "):
                    for name, value in json.loads(line[4:]).items():
                        if value == "...":
                            self.assertIsInstance(result[name], str)
                        else:
                            self.assertEqual(result[name], value, name)
            self.assertEqual(agent.close(), 0)
            self.assertEqual(calls, 3)
            mentions = [title for title in titles if "macOS" in title]
            said = re.search(r"there are (\d+) open issues, and (\d+) of", text)
            self.assertEqual((len(titles), len(mentions)), (int(said[1]), int(said[2])))
            first = sum("macOS" in title for title in titles[:50])
            self.assertIn(f"counts {first}.", text)
            query = re.search(r'sqlite3 issues.sqlite "(.*)"\n    (\d+)', text)
            with sqlite3.connect(Path(folder) / "issues.sqlite") as database:
                self.assertEqual(database.execute(query[1]).fetchone()[0], int(query[2]))


@unittest.skipUnless(SERVER and API, "PAGINATOR and PAGINATOR_SAMPLE_API are not both set")
@unittest.skipUnless(is_there("mcp"), "the SDK (mcp, from PyPI) is not installed")
class SDKTests(unittest.IsolatedAsyncioTestCase):
    """The official client, which checks structured results against the tools' output schemas."""

    async def session(self, work, *args):
        import mcp
        from mcp.client.stdio import stdio_client

        server = mcp.StdioServerParameters(
            command=SERVER, args=["mcp", "--allow-origin", API, *args]
        )
        async with stdio_client(server) as streams:
            async with mcp.ClientSession(*streams) as session:
                await session.initialize()
                await asyncio.wait_for(work(session), PATIENCE_SECONDS)

    async def test_tools_are_listed_and_pages_are_followed_to_their_end(self):
        async def work(session):
            tools = (await session.list_tools()).tools
            self.assertEqual([tool.name for tool in tools], ["page", "fetch", "detect"])
            arguments, ids = {"url": f"{API}/page", "fields": ["id"], "max_items": 90}, []
            while True:
                found = (await session.call_tool("page", arguments)).model_dump(by_alias=True)
                found = found["structuredContent"]
                ids += [item["id"] for item in found["items"]]
                if found["next"] is None:
                    break
                arguments = {"cursor": found["next"]}
            self.assertTrue(found["complete"])
            self.assertEqual(ids, list(range(1, 251)))

        await self.session(work)

    async def test_a_list_for_each_value_goes_into_a_table(self):
        with tempfile.TemporaryDirectory() as folder:

            async def work(session):
                result = await session.call_tool("fetch", {
                    "url": f"{API}/page?items={{item}}", "each": [3, 1], "to": "a.sqlite",
                    "identity": ["id"],
                })
                found = result.model_dump(by_alias=True)["structuredContent"]
                self.assertEqual((found["verdict"], found["items"]), ("complete", 4))
                self.assertIn("2 of 2 lists are complete", found["why"])

            await self.session(work, "--directory", folder)
            with sqlite3.connect(Path(folder) / "a.sqlite") as database:
                rows = database.execute("SELECT _item, id FROM items ORDER BY _item, id").fetchall()
            self.assertEqual(rows, [(1, 1), (3, 1), (3, 2), (3, 3)])

    async def test_a_failure_is_a_result_that_says_what_to_do(self):
        async def work(session):
            result = await session.call_tool("page", {"url": "http://10.0.0.1/"})
            dumped = result.model_dump(by_alias=True)
            self.assertTrue(dumped["isError"])
            self.assertIn("--allow-origin", dumped["content"][0]["text"])

        await self.session(work)


@unittest.skipUnless(SERVER and API, "PAGINATOR and PAGINATOR_SAMPLE_API are not both set")
@unittest.skipUnless(SCHEMAS, "PAGINATOR_MCP_SCHEMAS names no folder with the schemas")
@unittest.skipUnless(is_there("jsonschema"), "jsonschema (from PyPI) is not installed")
class SchemaTests(unittest.TestCase):
    """Each message of each revision is what the specification's schema says."""

    RESULTS = {
        "initialize": "InitializeResult", "ping": "EmptyResult", "tools/list": "ListToolsResult",
        "tools/call": "CallToolResult", "server/discover": "DiscoverResult",
    }

    def exchange(self, agent, meta, discovers):
        """One of each message; `meta` goes with each request."""
        more = {} if meta is None else {"_meta": meta}
        if discovers:
            agent.request("server/discover", more)
        else:
            agent.request("ping", more or None)
        agent.request("tools/list", more)
        url = f"{API}/page?items=60"
        token = {"_meta": {**(meta or {}), "progressToken": "p"}}
        agent.call("page", {"url": url}, **token)
        agent.call("detect", {"url": url}, **more)
        agent.call("fetch", {"url": url, "to": "a.ndjson"}, **token)
        agent.call("fetch", {"url": url, "to": "/x.txt"}, **more)
        agent.request("tools/call", {"name": "nothing", "arguments": {}, **more})
        agent.request("nothing/at/all", more)

    def check(self, revision, messages):
        import jsonschema

        file = Path(SCHEMAS) / f"mcp-{revision}.json"
        schema = json.loads(file.read_text())
        key = "definitions" if "definitions" in schema else "$defs"
        kinds = jsonschema.validators.validator_for(schema)

        def holds(name, value):
            if name in schema[key]:
                wanted = {**schema, "$ref": f"#/{key}/{name}"}
                errors = [error.message for error in kinds(wanted).iter_errors(value)]
                self.assertEqual(errors, [], f"{revision} {name}: {json.dumps(value)[:500]}")
                return True
            return False

        for method, message in messages:
            if "method" in message:
                self.assertTrue(holds("ProgressNotification", message))
            elif "error" in message:
                self.assertTrue(
                    holds("JSONRPCErrorResponse", message) or holds("JSONRPCError", message)
                )
            else:
                self.assertTrue(
                    holds("JSONRPCResultResponse", message) or holds("JSONRPCResponse", message)
                )
                self.assertTrue(holds(self.RESULTS[method], message["result"]), method)
        self.assertIn("notifications/progress", [method for method, _ in messages])

    def test_each_message_of_each_revision(self):
        for revision in HANDSHAKES + [STATELESS]:
            with self.subTest(revision), tempfile.TemporaryDirectory() as folder:
                agent = Agent("--allow-origin", API, "--directory", folder)
                if revision == STATELESS:
                    prefix = "io.modelcontextprotocol/"
                    meta = {
                        prefix + "protocolVersion": revision, prefix + "clientCapabilities": {},
                        prefix + "clientInfo": {"name": "test", "version": "1"},
                    }
                    self.exchange(agent, meta, True)
                else:
                    self.assertEqual(agent.handshake(revision)["protocolVersion"], revision)
                    self.exchange(agent, None, False)
                self.assertEqual(agent.close(), 0)
                self.check(revision, agent.messages)


if __name__ == "__main__":
    unittest.main()
