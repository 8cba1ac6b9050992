// Tests that need neither an editor nor a server.

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { describe } from "node:test";

import { Collection, PAGES_KEPT_MAX } from "../lib/collection.js";
import { Credentials, hasCredentials, paramsFor, wordsFor } from "../lib/credentials.js";
import { documentOf } from "../lib/documents.js";
import { profilesIn } from "../lib/files.js";
import { laidOut } from "../lib/json.js";
import { labelOf } from "../lib/labels.js";
import {
  builtInProfile, convertedProfiles, originOf, profileOfURL, savedProfiles, withProfile,
} from "../lib/profiles.js";
import { childrenOf, placeOf, rootsOf } from "../lib/tree.js";
import { parse, stringify } from "../page/json.js";
import { keysOf, pathOf, valueAt } from "../page/paths.js";
import { test } from "../../node/test/support.js";

describe("the place in a list", () => {
  test("of an empty one is no page", () => {
    const place = (pageCount, objectCount) =>
      placeOf({ state: { currentPage: 1, pageCount, objectCount } });
    assert.equal(place(0, 0), "no items");
    assert.equal(place(3, 5), "page 1 of 3, 5 items");
    assert.equal(place(null, null), "page 1");
  });
});

describe("JSON that is laid out", () => {
  test("keeps every digit and every escape", () => {
    const text =
      '{"id":12345678901234567890,"n":[1.10,-0,{}],"s":"a:,[]{}\\"\\\\","e":[],"u":"\\u00e9"}';
    assert.equal(laidOut(text), [
      "{",
      '  "id": 12345678901234567890,',
      '  "n": [',
      "    1.10,",
      "    -0,",
      "    {}",
      "  ],",
      '  "s": "a:,[]{}\\"\\\\",',
      '  "e": [],',
      '  "u": "\\u00e9"',
      "}",
    ].join("\n"));
  });

  test("is what JSON.stringify makes of ordinary values", () => {
    for (const value of [null, 7, "x", [], {}, [[[]], {}], { a: { b: [1, { c: null }] } }]) {
      assert.equal(laidOut(JSON.stringify(value)), JSON.stringify(value, null, 2));
    }
  });

  test("long strings do no harm", () => {
    const text = JSON.stringify(["\\\"x".repeat(1_000_000)]);
    assert.deepEqual(JSON.parse(laidOut(text)), JSON.parse(text));
  });

  test("key paths", () => {
    const value = parse('{"a":[{"b":1}],"c.d":{"":2},"/e":3}');
    assert.equal(valueAt(value, keysOf("a.0.b")).text, "1");
    for (const path of ["a.1", "a.0.b.c", "x", "constructor", "__proto__"]) {
      assert.equal(valueAt(value, keysOf(path)), undefined);
    }
    for (const keys of [["c.d", ""], ["/e"], ["a~/", ""], ["a\\", "b.c"], []]) {
      assert.deepEqual(keysOf(pathOf(keys)), keys);
    }
    assert.equal(valueAt(value, keysOf(pathOf(["c.d", ""]))).text, "2");
  });

  test("is read and written without a loss", () => {
    const text = '{"b":[1.10,-0,1e999,{}],"1":12345678901234567891,"b":null,"__proto__":"\\n"}';
    assert.equal(stringify(parse(text)), text);
    assert.equal(stringify(parse(' { "a" : [ true , 1 ] } ')), '{"a":[true,1]}');
    for (const wrong of ["", "{", "[1,]", "nul", "1 2", '{"a"}', '"', "[", "-"]) {
      assert.throws(() => parse(wrong), SyntaxError, wrong);
    }
  });
});

describe("labels", () => {
  for (const [name, item, display, label, detail] of [
    ["a usual name", { id: 1, title: " A\n title " }, undefined, "A title", ""],
    ["the profile's paths", { title: "t", user: { login: "me" } },
      { label: "user.login", detail: "title" }, "me", "t"],
    ["a path that leads nowhere", { name: "n" }, { label: "a.b" }, "n", ""],
    ["nothing that names it", { a: [1], b: null }, undefined, '{"a":[1],"b":null}', ""],
    ["a text", "just text", undefined, '"just text"', ""],
  ]) {
    test(name, () => assert.deepEqual(labelOf(JSON.stringify(item), display), { label, detail }));
  }

  test("a number is shown as it came", () => {
    assert.equal(labelOf('{"id":12345678901234567891}').label, "12345678901234567891");
    assert.equal(labelOf('{"id":1.10}').label, "1.10");
  });

  test("long ones are cut between characters", () => {
    const { label } = labelOf(JSON.stringify({ title: "😀".repeat(300) }));
    assert.deepEqual([[...label].length, label.endsWith("😀…")], [100, true]);
  });
});

describe("profiles", () => {
  test("saved, and saved again", () => {
    const setting = { A: { url: "https://a/", label: "t", detail: "d", perPage: 5 } };
    const [profile] = savedProfiles(setting);
    assert.deepEqual(profile, {
      name: "A", title: "A", params: { url: "https://a/", perPage: 5 },
      display: { label: "t", detail: "d" }, isSaved: true,
    });
    assert.deepEqual(withProfile(setting, "b", profile), { ...setting, b: setting.A });
    assert.deepEqual(withProfile({}, "Ünser B!", profile), {
      "unser-b": { title: "Ünser B!", ...setting.A },
    });
    for (const wrong of [{ A: null }, { A: [] }, { A: "x" }, { A: { perPage: 5 } }]) {
      assert.throws(() => savedProfiles(wrong), /needs a "url" or "extends" for "A"/);
    }
    assert.deepEqual(savedProfiles(undefined), []);
  });

  test("one that only extends another", () => {
    const setting = { x: { extends: "github", title: "Mine", authentication: { type: "bearer" } } };
    const [{ title, params }] = savedProfiles(setting);
    assert.deepEqual([title, params], ["Mine", { profile: "github" }]);
    assert.deepEqual(withProfile({}, "x", { params, display: {} }), { x: { extends: "github" } });
  });

  test("settings of an earlier version are converted, and once", () => {
    const old = {
      "Swift issues": { profile: "github", url: "https://a/", label: "title" },
      "swift-issues": { url: "https://b/" },
      "Swift Issues!": { profile: "github", extends: "gitlab" },
      "Ämter": { url: "https://c/", title: "Offices" },
      "": { profile: "x" },
      broken: 5,
    };
    const converted = convertedProfiles(old);
    assert.deepEqual(converted, {
      "swift-issues-2": {
        title: "Swift issues", extends: "github", url: "https://a/", label: "title",
      },
      "swift-issues": { url: "https://b/" },
      "swift-issues-3": { title: "Swift Issues!", profile: "github", extends: "gitlab" },
      amter: { url: "https://c/", title: "Offices" },
      profile: { title: "", extends: "x" },
      broken: 5,
    });
    assert.equal(convertedProfiles(converted), null);
    assert.equal(convertedProfiles(undefined), null);
    const long = Object.keys(convertedProfiles({ ["X".repeat(99)]: {}, ["x".repeat(99)]: {} }));
    assert.deepEqual(long, ["x".repeat(64), `${"x".repeat(62)}-2`]);
  });

  test("profiles of a file and their places, also while it is typed", () => {
    const text = '{"$schema": "a", "profiles": {\n  "one": {"headers": {"profiles": "{"}},\n' +
      '  "t\\u0077o": {"a": [{"b": 1}, "c"]}}, "other": {"three": {}}}';
    assert.deepEqual(profilesIn(text), [
      { name: "one", offset: text.indexOf('"one"') }, { name: "two", offset: text.indexOf('"t\\') },
    ]);
    for (let end = 0; end < text.length; end += 1) {
      assert.ok(profilesIn(text.slice(0, end)).length <= 2);
    }
    assert.deepEqual(profilesIn('{"profiles": [{"one": 1}], "x": {"profiles": {"y": {}}}}'), []);
  });

  test("names of URLs", () => {
    const name = (url) => profileOfURL(url).name;
    assert.equal(name("https://me:secret@api.example.com/v2/articles?p=:currentPage"), "articles");
    assert.equal(name("https://api.example.com/list/:currentPage"), "list");
    assert.equal(name("https://me:secret@api.example.com"), "https://api.example.com");
    assert.equal(name("what is this"), "what is this");
    assert.equal(builtInProfile({ name: "p", title: "P" }, undefined).name, "P");
  });

  test("origins of URL patterns", () => {
    const pattern = "https://me:x@API.example.com:443/a:currentPage";
    assert.equal(originOf(pattern), "https://api.example.com");
    for (const url of [undefined, "ftp://a/", "a/b", "http://:currentPage"]) {
      assert.equal(originOf(url), null);
    }
  });
});

describe("credentials", () => {
  const key = (name, more) => ({ auth: { type: "apiKey", name, value: "1234", ...more } });
  for (const [typed, authentication, challenge, params] of [
    ["1234", undefined, null, { token: "1234" }],
    ["me:12:34", undefined, 'Basic realm="x"',
      { auth: { type: "basic", username: "me", password: "12:34" } }],
    ["token 1234", undefined, null, key("Authorization", { prefix: "token " })],
    ["X-Api-Key: 1234", undefined, "Bearer", key("X-Api-Key")],
    ["X-Api-Key: 1234", { type: "bearer" }, null, { token: "X-Api-Key: 1234" }],
    ["me@a:1234", { type: "basic", pair: "{token}", format: "mail:token" }, null,
      { token: "me@a:1234" }],
    ["1234", { type: "basic", pair: "{token}", format: "mail:token" }, null, null],
    ["1234", { type: "basic", pair: "{token}:" }, null, { token: "1234" }],
    ["A:B", { type: "awsSigV4" }, null,
      { auth: { type: "awsSigV4", accessKeyId: "A", secretAccessKey: "B" } }],
    ["A", { type: "awsSigV4" }, null, null],
    ["", undefined, null, null],
  ]) {
    test(`"${typed}" for ${authentication?.type ?? "any API"} is ${JSON.stringify(params)}`, () => {
      assert.deepEqual(paramsFor(typed, authentication, challenge), params);
    });
  }

  test("the profile's words", () => {
    const profile = {
      title: "Jira", authentication: { type: "basic", format: "mail:token", documentation: "D" },
    };
    const about = { origin: "https://a", profile, challenge: "Basic", wasRefused: true };
    const { problem, ...words } = wordsFor(about);
    assert.deepEqual(words, {
      title: "Sign in to https://a", prompt: "The stored secret was refused. How to get one: D",
      placeHolder: "mail:token",
    });
    assert.deepEqual([problem("1234"), problem("a:b"), problem("")],
      ["Of the form mail:token", undefined, undefined]);
    assert.match(wordsFor({ ...about, profile: null }).prompt, /It asks for: Basic\.$/);
  });

  test("what brings its own credentials gets no others", () => {
    for (const params of [{ token: "1" }, { auth: {} }, { headers: { AUTHORIZATION: "x" } }]) {
      assert.ok(hasCredentials(params));
    }
    for (const params of [{}, { token: null }, { headers: { Accept: "x" } }]) {
      assert.ok(!hasCredentials(params));
    }
  });

  function stored(...answers) {
    const map = new Map();
    const secrets = {
      get: async (key) => map.get(key),
      store: async (key, value) => void map.set(key, value),
      delete: async (key) => void map.delete(key),
    };
    const asked = [];
    const ask = async ({ prompt }) => {
      asked.push(prompt);
      return answers.shift();
    };
    return { credentials: new Credentials({ secrets, ask }), asked };
  }

  test("two that wait for one origin ask once", async () => {
    const { credentials, asked } = stored("1234");
    const both = ["p", "q"].map(() => credentials.signIn("https://a"));
    assert.deepEqual(await Promise.all(both), [true, true]);
    assert.deepEqual(asked, ["The API wants to know you."]);
    assert.deepEqual(await credentials.known("https://a/list"), { token: "1234" });
    assert.equal(await credentials.known("https://b/list"), null);
    assert.equal(await credentials.known(undefined), null);
  });

  test("a challenge tells how a secret is meant; the server gets none", async () => {
    const { credentials, asked } = stored("me:1234", undefined);
    assert.equal(credentials.challenged({ origin: "https://a", challenge: "Basic" }), null);
    assert.ok(await credentials.signIn("https://a"));
    assert.equal((await credentials.known("https://a")).auth.type, "basic");
    assert.ok(!(await credentials.signIn("https://a")));
    assert.match(asked[1], /^The stored secret was refused/);
    await credentials.signOut("https://a");
    assert.equal(await credentials.known("https://a"), null);
  });
});

describe("a collection", () => {
  /** A paginator that has as many pages of one item as one wants. */
  function endless() {
    const paginator = new EventEmitter();
    paginator.state = {
      currentPage: null, hasNextPage: true, hasPreviousPage: false, pageCount: null,
      objectCount: null, firstPage: 1, url: null, patternURL: "", strategy: "page", warnings: [],
    };
    const load = (page) => {
      paginator.state = { ...paginator.state, currentPage: page, hasPreviousPage: page > 1 };
      return { page, items: [`{"id":${page}}`], state: paginator.state };
    };
    paginator.next = async () => load((paginator.state.currentPage ?? 0) + 1);
    paginator.page = async (page) => load(page);
    paginator.close = async () => {};
    return paginator;
  }

  test("keeps pages in the order of their numbers", async () => {
    const collection = new Collection("1", { name: "A", params: {}, display: {} });
    collection.attach(endless());
    for (const page of [5, 2, 9, 1]) await collection.goTo(page);
    assert.deepEqual([...collection.pages.keys()], [1, 2, 5, 9]);
    assert.equal(collection.text(), '[{"id":1},{"id":2},{"id":5},{"id":9}]');
    assert.equal(collection.text({ page: 2 }), '[{"id":2}]');
    assert.equal(collection.text({ page: 3 }), null);
    assert.equal(collection.text({ page: 9, item: 1 }), null);
  });

  test("drops the lowest pages past the limit, and says so", async () => {
    const collection = new Collection("1", { name: "A", params: {}, display: {} });
    collection.attach(endless());
    for (let page = 1; page <= PAGES_KEPT_MAX; page += 1) await collection.more();
    assert.deepEqual([collection.pages.size, collection.droppedPages], [PAGES_KEPT_MAX, 0]);
    await collection.more();
    assert.deepEqual([collection.pages.size, collection.droppedPages], [PAGES_KEPT_MAX, 1]);
    const [first] = childrenOf(rootsOf([collection])[0]);
    assert.equal(first.label, "1 page no longer kept");
    await collection.goTo(1);
    assert.ok(collection.pages.has(1) && !collection.pages.has(2));
  });

  test("that is closed says so", async () => {
    const collection = new Collection("1", { name: "A", params: {}, display: {} });
    collection.attach(endless());
    await collection.close();
    await assert.rejects(collection.more(), /A has been closed/);
    await collection.cancel();
  });

  test("names of documents have no slash of their own", () => {
    const { path, query } = documentOf({ key: "7", name: "a/b" }, { page: 3, item: 0 });
    assert.deepEqual([path, query], ["/a b, page 3, item 1.json", "key=7&page=3&item=0"]);
  });
});
