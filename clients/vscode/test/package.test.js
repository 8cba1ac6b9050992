// The manifest, the stand-in, the copy of the client and README say what is the case.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";

import { folder } from "../../node/test/support.js";
import { activated, editor, needsServer, run, SERVER, test } from "./support.js";
import * as standIn from "./vscode-stand-in.js";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const manifest = editor.manifest;
const extension = ["extension.js", "editor/questions.js", "editor/views.js"]
  .map((name) => fs.readFileSync(`${FOLDER}/${name}`, "utf8")).join("");

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

  test("files of profiles have a schema, which says what each member is", () => {
    const [{ fileMatch, url }] = manifest.contributes.jsonValidation;
    assert.deepEqual(fileMatch, ["**/paginator/profiles.json", "*.paginator.json"]);
    assert.equal(url, "./schema/profiles.json");
    const schema = JSON.parse(fs.readFileSync(`${FOLDER}/../../protocol/${url}`, "utf8"));
    const { url: address } = schema.definitions.ProfileEntry.properties;
    assert.match(address.description, /pattern with :currentPage/);
  });

  test("the setting takes a profile that only extends another", () => {
    const { additionalProperties, propertyNames } =
      manifest.contributes.configuration.properties["paginator.profiles"];
    const needed = additionalProperties.anyOf.map(({ required }) => required.join());
    assert.deepEqual(needed, ["url", "extends"]);
    assert.match("swift-issues", new RegExp(propertyNames.pattern));
    assert.doesNotMatch("Swift issues", new RegExp(propertyNames.pattern));
  });

  test("the setting knows what bodies can be, as the protocol does", () => {
    const { properties } =
      manifest.contributes.configuration.properties["paginator.profiles"].additionalProperties;
    const protocol = JSON.parse(fs.readFileSync(`${FOLDER}/../../protocol/openrpc.json`, "utf8"));
    assert.deepEqual(properties.decode.enum, protocol.components.schemas.Decode.enum);
  });

  test("it is activated by what is its own, and not by every file of JSON", () => {
    const [{ fileMatch }] = manifest.contributes.jsonValidation;
    const files = fileMatch.map((each) => each.replace(/^\*\./, "**/*."));
    const events = manifest.activationEvents.map((each) => each.replace("workspaceContains:", ""));
    assert.deepEqual(events.sort(), files.sort());
  });

  test("it says where it comes from, and where faults are reported", () => {
    for (const address of [manifest.homepage, manifest.repository.url, manifest.bugs.url]) {
      assert.equal(new URL(address).protocol, "https:");
    }
    assert.ok(fs.existsSync(`${FOLDER}/../../${manifest.repository.directory}/package.json`));
  });

  test("files that it names are there", () => {
    for (const { icon } of manifest.contributes.viewsContainers.activitybar) {
      assert.ok(fs.existsSync(`${FOLDER}/${icon}`));
    }
    assert.ok(fs.existsSync(`${FOLDER}/${manifest.main}`));
  });
});

describe("the package", () => {
  const SCRIPT = `${FOLDER}package.py`;
  const hasPython = spawnSync("python3", ["--version"]).error === undefined;
  const hasUnzip = spawnSync("unzip", ["-v"]).error === undefined;
  const needs = {
    skip: (!hasPython && "python3 is not installed") || (!hasUnzip && "unzip is not installed"),
  };

  /** Packs the extension and unpacks it: the path of the folder, and what package.py printed. */
  async function unpacked(t, ...options) {
    const place = folder(t);
    const ended = await run("python3", [SCRIPT, "--output", place, ...options]);
    assert.equal(ended.code, 0, ended.stderr);
    const file = ended.stdout.trimEnd().split("\n").at(-1);
    const target = `${place}/unpacked`;
    assert.equal((await run("unzip", ["-q", file, "-d", target])).code, 0);
    return { file, target };
  }

  test("it is complete, and agrees with the manifest", needs, async (t) => {
    const { file, target } = await unpacked(t);
    assert.match(file, /\/paginator-\d+\.\d+\.\d+\.vsix$/);
    const listed = fs.readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(target.length + 1));
    for (const name of ["README.md", "LICENSE.txt", "CHANGELOG.md",
      "client/lib/client.js", "client/package.json", "media/icon.png", "lib/grid.js", "page/paths.js",
      "editor/views.js"]) {
      assert.ok(listed.includes(`extension/${name}`), name);
    }
    assert.ok(!listed.some((name) => /test|picture|examples|\.py$/.test(name)), "no tests");
    const types = fs.readFileSync(`${target}/[Content_Types].xml`, "utf8");
    for (const name of listed.filter((each) => !each.startsWith("["))) {
      assert.ok(types.includes(`Extension="${/\.\w+$/.exec(name)[0]}"`), name);
    }
    const xml = fs.readFileSync(`${target}/extension.vsixmanifest`, "utf8");
    const { name, version, publisher } = manifest;
    assert.ok(xml.includes(`Id="${name}" Version="${version}" Publisher="${publisher}"/>`));
    for (const address of [manifest.homepage, manifest.repository.url, manifest.bugs.url]) {
      assert.ok(xml.includes(`Value="${address}"`), address);
    }
    for (const [, path] of xml.matchAll(/<Asset [^>]*Path="([^"]+)"/g)) {
      assert.ok(listed.includes(path), path);
    }
  });

  test("with the server it starts from where it was unpacked", {
    skip: needs.skip || needsServer.skip || (process.platform !== "linux" && "this is no Linux"),
  }, async (t) => {
    const { file, target } = await unpacked(t, "--with-server", "--executable", SERVER);
    assert.match(file, /-linux-(x64|arm64)\.vsix$/);
    const server = `${target}/extension/server/paginator`;
    assert.equal(fs.statSync(server).mode & 0o777, 0o755);
    assert.match(fs.readFileSync(`${target}/extension.vsixmanifest`, "utf8"), /TargetPlatform="linux-/);
    const program = `
      import { register } from "node:module";
      register(${JSON.stringify(new URL("vscode-loader.js", import.meta.url).href)});
      const { editor } = await import(${JSON.stringify(new URL("vscode-stand-in.js", import.meta.url).href)});
      const extension = await import(${JSON.stringify(`file://${target}/extension/extension.js`)});
      editor.context.extensionPath = ${JSON.stringify(`${target}/extension`)};
      extension.activate(editor.context);
      editor.willAnswer("$(book) Built-in profile...", undefined);
      await editor.run("paginator.open");
      console.log(editor.prompts.at(-1).labels.length > 50, editor.messages.length);
      await extension.deactivate();`;
    const env = { ...process.env, PATH: "/nowhere", PAGINATOR: "" };
    const options = ["--input-type=module", "--eval", program];
    const ended = await run(process.execPath, options, { env });
    assert.equal(ended.stdout.trim(), "true 0", ended.stderr);
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
    assert.throws(() => standIn.window.createTerminal, /The stand-in has no window.createTerminal/);
  });

  test("lib/ does not touch the editor's API", () => {
    for (const name of fs.readdirSync(`${FOLDER}/lib`)) {
      assert.doesNotMatch(fs.readFileSync(`${FOLDER}/lib/${name}`, "utf8"), /from "vscode"/, name);
    }
  });
});

test("the picture in README is what the tree shows", needsServer, async () => {
  const ended = await run(process.execPath, ["picture.js", "--check"], {
    cwd: FOLDER,
    env: { ...process.env, PAGINATOR: SERVER },
  });
  assert.equal(ended.code, 0, ended.stderr);
});
