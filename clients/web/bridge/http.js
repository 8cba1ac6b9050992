// Responses of the bridge: their headers, their errors, and the reading of bodies.

import { BODY_BYTES_MAX, DROPPED_BYTES_MAX } from "./limits.js";

/** The headers of every response. */
export const HEADERS = Object.freeze({
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
});

/** A request that is refused: the status, and a sentence for whoever sent it. */
export class Refusal extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Sends a JSON text and ends the response. */
export function sendJSON(response, status, value, headers = {}) {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": body.length,
    ...headers,
  });
  response.end(body);
}

/**
 * Sends a refusal, once the rest of the request has been read and dropped, within bounds: many
 * clients do not read before they have written.
 */
export function sendRefusal(request, response, refusal) {
  if (response.headersSent) return response.destroy();
  let dropped = 0;
  request.removeAllListeners("data");
  request.on("data", (chunk) => {
    dropped += chunk.length;
    if (dropped > DROPPED_BYTES_MAX) request.destroy();
  });
  const { status, message, headers } = refusal;
  const send = () => sendJSON(response, status, { error: message }, headers);
  if (request.readableEnded) return send();
  request.once("end", send);
  return request.resume();
}

/** A response for bytes that are no HTTP request. */
export function rawRefusal(status, message) {
  const body = `${JSON.stringify({ error: message })}\n`;
  const headers = {
    ...HEADERS,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
}

/** The body of a request that has to be JSON, as text. */
export async function readJSONText(request) {
  const [type] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    throw new Refusal(415, "Send the body with Content-Type: application/json.");
  }
  const bytes = await readBody(request);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "The body is not valid UTF-8.");
  }
}

function readBody(request) {
  const tooLarge = () => new Refusal(413, `The body has more than ${BODY_BYTES_MAX} bytes.`);
  if (Number(request.headers["content-length"]) > BODY_BYTES_MAX) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks = [];
    let size = 0;
    request.on("data", (chunk) => {
      size += chunk.length;
      if (size > BODY_BYTES_MAX) {
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => reject(new Refusal(400, "The body ended too early.")));
    request.once("error", () => reject(new Refusal(400, "The body could not be read.")));
  });
}
