// Writes the declarations in types that tsc emits from lib, so that nothing is declared twice.
//
//     node types.js            write the files
//     node types.js --check    exit 1 where a file is not what would be written
//
// Needs tsc 4.8, which Debian has as node-typescript: others write the same in other words.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL(".", import.meta.url));
const MODULES = ["index", "lib/client", "lib/errors", "lib/kinds", "lib/pages"];
const OPTIONS = [
  "--strict", "--declaration", "--emitDeclarationOnly", "--allowJs", "--target", "ES2022",
  "--module", "NodeNext", "--moduleResolution", "NodeNext",
];

/** The declarations by the names of their files. */
function emitted() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paginator-types-"));
  try {
    const args = [...OPTIONS, "--outDir", folder, "index.js"];
    spawnSync("tsc", args, { cwd: PACKAGE, stdio: "inherit" });
    return MODULES.map((name) => {
      const text = fs.readFileSync(path.join(folder, `${name}.d.ts`), "utf8");
      return [`types/${name}.d.ts`, finished(name, text)];
    });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The declarations that no module of lib has. */
const MORE = `export { Methods } from "./options";
export * from "./options";
export * from "./protocol";
`;

/** The text with a head, without tags that the types say, and with paths that fit its folder. */
function finished(name, text) {
  const head = `// Written by types.js, with tsc, from ${name}.js: change that.\n\n`;
  const plain = text
    .replace(/^ *\* (?:@(?:type|template|param|returns|implements)\b.*|@(?:readonly|private))\n/gm, "")
    .replace(/^ *\/\*\* @(?:readonly|private|param\b.*) \*\/\n/gm, "")
    .replace(/(\/\*\* )@(?:readonly|private|returns \{[^}]*\}) /g, "$1")
    .replace(/^ *\*\n(?= *\*\/)/gm, "")
    .replace(/^ *\/\*\*\n *\*\/\n/gm, "")
    .replaceAll("../types/", "../");
  return head + plain + (name === "index" ? MORE : "");
}

const isCheck = process.argv[2] === "--check";
for (const [file, text] of emitted()) {
  const place = path.join(PACKAGE, file);
  const old = fs.existsSync(place) ? fs.readFileSync(place, "utf8") : "";
  if (old === text) continue;
  if (isCheck) {
    console.log(`${file} is out of date: run node types.js`);
    process.exitCode = 1;
  } else {
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, text);
    console.log(`wrote ${file}`);
  }
}
