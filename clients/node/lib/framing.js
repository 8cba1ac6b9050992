// Messages as bytes, in the framing of the Language Server Protocol:
//
//     Content-Length: 52\r\n
//     \r\n
//     {"jsonrpc":"2.0","id":1,"result":{"paginatorId":"p1"...
//
// No input or output happens here: `FrameDecoder` takes chunks and gives bodies.

import { EXCERPT_BYTES_MAX, HEADER_BYTES_MAX, MESSAGE_BYTES_MAX } from "./limits.js";

const HEADER_END = "\r\n\r\n";
const HEADER_BEGINNING = /^[A-Za-z0-9-]*(:|$)/;

/** The other side sent bytes that are no message; the text says what was found. */
export class WireError extends Error {}

/** A message with its header, ready to be written. TypeError where a value has no JSON. */
export function encode(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, "latin1"), body]);
}

/** Cuts a stream of bytes into bodies; keeps what is incomplete for the next chunk. */
export class FrameDecoder {
  #chunks = [];
  #bytes = 0;
  #bodyBytes = null;

  /** The bodies that the chunk completes, in order. WireError at the first that is none. */
  *feed(chunk) {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (;;) {
      if (this.#bodyBytes === null) {
        const head = this.#whole();
        const end = head.indexOf(HEADER_END);
        if (end < 0) {
          checkBeginning(head);
          return;
        }
        this.#bodyBytes = contentLength(head.toString("latin1", 0, end));
        this.#keep(head.subarray(end + HEADER_END.length));
      }
      if (this.#bytes < this.#bodyBytes) return;
      const whole = this.#whole();
      const body = whole.subarray(0, this.#bodyBytes);
      this.#keep(whole.subarray(this.#bodyBytes));
      this.#bodyBytes = null;
      yield body;
    }
  }

  /** Everything that is kept, in one piece. */
  #whole() {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  #keep(rest) {
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
  }
}

/** Finds out early that what comes is no header, however long it does not end. */
function checkBeginning(head) {
  const text = head.toString("latin1", 0, HEADER_BYTES_MAX);
  if (head.length > HEADER_BYTES_MAX || !HEADER_BEGINNING.test(text)) {
    throw new WireError(excerpt(head));
  }
}

function contentLength(block) {
  for (const line of block.split("\r\n")) {
    const [, digits] = /^content-length[ \t]*:[ \t]*(\d{1,20})[ \t]*$/i.exec(line) ?? [];
    if (digits !== undefined && Number(digits) <= MESSAGE_BYTES_MAX) return Number(digits);
  }
  throw new WireError(excerpt(Buffer.from(block, "latin1")));
}

/** The beginning of something unreadable, in quotes. */
export function excerpt(bytes) {
  const text = JSON.stringify(bytes.toString("utf8", 0, EXCERPT_BYTES_MAX));
  return bytes.length > EXCERPT_BYTES_MAX ? `${text}...` : text;
}
