"""Opening: the form, detection, what is to be copied, and what the server refuses."""

import json
import unittest
import urllib.parse

from support import bridge, ItemsAPI, PageTest


class OpenTests(PageTest):
    def test_fields_and_params_follow_each_other(self):
        page = self.start()
        params = page.get_by_role("textbox", name="Open params")
        page.get_by_role("textbox", name="URL").fill("https://api.example.com/a")
        page.get_by_role("spinbutton", name="Items per page").fill("50")
        page.get_by_label("Token").fill("glpat-secret")
        self.assertEqual(
            json.loads(params.input_value()), {"url": "https://api.example.com/a", "perPage": 50})
        params.fill('{"url": "https://api.example.com/b", "profile": "github", "headers": {"A": "b"}}')
        self.assertEqual(
            page.get_by_role("textbox", name="URL").input_value(), "https://api.example.com/b")
        self.assertEqual(page.get_by_role("combobox", name="Profile").input_value(), "github")
        self.assertEqual(page.get_by_role("spinbutton", name="Items per page").input_value(), "")
        page.get_by_role("textbox", name="URL").fill("https://api.example.com/c")
        self.assertEqual(json.loads(params.input_value())["headers"], {"A": "b"})

    def test_profiles_are_found_by_name_and_title(self):
        page = self.start()
        box = page.get_by_role("combobox", name="Profile")
        options = page.get_by_role("listbox").get_by_role("option")
        for text, name in [("gitl", "gitlab"), ("github rest", "github"), ("stripe", "stripe")]:
            box.fill(text)
            self.eventually(lambda: options.count(), lambda count: count > 0, text)
            page.keyboard.press("Enter")
            self.assertEqual(box.input_value(), name)
            params = page.get_by_role("textbox", name="Open params").input_value()
            self.assertEqual(json.loads(params)["profile"], name)
        box.fill("postgrest")
        options.first.click()
        self.assertEqual(box.input_value(), "postgrest")

    def test_candidates_tell_why_and_open(self):
        page = self.start()
        page.get_by_role("textbox", name="URL").fill(self.url())
        page.get_by_role("button", name="Detect").click()
        button = page.get_by_role("button", name="Open candidate 1")
        button.wait_for()
        text = page.get_by_role("list", name="Candidates").inner_text()
        for expected in ["page", "0.9", "/pagination/total_pages", "number of pages"]:
            self.assertIn(expected, text)
        button.click()
        self.wait_status(page, "State", "^page 1 of 10, 250 items")
        params = json.loads(page.get_by_role("textbox", name="Open params").input_value())
        self.assertEqual(params["itemsPath"], "articles")
        self.assertNotIn("score", params)

    def test_a_refused_param_is_an_alert_with_its_path(self):
        page = self.start({"url": self.url(), "fetching": {"timeoutSecond": 5}})
        alert = page.get_by_role("alert")
        self.eventually(alert.inner_text, lambda text: "fetching.timeoutSecond" in text)
        self.open(page, {"url": self.url()})
        self.cells(page, 1)
        self.eventually(alert.inner_text, "")

    def test_a_failure_of_the_list_before_does_not_cover_a_refused_open(self):
        page = self.start({"url": self.url("/page?fault=500@p1"), "fetching": {"retries": 1}})
        table = page.get_by_role("table", name="Requests")
        self.eventually(table.inner_text, lambda text: "status 500" in text)
        self.open(page, {"url": "ftp://x/"})
        self.wait_status(page, "State", "^failed$")
        alert = page.get_by_role("alert")
        self.assertIn("absolute URL", alert.inner_text())
        page.get_by_role("button", name="Try again").click()
        self.eventually(alert.inner_text, lambda text: "status 500" in text)

    def test_an_open_that_fails_says_how_in_one_row(self):
        page = self.start({"url": self.url("/page?auth=s3cret")})
        self.wait_status(page, "State", "^failed")
        alert = page.get_by_role("alert")
        for expected in ["status 401", "GET http://127.0.0.1", "'auth'", "Enter a token above"]:
            self.eventually(alert.inner_text, lambda text: expected in text)
        self.assertEqual(page.locator("#grid .is-failed:not([hidden])").count(), 1)
        self.assertIn("GET http://127.0.0.1", page.locator("#grid .is-failed:not([hidden])").inner_text())
        page.get_by_label("Token").fill("s3cret")
        page.get_by_role("button", name="Open", exact=True).click()
        self.cells(page, 1)
        self.eventually(alert.inner_text, "")
        self.wait_status(page, "State", "^page 1 of 10, 250 items")

    def test_nothing_of_the_last_collection_is_said_of_the_next(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        page.get_by_role("button", name="Load all").click()
        self.wait_status(page, "Walk", "complete: 250 items")
        self.open(page, {"url": self.url("/page?items=50")})
        self.wait_status(page, "State", "^page 1 of 2, 50 items")
        self.assertEqual(self.text(page, "status", "Walk"), "")
        self.eventually(
            lambda: page.locator("#requests-body tr").count(), lambda count: 1 <= count <= 3)

    def test_what_is_open_stands_in_the_address(self):
        page = self.start({"url": self.url()})
        self.wait_status(page, "State", "^page 1 of 10, 250 items")
        first = page.url
        self.assertIn("#open=", first)
        self.open(page, {"url": self.url("/page?items=50")})
        self.wait_status(page, "State", "^page 1 of 2, 50 items")
        page.go_back()
        self.wait_status(page, "State", "^page 1 of 10, 250 items")
        self.assertEqual(page.url, first)
        page.go_forward()
        self.wait_status(page, "State", "^page 1 of 2, 50 items")
        page.reload()
        self.wait_status(page, "State", "^page 1 of 2, 50 items")
        params = json.loads(page.get_by_role("textbox", name="Open params").input_value())
        self.assertEqual(params, {"url": self.url("/page?items=50")})
        # A bookmark in another tab waits for the token of the bridge.
        other = self.open_page()
        other.goto(first)
        self.eventually(other.get_by_role("alert").inner_text, lambda text: "token" in text)
        other.goto(self.bridge.line)
        self.wait_status(other, "State", "^page 1 of 10, 250 items")
        self.assertEqual(other.url, first)

    def test_the_address_holds_the_view_and_opens_in_another_tab(self):
        page = self.start({"url": self.url()})
        self.cells(page, 1)
        page.get_by_role("button", name="Columns").click()
        dialog = page.get_by_role("dialog", name="Columns")
        dialog.get_by_role("checkbox", name="summary").uncheck()
        dialog.get_by_role("button", name="Move author.login left").click()
        page.keyboard.press("Escape")
        for number in (120, 1):
            box = page.get_by_role("spinbutton", name="Go to item")
            box.fill(str(number))
            box.press("Enter")
            self.cells(page, number)
            if number == 120:
                placed = self.eventually(lambda: page.evaluate("location.href"), lambda url: "120" in url)
        self.grid(page).get_by_role("columnheader", name="id", exact=True).click()
        page.keyboard.press("s")
        page.get_by_role("searchbox", name="Filter").fill("late")
        address = self.eventually(
            lambda: urllib.parse.unquote(page.evaluate("location.href")),
            lambda url: '"filter":"late"' in url)
        self.assertIn('"sort":"id"', address)
        other = page.context.new_page()
        other.set_default_timeout(20_000)
        other.goto(placed)
        self.assertEqual(self.cells(other, 120)[0], "120")
        headers = self.grid(other).get_by_role("columnheader")
        self.assertEqual(headers.all_inner_texts()[:2], ["id", "author.login"])
        self.assertNotIn("summary", headers.all_inner_texts())
        other.goto("about:blank")
        other.goto(page.url)
        self.wait_status(other, "Filter", "loaded items, sorted by id$")
        self.assertEqual(other.get_by_role("searchbox", name="Filter").input_value(), "late")

    def test_a_bookmark_waits_for_the_address_of_another_start(self):
        first = bridge()
        port = first.line.split(":")[2].split("/")[0]
        self.addCleanup(first.stop)
        page = self.open_page()
        page.goto(first.line)
        self.open(page, {"url": self.url()})
        self.cells(page, 1)
        bookmark = page.url
        page.goto("about:blank")
        first.stop()
        again = bridge("--port", port)
        self.addCleanup(again.stop)
        page.goto(bookmark)
        self.eventually(page.get_by_role("alert").inner_text, lambda text: "serve.js" in text)
        other = page.context.new_page()
        other.goto(again.line)
        self.cells(page, 1)
        self.assertEqual(page.url, bookmark)

    def test_no_secret_stands_in_the_address(self):
        page = self.start()
        page.get_by_role("textbox", name="Open params").fill(json.dumps({
            "url": self.url("/page?per_page=25&api_key=abc123").replace("://", "://me:abc789@"),
            "headers": {"X-Api-Key": "abc456", "Accept": "*/*"},
        }))
        page.get_by_label("Token").fill("s3cret")
        page.get_by_role("button", name="Open", exact=True).click()
        self.cells(page, 1)
        address = urllib.parse.unquote(page.url)
        self.assertIn("/page?per_page=25", address)
        self.assertIn('"Accept":"*/*"', address)
        for secret in ("abc123", "abc456", "abc789", "s3cret", '"token"'):
            self.assertNotIn(secret, address)
        page.reload()
        self.eventually(
            page.get_by_role("alert").inner_text, lambda text: "TOKEN" in text or "401" in text)
        self.assertEqual(page.get_by_label("Token").input_value(), "")

    def test_params_that_are_no_json_are_not_sent(self):
        page = self.start()
        page.get_by_role("textbox", name="Open params").fill('{"url": ')
        page.get_by_role("button", name="Open", exact=True).click()
        self.eventually(page.get_by_role("alert").inner_text, lambda text: "not valid JSON" in text)

    def test_commands_can_be_copied_without_secrets(self):
        page = self.start()
        page.get_by_role("textbox", name="Open params").fill(json.dumps({
            "url": "https://api.example.com/it's?page=:currentPage&api_key=abc123",
            "itemsPath": "data", "perPage": 10,
            "headers": {"Authorization": "Bearer abc456", "Accept": "a/b"},
        }))
        page.get_by_label("Token").fill("abc789")
        for name in ["command line", "Python", "params"]:
            page.get_by_role("button", name=f"Copy {name}").click()
            copied = self.eventually(
                lambda: page.evaluate("navigator.clipboard.readText()"),
                lambda text: "example.com" in text)
            self.assertIn("{env:TOKEN}", copied)
            self.assertIn("a/b", copied)
            for secret in ["abc123", "abc456", "abc789"]:
                self.assertNotIn(secret, copied, name)
        command = page.get_by_role("textbox", name="Command line").input_value()
        self.assertTrue(command.startswith("paginator fetch 'https://api.example.com/it'\\''s?page="))
        self.assertIn("--token '{env:TOKEN}'", command)
        python = page.get_by_role("textbox", name="Python").input_value()
        compile(python, "copied", "exec")
        self.assertIn('items_path="data"', python)
        self.assertIn('token=os.environ["TOKEN"]', python)

    def test_a_token_is_sent_as_it_is_or_from_the_environment(self):
        for token in ["s3cret", "{env:WEB_TEST_SECRET}"]:
            page = self.start()
            page.get_by_role("textbox", name="URL").fill(self.url("/page?auth=s3cret"))
            page.get_by_label("Token").fill(token)
            page.keyboard.press("Enter")
            self.assertEqual(self.cells(page, 1)[0], "1", token)
            command = page.get_by_role("textbox", name="Command line").input_value()
            expected = "{env:TOKEN}" if token == "s3cret" else token
            self.assertIn(f"--token '{expected}'", command)

    def test_variables_are_replaced_where_the_page_does_not_see_them(self):
        api = ItemsAPI(['{"id":1}'])
        self.addCleanup(api.stop)
        page = self.start({"url": api.url, "headers": {"X-Key": "{env:WEB_TEST_SECRET}"}})
        self.cells(page, 1)
        self.assertEqual(api.requests[0]["headers"]["X-Key"], "s3cret")
        self.assertNotIn("s3cret", page.content())
        self.open(page, {"url": api.url, "headers": {"X-Key": "{env:WEB_TEST_UNSET}"}})
        self.eventually(
            page.get_by_role("alert").inner_text, lambda text: "headers.X-Key" in text)


if __name__ == "__main__":
    unittest.main()
