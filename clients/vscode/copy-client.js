// Copies the Node client to client/, so that the extension is complete in its folder.
//
//     node copy-client.js            copy
//     node copy-client.js --check    exit 1 where the copy differs

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../node", import.meta.url));
const TARGET = fileURLToPath(new URL("client", import.meta.url));

/** The files that are needed to run it, relative to the package. */
function files(root) {
  if (!fs.existsSync(root)) return [];
  const found = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((name) => /^(index\.js|package\.json|lib[\\/].*\.js)$/.test(name))
    .sort();
}

const wanted = files(SOURCE);
const differing = new Set(files(TARGET).filter((name) => !wanted.includes(name)));
for (const name of wanted) {
  const copy = path.join(TARGET, name);
  const text = fs.readFileSync(path.join(SOURCE, name));
  if (!fs.existsSync(copy) || !fs.readFileSync(copy).equals(text)) differing.add(name);
}

if (process.argv[2] === "--check") {
  for (const name of differing) console.error(`client/${name} is no copy; run copy-client.js`);
  process.exitCode = differing.size > 0 ? 1 : 0;
} else {
  fs.rmSync(TARGET, { recursive: true, force: true });
  for (const name of wanted) {
    fs.mkdirSync(path.dirname(path.join(TARGET, name)), { recursive: true });
    fs.copyFileSync(path.join(SOURCE, name), path.join(TARGET, name));
  }
}
