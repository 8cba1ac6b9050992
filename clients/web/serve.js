#!/usr/bin/env node
// Serves the page on loopback:
//
//     node clients/web/serve.js [OPEN-JSON | URL] [--port N]
//
// The first line of output is the page's address, with the token that it needs.

import { findExecutable } from "../node/lib/executable.js";
import { parse, USAGE, UsageError } from "./bridge/arguments.js";
import { Bridge } from "./bridge/server.js";

const EXIT_UNAVAILABLE = 1;
const EXIT_USAGE = 2;

/** Ends this program with a sentence on standard error. */
function fail(message, code) {
  process.stderr.write(`paginator-web: ${message}\n`);
  process.exit(code);
}

async function main() {
  const wanted = parse(process.argv.slice(2));
  if (wanted.isHelp) {
    process.stdout.write(USAGE);
    return;
  }
  findExecutable(undefined, process.env);
  const bridge = new Bridge(wanted.open);
  const address = await bridge.listen(wanted.port);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(name, async () => {
      await bridge.close();
      process.exit(0);
    });
  }
  process.stdout.on("error", () => {});
  process.stdout.write(`${address}\n`);
}

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) fail(`${error.message}\n\n${USAGE.trimEnd()}`, EXIT_USAGE);
  fail(error.message, EXIT_UNAVAILABLE);
}
