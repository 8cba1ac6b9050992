// Writes the picture in README.md: a terminal session, from a real run.
//
//     PAGINATOR=/path/to/paginator node picture.js            write it
//     PAGINATOR=/path/to/paginator node picture.js --check    exit 1 where it would change

import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const README = new URL("README.md", import.meta.url);
const BEGIN = "<!-- Written by picture.js from here -->";
const END = "<!-- to here. -->";
const SHOWN_URL = "http://127.0.0.1:8080";

/** Starts the sample API; gives its URL and its process. */
async function startSampleAPI(server) {
  const process_ = spawn(server, ["sample-api", "--port", "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    process_.once("error", reject);
    process_.once("exit", () => reject(new Error(`The sample API ended: ${said}`)));
    process_.stdout.on("data", (chunk) => {
      said += chunk;
      const found = /(http:\S+?)\/?\s/.exec(said);
      if (found) resolve(found[1]);
    });
  });
  return [url, process_];
}

async function session(server) {
  const [url, api] = await startSampleAPI(server);
  try {
    const said = execFileSync(process.execPath, ["examples/tour.js", url], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      env: { ...process.env, PAGINATOR: server },
      encoding: "utf8",
      timeout: 60_000,
    });
    const shown = said.replaceAll(url, SHOWN_URL).trimEnd();
    return `$ paginator sample-api --port 8080 &\n$ node examples/tour.js\n${shown}`;
  } finally {
    api.kill("SIGKILL");
  }
}

/** README.md with another picture. */
function withPicture(text, picture) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md has no lines ${BEGIN} and ${END}.`);
  const block = `${BEGIN}\n\n\`\`\`console\n${picture}\n\`\`\`\n\n`;
  return text.slice(0, begin) + block + text.slice(end);
}

/** The text without durations, which change from run to run. */
function comparable(text) {
  return text.replace(/\d+(\.\d+)? (ms|s)\b/g, "N $2");
}

const old = fs.readFileSync(README, "utf8");
const text = withPicture(old, await session(process.env.PAGINATOR ?? "paginator"));
if (process.argv[2] === "--check") {
  if (comparable(text) !== comparable(old)) {
    console.error("README.md does not show what examples/tour.js prints; run picture.js");
    process.exitCode = 1;
  }
} else {
  fs.writeFileSync(README, text);
}
