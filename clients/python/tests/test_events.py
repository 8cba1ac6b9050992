"""The server's own messages: notifications for callbacks, and requests for handlers."""

import threading
import unittest
from typing import Any, List

import paginator

from .support import PATIENCE_SECONDS, ClientCase, eventually, fake


class EventTests(ClientCase):
    def test_callbacks_by_name(self) -> None:
        pages, lock = self.open(), threading.Lock()
        seen: List[Any] = []

        def remember(tag: str) -> Any:
            def callback(event: paginator.Event) -> None:
                with lock:
                    seen.append((tag, event.name, event.params["page"]))
            return callback

        self.client.on("*", remember("all"))
        pages.on("didLoadPage", remember("mine"))
        self.client.on("paginator/willLoadPage", remember("other"))
        remove = self.client.on("didLoadPage", remember("removed"))
        remove()
        self.client.request("fake/notify", {"method": "paginator/didLoadPage", "count": 2})
        eventually(lambda: len(seen) == 4, "four callbacks")
        name = "paginator/didLoadPage"
        self.assertEqual(
            seen, [("all", name, 0), ("mine", name, 0), ("all", name, 1), ("mine", name, 1)]
        )

    def test_callback_may_call_the_server(self) -> None:
        answers = []
        self.client.on("*", lambda event: answers.append(self.client.request("fake/echo")))
        self.client.request("fake/notify", {"method": "a/b", "count": 3})
        eventually(lambda: len(answers) == 3, "three answers")

    def test_callback_that_raises_is_logged_and_others_go_on(self) -> None:
        seen = []

        def fail(event: paginator.Event) -> None:
            raise RuntimeError("no")

        self.client.on("*", fail)
        self.client.on("*", seen.append)
        with self.assertLogs("paginator", "ERROR"):
            self.client.request("fake/notify", {"method": "a/b", "count": 2})
            eventually(lambda: len(seen) == 2, "two callbacks")

    def test_flood_does_not_grow_without_bound(self) -> None:
        go, seen = threading.Event(), []

        def slow(event: paginator.Event) -> None:
            go.wait(PATIENCE_SECONDS)
            seen.append(event.params["page"])

        self.client.on("*", slow)
        self.client.request("fake/notify", {"method": "a/b", "count": 1000})
        go.set()
        eventually(lambda: len(seen) == 1000, "all callbacks")
        self.assertEqual(seen, list(range(1000)))


class HandlerTests(unittest.TestCase):
    """Requests that the server sends."""

    def ask(self, client: paginator.Client, method: str, params: Any) -> Any:
        return client.request("fake/ask", {"method": method, "params": params})

    def test_handlers_answer(self) -> None:
        with fake(
            extract_page=lambda params: {"next": {"url": params["page"]}},
            fetch=lambda params: {"status": 200, "headers": {}, "body": "x"},
            credentials=lambda params: None,
        ) as client:
            capabilities = client.request("fake/facts")["params"]["capabilities"]["paginator"]
            self.assertEqual(
                capabilities,
                {"notifications": True, "extractPage": True, "fetch": True, "credentials": True},
            )
            reply = self.ask(client, "paginator/extractPage", {"page": 7})
            self.assertEqual(reply["result"], {"next": {"url": 7}})
            self.assertEqual(self.ask(client, "paginator/fetch", {})["result"]["body"], "x")
            self.assertIsNone(self.ask(client, "paginator/credentials", {})["result"])

    def test_no_handler(self) -> None:
        with fake() as client:
            reply = self.ask(client, "paginator/fetch", {})
            self.assertEqual(reply["error"]["code"], -32601)

    def test_handler_that_raises(self) -> None:
        def fail(params: Any) -> Any:
            raise RuntimeError("no key")

        with fake(credentials=fail) as client, self.assertLogs("paginator", "ERROR"):
            reply = self.ask(client, "paginator/credentials", {})
            self.assertEqual(reply["error"]["message"], "RuntimeError: no key")

    def test_handler_whose_result_has_no_json(self) -> None:
        with fake(credentials=lambda params: object()) as client:
            with self.assertLogs("paginator", "ERROR"):
                reply = self.ask(client, "paginator/credentials", {})
            self.assertIn("TypeError", reply["error"]["message"])

    def test_handler_may_call_the_server(self) -> None:
        clients: List[paginator.Client] = []
        with fake(credentials=lambda params: clients[0].request("fake/echo", params)) as client:
            clients.append(client)
            reply = self.ask(client, "paginator/credentials", {"headers": {}})
            self.assertEqual(reply["result"], {"headers": {}})

    def test_capabilities_of_the_caller(self) -> None:
        with fake(capabilities={"notifications": False, "fetch": True}) as client:
            capabilities = client.request("fake/facts")["params"]["capabilities"]["paginator"]
            self.assertEqual(capabilities, {"notifications": False, "fetch": True})


if __name__ == "__main__":
    unittest.main()
