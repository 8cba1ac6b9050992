// Every bound of this client, in one place.

import { constants } from "node:buffer";

/** Longest block of header fields that is read, in bytes. */
export const HEADER_BYTES_MAX = 8 * 1024;

/** Largest message that is read, in bytes: more does not fit into a string of Node's. */
export const MESSAGE_BYTES_MAX = constants.MAX_STRING_LENGTH;

/** The bytes that are quoted of something unreadable. */
export const EXCERPT_BYTES_MAX = 80;

/** The bytes that are kept of the server's standard error; the newest. */
export const STDERR_BYTES_MAX = 16 * 1024;

/** The lines of it that an error quotes. */
export const STDERR_LINES_MAX = 10;

/** The bytes that may wait for a server that does not read. */
export const UNSENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The pages of a walk that wait for a slow `onProgress` before the server's output is left
 * unread; it is read on while anybody waits for something else.
 */
export const UNREAD_PAGES_MAX = 16;

/** The time that things may take, in milliseconds. */
export const patience = {
  /** An answer to `initialize`, where the caller said nothing shorter. */
  start: 30_000,
  /** An answer to `shutdown`. */
  shutdown: 2_000,
  /** The rest of a walk that its caller has given up. */
  rest: 2_000,
  /** The end of a process by itself, and then after SIGTERM. */
  exit: 2_000,
};
