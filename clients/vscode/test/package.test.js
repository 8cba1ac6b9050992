// The manifest, the stand-in, the copy of the client and README say what is the case.

import assert from "node:assert/strict";
import fs from "node:fs";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";

import { activated, editor, needsServer, run, SERVER, test } from "./support.js";
import * as standIn from "./vscode-stand-in.js";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const manifest = editor.manifest;
const extension = fs.readFileSync(`${FOLDER}/extension.js`, "utf8");

describe("manifest", () => {
  const contributed = manifest.contributes.commands.map(({ command }) => command);

  test("the commands that are contributed are registered, and no others", (t) => {
    activated(t, {}, null);
    assert.deepEqual([...editor.commands.keys()].sort(), [...contributed].sort());
  });

  test("menus and links use commands and views that exist", () => {
    for (const entries of Object.values(manifest.contributes.menus)) {
      for (const { command, when } of entries) {
        assert.ok(contributed.includes(command), command);
        const [, view = "paginator.collections"] = /view == (\S+)/.exec(when) ?? [];
        assert.equal(view, manifest.contributes.views.paginator[0].id);
      }
    }
    for (const { contents } of manifest.contributes.viewsWelcome) {
      for (const [, command] of contents.matchAll(/\(command:(paginator\.\w+)/g)) {
        assert.ok(contributed.includes(command), command);
      }
    }
  });

  test("settings that are read exist, and those that exist are read", () => {
    const read = [...extension.matchAll(/settings\(\)\.get\("(\w+)"\)/g)].map((found) => found[1]);
    const known = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual([...new Set(read)].map((name) => `paginator.${name}`).sort(), known.sort());
  });

  test("files that it names are there", () => {
    for (const { icon } of manifest.contributes.viewsContainers.activitybar) {
      assert.ok(fs.existsSync(`${FOLDER}/${icon}`));
    }
    assert.ok(fs.existsSync(`${FOLDER}/${manifest.main}`));
  });
});

describe("stand-in", () => {
  const found = extension.matchAll(/\bvscode\.(\w+(?:\.\w+)?)/g);
  const used = [...new Set([...found].map((each) => each[1]))];
  const names = used.map((name) => name.split("."));

  test("has what the extension uses", () => {
    for (const [owner, member] of names) {
      assert.ok(owner in standIn, owner);
      if (member) assert.ok(standIn[owner][member] !== undefined, `${owner}.${member}`);
    }
  });

  test("has nothing else", () => {
    const owners = new Set(names.map(([owner]) => owner));
    for (const owner of Object.keys(standIn)) {
      assert.ok(owner === "editor" || owners.has(owner), owner);
    }
    for (const owner of ["commands", "window", "workspace"]) {
      for (const member of Object.keys(standIn[owner])) {
        assert.ok(used.includes(`${owner}.${member}`), `${owner}.${member}`);
      }
    }
    assert.throws(() => standIn.window.createWebviewPanel, /The stand-in has no window.createWebv/);
  });

  test("only extension.js touches the editor's API", () => {
    for (const name of fs.readdirSync(`${FOLDER}/lib`)) {
      assert.doesNotMatch(fs.readFileSync(`${FOLDER}/lib/${name}`, "utf8"), /from "vscode"/, name);
    }
  });
});

test("the client is a copy of the Node client", async () => {
  const ended = await run(process.execPath, ["copy-client.js", "--check"], { cwd: FOLDER });
  assert.equal(ended.code, 0, ended.stderr);
});

test("the picture in README is what the tree shows", needsServer, async () => {
  const ended = await run(process.execPath, ["picture.js", "--check"], {
    cwd: FOLDER,
    env: { ...process.env, PAGINATOR: SERVER },
  });
  assert.equal(ended.code, 0, ended.stderr);
});
