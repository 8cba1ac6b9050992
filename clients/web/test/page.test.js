// The modules of the page that need no browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { Collection } from "../page/collection.js";
import { commandLine, python, withoutSecrets } from "../page/commands.js";
import { entriesOf, loadText } from "../page/exchanges.js";
import { elementTexts, parse, stringify } from "../page/json.js";
import { keysOf, pathOf, valueAt } from "../page/paths.js";
import { cut, duration, endSentence } from "../page/text.js";

describe("JSON", () => {
  const kept = [
    "12345678901234567890.10", "-0.0", "1e400", "true", "null", '""', "[]", "{}",
    '{"b":1,"7":2,"a":3}', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '["\\"\\\\","\\u00e9 \\n"]',
  ];
  for (const text of kept) {
    test(`${text} is kept`, () => {
      const again = stringify(parse(` ${text} `));
      assert.equal(again, text.replace("\\u00e9", "é"));
    });
  }

  const broken = ["", "{", '{"a"}', "[1,]", "nul", '"a', "1 2", "[".repeat(2_000)];
  for (const text of broken) {
    test(`${text.slice(0, 20) || "nothing"} is no JSON`, () => {
      assert.throws(() => parse(text), SyntaxError);
    });
  }

  test("elements are sliced as they stand there", () => {
    const text =
      '{"id":1,"result":{"x":{"items":[0]},"items":[ {"a":"]}\\"" , "b":[1, 2]} ,1.10, "\\\\" ,[]],"y":1}}';
    const found = elementTexts(text, ["result", "items"]);
    assert.deepEqual(found, ['{"a":"]}\\"" , "b":[1, 2]}', "1.10", '"\\\\"', "[]"]);
    assert.deepEqual(elementTexts('{"result":{"items":[]}}', ["result", "items"]), []);
    assert.equal(elementTexts('{"error":{}}', ["result", "items"]), null);
  });
});

describe("key paths", () => {
  const paths = [
    [["a", "b"], "a.b"], [["a.b", "c\\d"], "a\\.b.c\\\\d"], [["tags", "0"], "tags.0"], [[], ""],
    [["/a", "~"], "/~1a/~0"], [["@id"], "/@id"], [["a", ""], "/a/"],
  ];
  for (const [keys, path] of paths) {
    test(`${JSON.stringify(keys)} is ${path}`, () => {
      assert.equal(pathOf(keys), path);
      assert.deepEqual(keysOf(path), keys);
    });
  }

  test("they lead to own values only", () => {
    const item = parse('{"a":{"b":[1,{"c":2}]}}');
    assert.equal(valueAt(item, keysOf("a.b.-1.c")).text, "2");
    for (const path of ["constructor", "a.b.length", "a.x.y", "__proto__"]) {
      assert.equal(valueAt(item, keysOf(path)), undefined, path);
    }
  });
});

describe("commands", () => {
  test("secrets become variables, each its own; the rest stays", () => {
    const params = {
      url: "https://h/a?page=:currentPage&access_token=s1&key=:cursor",
      headers: { "X-API-Key": "s2", Accept: "a", Authorization: "Bearer {env:MINE}" },
      parameters: { sig: "s3", q: "x" },
      auth: { type: "basic", username: "me", password: "s4" },
    };
    const found = withoutSecrets(params, "s1");
    assert.equal(found.token, "{env:TOKEN}");
    assert.equal(found.url, "https://h/a?page=:currentPage&key=:cursor");
    assert.deepEqual(found.headers, {
      "X-API-Key": "{env:TOKEN_2}", Accept: "a", Authorization: "Bearer {env:MINE}",
    });
    assert.deepEqual(found.parameters, { access_token: "{env:TOKEN}", sig: "{env:TOKEN_3}", q: "x" });
    assert.deepEqual(found.auth, { type: "basic", username: "me", password: "{env:TOKEN_4}" });
    assert.equal(params.headers["X-API-Key"], "s2", "what was typed is not changed");
  });

  test("the user and password of a URL are secrets", () => {
    const hidden = (url, more) => {
      const { headers, ...rest } = withoutSecrets({ url, ...more }, "");
      return rest;
    };
    assert.deepEqual(hidden("https://me:p%40ss@h/a?b=c@d"), {
      url: "https://h/a?b=c@d",
      auth: { type: "basic", username: "me", password: "{env:TOKEN}" },
    });
    assert.deepEqual(hidden("https://sk_123:@h/"), {
      url: "https://h/", auth: { type: "basic", username: "{env:TOKEN}" },
    });
    assert.deepEqual(hidden("https://me:pw@h/", { headers: { authorization: "Bearer {env:A}" } }), {
      url: "https://h/",
    });
    assert.deepEqual(hidden("https://h/@a:b@c"), { url: "https://h/@a:b@c" });
  });

  test("a shell and Python read what was meant", () => {
    const params = { url: "https://h/it's", perPage: 5, identity: null, token: "{env:T}" };
    assert.equal(
      commandLine(params),
      "paginator fetch 'https://h/it'\\''s' --per-page 5 --token '{env:T}' --open '{\"identity\":null}'",
    );
    const text = python({ ...params, itemsPath: "a", mappings: { "a-b": [true] } });
    for (const line of ["import os", "per_page=5", 'items_path="a"', "identity=None"]) {
      assert.ok(text.includes(line), line);
    }
    assert.ok(text.includes('token=os.environ["T"],  # {env:T}'));
    assert.ok(text.includes('mappings={"a-b": [True]}'));
  });
});

describe("what passed for a load", () => {
  const entry = (more) => ({
    startedDateTime: "2026-11-22T09:30:00.125Z",
    time: 12.345,
    request: { method: "GET", url: "https://h/a", headers: [] },
    response: { status: 200, headers: [], content: { size: 0 } },
    ...more,
  });

  test("the latest comes first, with equal headers and a body as they came", () => {
    const cookies = ["a", "b"].map((value) => ({ name: "Set-Cookie", value }));
    const content = { size: 24, text: '{"id": 12345678901234567890}' };
    const failed = entry({ response: { status: 0, headers: [], content: { size: 0 }, _error: { detail: "no" } } });
    const text = loadText({ page: 2, error: undefined }, [
      failed, entry({ response: { status: 200, headers: cookies, content } }),
    ]);
    const shown = stringify(parse(text));
    assert.ok(text.startsWith('{"status":200,"method":"GET","url":"https://h/a",'), text);
    assert.ok(shown.includes('"responseHeaders":{"Set-Cookie":"a","Set-Cookie":"b"}'), shown);
    assert.ok(shown.includes('"body":{"id":12345678901234567890}'), shown);
    assert.ok(shown.includes('"page":2,"earlier":[{"failure":"no"'), shown);
    assert.equal(loadText({ page: 2 }, []), '{"page":2}');
  });

  test("a body that is no JSON is a text, and the beginning of one says so", () => {
    const content = { size: 32_768, text: '{"a' };
    const text = loadText({}, [entry({ response: { status: 200, headers: [], content } })]);
    assert.ok(text.endsWith('"bodyBeginning":"{\\"a"}'), text);
  });

  test("a load has the requests since the one of that page before it", () => {
    const at = (second) => entry({ startedDateTime: `2026-11-22T09:30:0${second}.000Z` });
    const [one, two, three] = [at(1), at(2), at(3)];
    const since = Date.parse("2026-11-22T09:30:01.500Z");
    assert.deepEqual(entriesOf([one, two, three], since, since + 1_000), [two]);
    assert.deepEqual(entriesOf([one, two], since + 9_000, Infinity), [one, two], "other clocks");
  });
});

describe("texts", () => {
  test("they are cut between characters", () => {
    assert.equal(cut("x".repeat(500)).length, 200);
    assert.equal(cut(`${"x".repeat(199)}😀`), "x".repeat(199));
    assert.equal(cut("short"), "short");
  });

  test("times and ends are for people", () => {
    assert.deepEqual([85.4, 1_240, 12_345].map(duration), ["85 ms", "1.24 s", "12.3 s"]);
    const reason = { kind: "totalReached", page: 3, evidence: { field: "objectCount", value: 250 } };
    assert.equal(endSentence(reason), "total reached");
    assert.equal(endSentence({ kind: "noNext", evidence: { field: "next", value: null } }), "no next page, next null");
    const refused = { field: "@status", value: 400, status: 400, body: "too far", url: "https://h/" };
    assert.equal(endSentence({ kind: "refused", evidence: refused }), "the API refuses the next page, status 400, too far");
  });

  test("an end has the words of the command line", () => {
    const source = readFileSync(
      new URL("../../../Sources/Fronts/Wire/Results/WalkSummary+Words.swift", import.meta.url), "utf8");
    const kinds = source.slice(0, source.indexOf("extension RunStart"));
    const cases = [...kinds.matchAll(/case ((?:\.\w+(?:, )?)+): "([^"\\]+)"/g)];
    assert.ok(cases.length > 10);
    for (const [, names, words] of cases) {
      for (const kind of names.split(", ")) assert.equal(endSentence({ kind: kind.slice(1) }), words);
    }
  });
});

describe("the collection", () => {
  const state = { firstPage: 1, perPage: 2, pageCount: null, hasObjectCount: false, loadedPages: [] };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  /** A server whose first page fails; `accesses` are the requests that make it ask the API. */
  function failing() {
    const accesses = [];
    const call = async (method, params) => {
      if (method === "paginator/indexesForPage") {
        await settled();
        return { start: 0, end: 2 };
      }
      if (method === "paginator/loadNextPage") {
        accesses.push(method);
        await settled();
        throw Object.assign(new Error("no"), { data: {} });
      }
      if (params.load) accesses.push(params);
      const failed = [{ page: 1, error: { message: "no" } }];
      const items = Array(params.count).fill(null);
      return { start: params.start, items, loaded: [], count: 0, pages: { loading: [], failed }, state };
    };
    const collection = new Collection(state, { call, notify() {}, changed() {} });
    return { collection, accesses };
  }

  test("what the server does not hold is not touched", async () => {
    const touched = [];
    const held = { ...state, loadedPages: [[1, 1]], hasObjectCount: true };
    const collection = new Collection(held, {
      call: () => Promise.reject(new Error("there is no server")),
      notify: (_, { index }) => touched.push(index),
      changed() {},
    });
    collection.takeWalked({ start: 0, items: ["1", "2", "3", "4", "5", "6"], objectCount: 6 });
    collection.show(0, 2);
    collection.show(4, 6);
    assert.deepEqual(touched, [0]);
  });

  test("rows that wait for a page before theirs are told of its cancel", async () => {
    const call = async (method, { start, count, page }) => {
      if (method === "paginator/indexesForPage") return { start: 2 * page - 2, end: 2 * page };
      const items = Array(count).fill(null);
      const pages = { loading: [], failed: [] };
      return { start, items, loaded: [], count: 100, pages, state: { ...state, strategy: "cursor", hasObjectCount: true } };
    };
    const collection = new Collection({ ...state, strategy: "cursor" }, { call, notify() {}, changed() {} });
    collection.takeWalked({ start: 0, items: ["1", "2"], objectCount: 100 });
    collection.show(80, 90);
    await settled();
    await collection.didFail(7, { code: 1009, message: "The load was cancelled." });
    const { error, start, end } = collection.failure(80);
    assert.match(error.message, /^The load was cancelled at page 7: .* page 41\.$/);
    assert.deepEqual([start, end], [80, 90]);
    collection.willLoad(7);
    assert.equal(collection.failure(80), undefined);
  });

  test("a first page that fails is requested once, however the view changes meanwhile", async () => {
    const { collection, accesses } = failing();
    for (const end of [20, 18, 17, 21]) {
      collection.show(0, end);
      collection.didFail();
      await settled();
    }
    for (let turn = 0; turn < 9; turn += 1) await settled();
    assert.equal(collection.loneFailure?.page, 1);
    assert.deepEqual(accesses, ["paginator/loadNextPage"]);
    collection.tryAgain(collection.loneFailure);
    collection.willLoad(1);
    collection.show(0, 20);
    for (let turn = 0; turn < 9; turn += 1) await settled();
    assert.equal(accesses.length, 2);
  });
});
