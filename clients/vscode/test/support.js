// Shared by the tests: the extension, activated in the stand-in.

import fs from "node:fs";
import { register } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { eventually, folder, recorded, SERVER } from "../../node/test/support.js";

register("./vscode-loader.js", import.meta.url);

export const { editor } = await import("./vscode-stand-in.js");
const extension = await import("../extension.js");

export {
  eventually, gone, needsServer, real, run, SampleAPI, SERVER, test,
} from "../../node/test/support.js";

const FAKE = fileURLToPath(new URL("../../node/test/fake-server.js", import.meta.url));

/**
 * The extension in a new window with these settings, until the test ends; `pids()` tells which
 * servers have been started.
 */
export function activated(t, settings = {}, executable = SERVER) {
  editor.reset();
  const server = executable ? recorded(t, executable) : { pids: () => [] };
  const all = { "paginator.executable": server.executable ?? "", ...settings };
  for (const [name, value] of Object.entries(all)) editor.settings.set(name, value);
  extension.activate(editor.context);
  t.after(async () => {
    await extension.deactivate();
    for (const each of editor.context.subscriptions) each.dispose();
  });
  return server;
}

/** Ends the extension as the editor does. */
export function deactivated() {
  return extension.deactivate();
}

/** An executable that is the fake server in a mode. */
export function fakeExecutable(t, mode) {
  const file = path.join(folder(t), "fake");
  const text = `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' ${mode}\n`;
  fs.writeFileSync(file, text, { mode: 0o755 });
  return file;
}

/** The profiles of the settings, by name. */
export function profiles(byName) {
  return { "paginator.profiles": byName };
}

/** Waits until something has been said to the user. */
export async function said() {
  await eventually(() => editor.messages.length > 0, "a message is shown");
  return editor.messages.shift();
}
