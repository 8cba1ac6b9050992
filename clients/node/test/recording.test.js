// Recording and replaying, which the server does where a variable says so: the program's code is the
// same for all of it.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe } from "node:test";

import { open } from "../index.js";
import { folder, needsServer, SampleAPI, test } from "./support.js";

const FIRST_TITLE = "Late birds of Fez";

/** A walk through 60 articles, as any program does it. */
async function titles(url) {
  const pages = await open({ url: `${url}/page?page=:currentPage`, itemsPath: "articles" });
  const found = [];
  for await (const item of pages) found.push(item.title);
  await pages.close();
  return found;
}

/** Does it with a variable of the environment. */
async function within(name, value, work) {
  process.env[name] = value;
  try {
    return await work();
  } finally {
    delete process.env[name];
  }
}

describe("a recording", needsServer, () => {
  test("a walk is recorded, replayed and changed", async (t) => {
    const place = folder(t);
    const api = await SampleAPI.start("--items", "60");
    const name = path.join(place, "tape-%p.har");
    const walked = await within("PAGINATOR_RECORD", name, () => titles(api.url));
    await api.stop();
    assert.deepEqual([walked.length, walked[0]], [60, FIRST_TITLE]);
    const [tape] = fs.readdirSync(place).map((each) => path.join(place, each));
    await within("PAGINATOR_REPLAY", tape, async () => {
      assert.deepEqual(await titles(api.url), walked);
      const text = fs.readFileSync(tape, "utf8");
      fs.writeFileSync(tape, text.replace(FIRST_TITLE, "Changed by hand"));
      assert.deepEqual(await titles(api.url), ["Changed by hand", ...walked.slice(1)]);
    });
  });
});
