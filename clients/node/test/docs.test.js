// README, types and picture say what is the case.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe } from "node:test";
import { fileURLToPath } from "node:url";

import * as api from "../index.js";
import { STRATEGIES } from "../lib/methods.js";
import { folder, needsServer, run, SampleAPI, SERVER, test } from "./support.js";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const readme = fs.readFileSync(`${PACKAGE}/README.md`, "utf8");

/** The blocks of code that are to be run, each with the bold words before it. */
const recipes = [...readme.matchAll(/```js\n(.*?)```/gs)].map((found) => ({
  title: [...readme.slice(0, found.index).matchAll(/^\*\*(.+?)[.,?]?\*\*/gm)].at(-1)[1],
  code: found[1],
}));

/** Options that skip a test where a program is missing. */
function needs(command) {
  const isHere = spawnSync(command, ["--version"]).error === undefined;
  return isHere ? {} : { skip: `${command} is not installed` };
}

describe("README", needsServer, () => {
  let sample;
  before(async () => (sample = await SampleAPI.start()));
  after(() => sample.stop());

  for (const { title, code } of recipes) {
    test(`recipe: ${title}`, async () => {
      const text = code.replaceAll("https://api.example.com", sample.url);
      const ended = await run(process.execPath, ["--input-type=module", "--eval", text], {
        cwd: PACKAGE,
        env: { ...process.env, PAGINATOR: SERVER },
      });
      assert.equal(ended.code, 0, ended.stderr);
      for (const [, said] of code.matchAll(/console\.log\(.*\); \/\/ (.*?)(?:\.\.\.)?$/gm)) {
        assert.ok(ended.stdout.includes(said), `"${said}" in: ${ended.stdout}`);
      }
    });
  }

  test("the picture is what the script prints", async () => {
    const ended = await run(process.execPath, ["picture.js", "--check"], {
      cwd: PACKAGE,
      env: { ...process.env, PAGINATOR: SERVER },
    });
    assert.equal(ended.code, 0, ended.stderr);
  });
});

describe("types", () => {
  test("types are what the protocol says", needs("python3"), async () => {
    const ended = await run("python3", ["../../protocol/generate.py", "--check"], { cwd: PACKAGE });
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
  });

  test("tsc accepts the usage, and nothing else", needs("tsc"), async () => {
    const ended = await run("tsc", ["--project", "test/types"], { cwd: PACKAGE });
    assert.equal(ended.code, 0, ended.stdout);
  });

  test("a program in CommonJS gets open, and is told how to get the rest", needsServer, async () => {
    const program = `
      const { open, load } = require("paginator-client");
      open({ profile: "github", url: "http://127.0.0.1:9/" }).then(async (pages) => {
        await pages.close();
        const { Client } = await load();
        console.log(String(pages), typeof Client);
        try {
          console.log(typeof require("paginator-client").Client);
        } catch (error) {
          console.log(/await require/.test(error.message) ? "function" : error.message);
        }
      });`;
    const env = { ...process.env, PAGINATOR: SERVER };
    const args = ["--input-type=commonjs", "--eval", program];
    const ended = await run(process.execPath, args, { cwd: PACKAGE, env });
    assert.equal(ended.stdout, "Pages p1: nothing loaded function\nfunction\n", ended.stderr);
  });

  test("npm packs what the package needs, and no more", needs("npm"), async () => {
    const ended = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts=false"], {
      cwd: PACKAGE,
    });
    assert.equal(ended.code, 0, ended.stderr);
    const [{ files }] = JSON.parse(ended.stdout.slice(ended.stdout.indexOf("[\n")));
    const names = files.map(({ path }) => path);
    for (const name of ["LICENSE", "README.md", "index.js", "index.cjs", "types/index.d.ts",
      "types/lib/errors.d.ts", "types/protocol.d.ts", "types/options.d.ts", "types/package.json",
      "lib/methods.js"]) {
      assert.ok(names.includes(name), name);
    }
    assert.ok(!names.some((name) => /^(test|examples)|picture|^types\.js/.test(name)), names.join());
    assert.ok(!fs.existsSync(`${PACKAGE}/LICENSE`), "nothing is left behind");
  });

  test("the package for this platform brings the server", {
    ...needs("npm"), ...(SERVER ? {} : needsServer), ...needs("python3"),
  }, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paginator-npm-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const packed = await run("python3", ["package.py", "--executable", SERVER, "--output", folder], {
      cwd: PACKAGE,
    });
    assert.equal(packed.code, 0, packed.stderr);
    const [client, server] = packed.stdout.trim().split("\n");
    const platform = `paginator-client-${process.platform}-${process.arch}`;
    assert.equal(path.basename(server), `${platform}-${api.VERSION}.tgz`);
    // Both are given, as a registry would give them.
    const options = ["--no-audit", "--no-fund", "--offline", "--ignore-scripts", "--omit=optional"];
    fs.writeFileSync(path.join(folder, "package.json"), "{}");
    const installed = await run("npm", ["install", ...options, server, client], { cwd: folder });
    assert.equal(installed.code, 0, installed.stderr);
    const modules = path.join(folder, "node_modules");
    const read = (name) => JSON.parse(fs.readFileSync(path.join(modules, name, "package.json")));
    assert.equal(read("paginator-client").optionalDependencies[platform], api.VERSION);
    assert.deepEqual([read(platform).os, read(platform).cpu], [[process.platform], [process.arch]]);
    const code = `import { open } from "paginator-client";
      const pages = await open({ url: "http://127.0.0.1:9/" });
      console.log(pages.client.server.name);
      await pages.close();`;
    const { PAGINATOR: _, ...env } = process.env;
    const ended = await run(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: folder, env: { ...env, PATH: "/nowhere" },
    });
    assert.equal(ended.stdout, "paginator\n", ended.stderr);
  });

  test("tsc names all strategies where one is misspelled", needs("tsc"), async (t) => {
    const file = path.join(folder(t), "wrong.mts");
    const name = JSON.stringify(`${PACKAGE}types/index`);
    fs.writeFileSync(file, `import { open } from ${name};
      open({ url: "https://api.example.com/", pagination: { strategy: "pge" } });`);
    const ended = await run("tsc", ["--noEmit", "--strict", "--target", "ES2022", file]);
    for (const strategy of STRATEGIES) assert.ok(ended.stdout.includes(`"${strategy}"`), ended.stdout);
  });

  test("declarations are what tsc emits from lib", needs("tsc"), async (t) => {
    const { stdout: version } = await run("tsc", ["--version"]);
    if (!version.startsWith("Version 4.8.")) return t.skip(`tsc is not of 4.8: ${version}`);
    const ended = await run(process.execPath, ["types.js", "--check"], { cwd: PACKAGE });
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
  });

  const declared = ["index", "options", "lib/client", "lib/errors", "lib/kinds", "lib/pages"]
    .map((name) => fs.readFileSync(`${PACKAGE}/types/${name}.d.ts`, "utf8")).join("");

  test("the types declare what is exported, and no more", () => {
    const names = [...declared.matchAll(/^export (?:class|function|const) (\w+)/gm)];
    assert.deepEqual(
      [...new Set(names.map(([, name]) => name))].filter((name) => name !== "OWN_CLIENT").sort(),
      Object.keys(api).sort(),
    );
  });

  for (const name of ["Client", "Pages"]) {
    test(`${name} has the members that are declared`, () => {
      const type = new RegExp(`^export (?:class ${name}|interface Emitter)\\b.*?\\{\\n(.*?)^\\}`, "gms");
      const bodies = [...declared.matchAll(type)].map(([, body]) => body);
      assert.equal(bodies.length, 2);
      const found = bodies.join("").matchAll(/^ {2,4}(?:readonly |get )?(\w+)\??[<(:]/gm);
      const members = [...found].map((each) => each[1]);
      const isHidden = ["constructor", "forget", "stream", "toString"];
      const own = Object.getOwnPropertyNames(api[name].prototype);
      for (const each of own) {
        assert.ok(members.includes(each) || isHidden.includes(each), `${each} is declared`);
      }
      const client = new api.Client();
      const state = { paginatorId: "a" };
      const object = name === "Client" ? client : new api.Pages(client, state);
      for (const each of members) assert.ok(each in object, `${each} is there`);
    });
  }
});
