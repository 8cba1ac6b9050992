// The command line: what to open at once, and the port.

export const USAGE = `node serve.js [OPEN-JSON | URL] [--port N]

Serves a page on 127.0.0.1 that shows what an HTTP API has. The first line of output is its address.

  OPEN-JSON   an object with the params of paginator/open, which the page opens at once
  URL         only the URL of them
  --port N    the port to listen on; default: any that is free
  --help      print this

{env:NAME} in token, auth and headers is replaced from the environment, so that no secret need be
on the command line. The server is what the environment variable PAGINATOR names, else paginator
in PATH.
`;

const PORT_MAX = 65_535;

/** A command line that cannot be used; the message says why. */
export class UsageError extends Error {}

/** Reads the arguments: `{open, port, isHelp}`; `open` is null where nothing is to be opened. */
export function parse(words) {
  const found = { open: null, port: 0, isHelp: false };
  const rest = [...words];
  let isPlain = false;
  while (rest.length > 0) {
    const word = rest.shift();
    if (isPlain || !word.startsWith("-")) {
      if (found.open !== null) {
        throw new UsageError(`Unexpected argument "${word}": give one URL or OPEN-JSON.`);
      }
      found.open = openParams(word);
    } else if (word === "--") isPlain = true;
    else if (word === "--help" || word === "-h") found.isHelp = true;
    else if (word === "--port") found.port = port(rest.shift());
    else if (word.startsWith("--port=")) found.port = port(word.slice("--port=".length));
    else throw new UsageError(`Unknown option "${word}".`);
  }
  return found;
}

function openParams(word) {
  if (word.trimStart().startsWith("{")) {
    try {
      return JSON.parse(word);
    } catch (error) {
      throw new UsageError(`OPEN-JSON is not valid JSON: ${error.message}.`);
    }
  }
  // The server reads URLs; here only what is no URL at all is refused.
  if (!/^https?:\/\/./i.test(word)) {
    throw new UsageError(`"${word}" is neither a URL (http or https) nor a JSON object.`);
  }
  return { url: word };
}

function port(word) {
  if (word === undefined) throw new UsageError("--port needs a number.");
  if (!/^\d{1,5}$/.test(word) || Number(word) > PORT_MAX) {
    throw new UsageError(`"${word}" is no port: give a number from 0 to ${PORT_MAX}.`);
  }
  return Number(word);
}
