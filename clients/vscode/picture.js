// Writes the picture in README.md: the view, the status bar and a document, from a real run of
// the extension in the stand-in for the editor.
//
//     PAGINATOR=/path/to/paginator node picture.js            write it
//     PAGINATOR=/path/to/paginator node picture.js --check    exit 1 where it would change

import fs from "node:fs";
import { register } from "node:module";

import { eventually, SampleAPI, SERVER } from "../node/test/support.js";

register("./test/vscode-loader.js", import.meta.url);
const { editor } = await import("./test/vscode-stand-in.js");
const extension = await import("./extension.js");

const README = new URL("README.md", import.meta.url);
const BEGIN = "<!-- Written by picture.js from here -->";
const END = "<!-- to here. -->";
const WIDTH = 66;
const ITEMS_SHOWN_MAX = 4;

/** Characters in place of the editor's icons. */
const ICONS = {
  "list-tree": "≡", files: "▤", json: "·", "arrow-down": "↓", "loading~spin": "↻", check: "✓",
  error: "✗", warning: "!",
};

/** The tree as the view shows it. */
function drawn(nodes, indent = "") {
  return nodes.flatMap(({ item, children }, index) => {
    if (item.contextValue === "item" && index === ITEMS_SHOWN_MAX) {
      return [`${indent}    ... ${nodes.length - index} more`];
    }
    if (item.contextValue === "item" && index > ITEMS_SHOWN_MAX) return [];
    const arrow = { 0: " ", 1: "▸", 2: "▾" }[item.collapsibleState];
    const label = `${indent}${arrow} ${ICONS[item.iconPath.id]} ${item.label}`;
    const line = item.description ? `${label}  ${item.description}` : label;
    return [line, ...drawn(children, `${indent}  `)];
  });
}

async function picture() {
  const parts = [];
  const view = async () => {
    parts.push("PAGINATOR: COLLECTIONS", ...drawn(await editor.tree()));
    parts.push("─".repeat(WIDTH), ` ${editor.status.replace("$(list-tree)", "≡")
      .replace("$(sync~spin)", "↻")}`, "");
  };
  await editor.run("paginator.open", "Articles");
  await editor.click("Load more");
  await view();

  const walk = editor.run("paginator.loadAll");
  // Page 6 does not come.
  await eventually(() => editor.status.includes("page 5,"), "page 5 has come");
  parts.push("Paginator: Load All", ...drawn(await editor.tree()).slice(-2));
  parts.push("─".repeat(WIDTH), ` ${editor.status.replace("$(sync~spin)", "↻")}`, "");
  await editor.run("paginator.cancel");
  await walk;

  await editor.click("Late birds");
  const [{ document }] = editor.shown;
  parts.push(document.uri.path.slice(1), "─".repeat(WIDTH), document.getText().trimEnd());
  return parts.join("\n");
}

async function fromRealRun() {
  const api = await SampleAPI.start();
  const profile = {
    ...api.page("", { parameters: { fault: "stall@p6" }, fetching: { concurrency: 1 } }),
    label: "title",
    detail: "author.login",
  };
  editor.settings.set("paginator.executable", SERVER);
  editor.settings.set("paginator.profiles", { Articles: profile });
  extension.activate(editor.context);
  try {
    return await picture();
  } finally {
    await extension.deactivate();
    await api.stop();
  }
}

/** README.md with another picture. */
function withPicture(text, shown) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md has no lines ${BEGIN} and ${END}.`);
  return `${text.slice(0, begin)}${BEGIN}\n\n\`\`\`text\n${shown}\n\`\`\`\n\n${text.slice(end)}`;
}

if (!SERVER) {
  console.error("PAGINATOR must name the server");
  process.exit(1);
}
const old = fs.readFileSync(README, "utf8");
const text = withPicture(old, await fromRealRun());
if (process.argv[2] !== "--check") {
  fs.writeFileSync(README, text);
} else if (text !== old) {
  console.error("README.md does not show what the extension shows; run picture.js");
  process.exitCode = 1;
}
