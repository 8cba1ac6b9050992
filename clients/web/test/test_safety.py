"""Text of an API stays text; secrets stay where they were typed; the token leaves the address."""

import json
import unittest

from support import ItemsAPI, PageTest, bridge

HOSTILE = [
    "<img src=x onerror=alert(1)>", "<script>alert(2)</script>", "javascript:alert(3)",
    "\u202eevil", "' onmouseover='alert(4)", "&lt;b&gt;", "{{7*7}}", "\u0000\u0007", "x" * 5_000,
]


class SafetyTests(PageTest):
    def hostile(self):
        items = []
        for number in range(60):
            text = json.dumps(HOSTILE[number % len(HOSTILE)])
            items.append(
                '{"id":%d,"__proto__":{"polluted":%s},"constructor":%s,"<b>key</b>":%s,'
                '"toString":1.10,"a.b":"dotted","list":[12345678901234567890],"gone":null,'
                '"hasOwnProperty":-0.0}'
                % (9007199254740993 + number, text, text, text))
        api = ItemsAPI(items)
        self.addCleanup(api.stop)
        return api

    def test_hostile_strings_are_text_and_numbers_keep_their_digits(self):
        page = self.start({"url": self.hostile().url})
        headers = self.grid(page).get_by_role("columnheader")
        self.eventually(headers.count, 9)
        self.assertEqual(
            self.cells(page, 1),
            ["9007199254740993", HOSTILE[0], HOSTILE[0], HOSTILE[0], "1.10", "dotted",
             "[12345678901234567890]", "null", "-0.0"])
        self.assertEqual(
            headers.all_inner_texts(),
            ["id", "__proto__.polluted", "constructor", "<b>key</b>", "toString", "a\\.b", "list",
             "gone", "hasOwnProperty"])
        self.assertIsNone(page.evaluate("({}).polluted ?? null"))
        self.assertEqual(page.locator("#grid img, #grid a, #grid script, #grid b").count(), 0)
        self.assertEqual(len(self.cells(page, 9)[2]), 200)
        cell = self.row(page, 1).get_by_role("gridcell")
        self.assertEqual(cell.first.evaluate("cell => getComputedStyle(cell).textAlign"), "right")
        self.assertEqual(
            cell.nth(2).evaluate("cell => getComputedStyle(cell).unicodeBidi"), "isolate")
        self.grid(page).focus()
        page.keyboard.press("Enter")
        tree = page.get_by_role("tree", name="Item")
        self.eventually(tree.inner_text, lambda text: HOSTILE[0] in text)
        self.assertEqual(tree.locator("img, script, a, b").count(), 0)
        page.get_by_role("button", name="Columns").click()
        dialog = page.get_by_role("dialog", name="Columns")
        self.assertEqual(dialog.get_by_role("checkbox").count(), 9)
        dialog.get_by_role("button", name="Move <b>key</b> left").click()

    def test_the_token_leaves_the_address_and_survives_a_reload(self):
        page = self.start()
        token = self.bridge.line.partition("#")[2]
        self.assertNotIn(token, page.url)
        page.reload()
        page.locator("body.is-connected").wait_for()
        page.goto("about:blank")

    def test_without_a_token_there_is_an_alert(self):
        page = self.open_page()
        page.goto(self.bridge.line.partition("#")[0])
        self.eventually(page.get_by_role("alert").inner_text, lambda text: "token" in text)

    def test_with_another_token_there_is_an_alert(self):
        page = self.open_page()
        page.goto(self.bridge.line.partition("#")[0] + "#" + "a" * 43)
        self.eventually(page.get_by_role("alert").inner_text, lambda text: "token" in text)

    def test_typed_secrets_are_not_stored(self):
        page = self.start()
        page.get_by_label("Token").fill("top-secret-token")
        page.get_by_role("textbox", name="URL").fill(self.url())
        page.get_by_role("button", name="Open", exact=True).click()
        self.cells(page, 1)
        stored = page.evaluate(
            "JSON.stringify([{...sessionStorage}, {...localStorage}, document.cookie, location.href])")
        self.assertNotIn("top-secret-token", stored)
        self.assertEqual(page.get_by_label("Token").get_attribute("type"), "password")
        for name in ["Open params", "Command line", "Python"]:
            text = page.get_by_role("textbox", name=name).input_value()
            self.assertNotIn("top-secret-token", text)

    def test_what_the_command_line_opens_is_open_at_once(self):
        running = bridge(self.url())
        self.addCleanup(running.stop)
        page = self.open_page()
        page.goto(running.line)
        self.assertEqual(self.cells(page, 1)[0], "1")
        self.assertEqual(page.get_by_role("textbox", name="URL").input_value(), self.url())


class LooksTests(PageTest):
    def test_nothing_scrolls_sideways_at_320_pixels(self):
        page = self.start({"url": self.url()}, width=320, height=640)
        self.cells(page, 1)
        page.get_by_role("button", name="Detect").click()
        page.get_by_role("button", name="Open candidate 1").wait_for()
        width = page.evaluate("[document.documentElement.scrollWidth, document.body.scrollWidth]")
        self.assertEqual(width, [320, 320])

    def test_the_grid_fills_a_large_screen(self):
        page = self.start({"url": self.url()}, width=3840, height=2160)
        self.cells(page, 1)
        box = self.grid(page).bounding_box()
        self.assertGreater(box["width"], 3_000)
        self.assertGreater(box["height"], 1_500)
        row = self.row(page, 1).bounding_box()
        self.assertGreater(row["width"], box["width"] - 40)
        self.cells(page, 60)

    def test_texts_have_contrast(self):
        for scheme in ["light", "dark"]:
            page = self.start({"url": self.url()}, color_scheme=scheme)
            self.cells(page, 1)
            page.get_by_role("button", name="Detect").click()
            page.get_by_role("button", name="Open candidate 1").wait_for()
            self.assertEqual(page.evaluate(CONTRAST), [], scheme)

    def test_nothing_moves_where_that_is_unwanted(self):
        page = self.start({"url": self.url()}, reduced_motion="reduce")
        self.cells(page, 1)
        moving = "[...document.querySelectorAll('*')].filter(each => { const style = " \
                 "getComputedStyle(each); return style.animationName !== 'none' || " \
                 "parseFloat(style.transitionDuration) > 0 }).length"
        self.assertEqual(page.evaluate(moving), 0)

    def test_all_controls_have_their_roles_and_names(self):
        page = self.start()
        for role, name in [
            ("textbox", "URL"), ("combobox", "Profile"), ("spinbutton", "Items per page"),
            ("textbox", "Open params"), ("button", "Open"), ("button", "Detect"),
            ("textbox", "Command line"), ("textbox", "Python"), ("button", "Copy command line"),
            ("button", "Copy Python"), ("button", "Copy params"), ("grid", "Items"),
            ("spinbutton", "Go to item"), ("button", "Columns"), ("region", "Item"),
            ("tree", "Item"), ("button", "Copy path"), ("searchbox", "Filter"),
            ("table", "Requests"), ("button", "Load all"), ("button", "Cancel"),
            ("progressbar", "Load all"), ("combobox", "Format"), ("button", "Save"),
            ("status", "Filter"), ("status", "State"), ("status", "Walk"), ("list", "Warnings"),
        ]:
            self.assertEqual(page.get_by_role(role, name=name, exact=True).count(), 1, (role, name))
        columns = page.get_by_role("table", name="Requests").get_by_role("columnheader")
        self.assertEqual(
            columns.all_inner_texts(), ["Page", "Duration", "Attempts", "Waited", "Why"])


# All texts whose contrast with what is behind them is below 4.5, as WCAG 2 counts.
CONTRAST = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = color => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map(each => each / 255)
      .map(each => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const back = element => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return rgba("Canvas");
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const isText = [...element.childNodes].some(each => each.nodeType === 3 && each.data.trim())
      || element.matches("input, textarea, select");
    if (!isText || !element.checkVisibility() || element.matches(":disabled")) continue;
    const [one, other] = [rgba(getComputedStyle(element).color), back(element)].map(luminance);
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) found.push(`${element.tagName} ${element.className} ${contrast}`);
  }
  return found;
}"""


if __name__ == "__main__":
    unittest.main()
