// Opening, documents, secrets and settings, through the editor.

import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, describe } from "node:test";

import { folder } from "../../node/test/support.js";
import {
  activated, editor, eventually, needsServer, profiles, said, SampleAPI, test,
} from "./support.js";

describe("extension", needsServer, () => {
  let api;
  before(async () => (api = await SampleAPI.start()));
  after(() => api.stop());

  const articles = (query = "", params = {}) => ({ Articles: { ...api.page(query), ...params } });

  test("opening a URL", async (t) => {
    activated(t);
    editor.willAnswer("$(link) URL...", `${api.url}/link?per_page=100&page=:currentPage`);
    await editor.run("paginator.open");
    const [pick, input] = editor.prompts;
    assert.deepEqual(pick.labels, ["$(link) URL...", "$(book) Built-in profile..."]);
    assert.match(input.placeHolder, /:currentPage/);
    assert.match((await editor.lines())[0], /^link \| page 1/);
  });

  test("opening a built-in profile", async (t) => {
    activated(t);
    editor.willAnswer("$(book) Built-in profile...", "GitHub REST API lists", `${api.url}/link`);
    await editor.run("paginator.open");
    assert.match((await editor.lines())[0], /^link \| page 1/);
  });

  test("nothing is opened by Escape", async (t) => {
    activated(t);
    editor.willAnswer(undefined);
    editor.willAnswer("$(link) URL...", undefined);
    editor.willAnswer("$(book) Built-in profile...", undefined);
    for (let round = 0; round < 3; round += 1) await editor.run("paginator.open");
    assert.deepEqual([editor.answers, editor.messages, await editor.lines()], [[], [], []]);
  });

  test("several collections; the selected one is meant", async (t) => {
    activated(t, profiles({ ...articles(), Others: api.page("&items=30") }));
    await editor.run("paginator.open", "Articles");
    await editor.run("paginator.open", "Others");
    editor.select((await editor.node("Articles")).element);
    await editor.run("paginator.loadMore");
    const roots = (await editor.lines()).filter((line) => !line.startsWith(" "));
    assert.deepEqual(roots, [
      "Articles | page 2 of 10, 250 items", "Others | page 1 of 2, 30 items",
    ]);
    editor.select(undefined);
    await editor.run("paginator.close");
    await editor.run("paginator.close", (await editor.node("Others")).element);
    assert.deepEqual(await editor.lines(), []);
    assert.equal(editor.status, undefined);
  });

  test("documents of an item, a page, and all items", async (t) => {
    activated(t, profiles(articles("&items=30")));
    await editor.run("paginator.open", "Articles");
    await editor.click("Early rivers");
    assert.equal(editor.shown[0].document.uri.path, "/Articles, page 1, item 2.json");
    assert.ok(editor.shown[0].document.getText().startsWith('{\n  "id": 2,\n  "title": "Early'));
    await editor.run("paginator.showItems", (await editor.node("Page 1")).element);
    assert.equal(JSON.parse(editor.text("Articles, page 1.json")).length, 25);
    await editor.run("paginator.showItems");
    assert.equal(JSON.parse(editor.text("Articles.json")).length, 25);

    await editor.run("paginator.loadMore");
    await eventually(() => JSON.parse(editor.text("Articles.json")).length === 30, "it follows");
    editor.closeDocument(editor.shown[2].document.uri);
    await editor.run("paginator.close");
    await assert.rejects(
      editor.providers.get("paginator").provideTextDocumentContent(editor.shown[0].document.uri),
      /This collection has been closed/,
    );
  });

  test("numbers keep their digits", async (t) => {
    const server = http.createServer((_, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end('[{"id":12345678901234567890,"price":1.10}]');
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${server.address().port}/`;
    activated(t, profiles({ Numbers: { url, pagination: { strategy: "single" } } }));
    await editor.run("paginator.open", "Numbers");
    await editor.run("paginator.showItems");
    assert.equal(
      editor.text("Numbers"),
      '[\n  {\n    "id": 12345678901234567890,\n    "price": 1.10\n  }\n]\n',
    );
  });

  test("refreshing shows what has changed", async (t) => {
    activated(t, profiles(articles("&fault=edit@2&session=vscode-refresh", { identity: "id" })));
    await editor.run("paginator.open", "Articles");
    const before = await editor.lines();
    await editor.run("paginator.refresh");
    const changed = (await editor.lines()).filter((line, index) => line !== before[index]);
    assert.ok(changed.length > 0);
    assert.ok(changed.every((line) => line.startsWith("    ")), changed.join("\n"));
  });

  test("refreshing starts over where the server does not hold what is shown", async (t) => {
    activated(t, profiles(articles("&items=60")));
    await editor.run("paginator.open", "Articles");
    await editor.run("paginator.loadAll");
    assert.equal((await editor.lines())[0], "Articles | page 3 of 3, 60 items");
    await editor.run("paginator.refresh");
    const lines = await editor.lines();
    assert.deepEqual(lines.filter((line) => !line.startsWith("    ")), [
      "Articles | page 1 of 3, 60 items", "  Page 1 | 25 items", "  Load more | 2 pages to go",
    ]);
  });

  test("a secret is asked for once, kept, and handed out again", async (t) => {
    activated(t, profiles(articles("&auth=1234")));
    editor.willAnswer("1234");
    await editor.run("paginator.open", "Articles");
    const [prompt] = editor.prompts;
    assert.equal(prompt.title, `Sign in to ${api.url}`);
    assert.deepEqual([prompt.password, prompt.ignoreFocusOut], [true, true]);
    assert.deepEqual([...editor.secrets], [
      [`paginator.secret:${api.url}`, '{"token":"1234"}'],
    ]);
    await editor.run("paginator.loadMore");
    await editor.run("paginator.close");
    await editor.run("paginator.open", "Articles");
    assert.equal(editor.prompts.length, 1);
    const shown = JSON.stringify([await editor.lines(true), editor.log, editor.messages]);
    assert.ok(!shown.includes("1234"));
  });

  test("a secret that is refused is asked for again; Escape gives up", async (t) => {
    activated(t, profiles(articles("&auth=right")));
    editor.secrets.set(`paginator.secret:${api.url}`, '{"token":"wrong"}');
    editor.willAnswer(undefined);
    await editor.run("paginator.open", "Articles");
    assert.match(editor.prompts[0].prompt, /^The stored secret was refused/);
    const { message, buttons } = await said();
    assert.match(message, /401.* Sign in with Paginator: Sign In\.$/);
    assert.doesNotMatch((await editor.lines()).join("\n"), /the param token/);
    assert.deepEqual(buttons, ["Sign In", "Try Again", "Show Log"]);
    editor.willAnswer("right");
    await editor.run("paginator.signIn");
    assert.match((await editor.lines())[0], /^Articles \| page 1/);
    await editor.run("paginator.signOut");
    assert.deepEqual([[...editor.secrets], await editor.lines()], [[], []]);
  });

  test("a profile says how a token is asked for, and sent", async (t) => {
    const url = `${api.url}/header?auth=header:PRIVATE-TOKEN:1234`;
    activated(t, { "paginator.profiles": { Issues: { profile: "gitlab", url } } });
    editor.willAnswer("1234");
    await editor.run("paginator.open", "Issues");
    const [{ prompt, placeHolder }] = editor.prompts;
    assert.match(prompt, /How to get one: https:\/\/docs\.gitlab\.com/);
    assert.equal(placeHolder, "The key that is sent as PRIVATE-TOKEN");
    assert.match((await editor.lines())[0], /^Issues \| page 1/);
  });

  test("saving as a profile", async (t) => {
    activated(t, profiles(articles("", { label: "title" })));
    await editor.run("paginator.open", "Articles");
    editor.willAnswer("Mine");
    await editor.run("paginator.save");
    const saved = editor.settings.get("paginator.profiles");
    assert.deepEqual(saved.mine, { ...saved.articles, title: "Mine" });
    assert.equal(editor.prompts[0].value, "Articles");
    await editor.run("paginator.open", "Mine");
    assert.match((await editor.lines()).find((line) => line.startsWith("Mine")), /page 1 of 10/);
  });

  test("settings of an earlier version are converted at the start", async (t) => {
    activated(t, profiles({ "Old One": { profile: "github", label: "title" } }), null);
    await eventually(() => "old-one" in editor.settings.get("paginator.profiles"), "converted");
    assert.deepEqual(editor.settings.get("paginator.profiles"), {
      "old-one": { title: "Old One", extends: "github", label: "title" },
    });
  });

  test("a lens over each profile of a file opens it", async (t) => {
    activated(t, {});
    const file = path.join(folder(t), "team.paginator.json");
    const url = `${api.url}/page?page=:currentPage`;
    const text = JSON.stringify({ profiles: {
      first: { url, itemsPath: "articles", headers: { "X-Key": "{env:HOME}" } },
      second: { extends: "first", perPage: 10 },
    } }, null, 2);
    fs.writeFileSync(file, text);
    const lenses = editor.lenses(file, text);
    assert.deepEqual(lenses.map(({ line, title }) => [line, title]), [
      [2, "Open with Paginator"], [9, "Open with Paginator"],
    ]);
    await lenses[1].run();
    assert.match((await editor.lines())[0], /^second \| page 1/);
    await lenses[0].run();
    assert.equal((await editor.lines()).filter((line) => /^(first|second) \|/.test(line)).length, 2);
    editor.isTrusted = false;
    assert.deepEqual(editor.lenses(file, text), []);
  });

  test("retries are logged, and shown while they wait", async (t) => {
    activated(t, profiles(articles("&fault=503@1&session=vscode-log&retry_after=30")));
    const opening = editor.run("paginator.open", "Articles");
    await eventually(() => editor.status?.includes("attempt 2 in 30 s"), "it waits to try again");
    assert.match(editor.log.join("\n"), /^warn: Page 1: .*503.*, attempt 2\.$/m);
    await editor.run("paginator.cancel");
    await opening;
    assert.match((await editor.lines())[0], /nothing loaded/);
  });
});
