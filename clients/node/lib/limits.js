// Every bound of this client, in one place.

import { constants } from "node:buffer";

/** Longest block of header fields that is read, in bytes. */
export const HEADER_BYTES_MAX = 8 * 1024;

/** Largest message that is read, in bytes: more does not fit into a string of Node's. */
export const MESSAGE_BYTES_MAX = constants.MAX_STRING_LENGTH;

/** How much of something unreadable is quoted, in bytes. */
export const EXCERPT_BYTES_MAX = 80;

/** How much of the server's standard error is kept, in bytes; the newest. */
export const STDERR_BYTES_MAX = 16 * 1024;

/** How many lines of it an error quotes. */
export const STDERR_LINES_MAX = 10;

/** How much may wait for a server that does not read, in bytes. */
export const UNSENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * How many pages of a walk wait for a slow `onProgress` before the server's output is left
 * unread; it is read on while anybody waits for something else.
 */
export const UNREAD_PAGES_MAX = 16;

/** How long things may take, in milliseconds. */
export const patience = {
  /** An answer to `initialize`, where the caller said nothing shorter. */
  start: 30_000,
  /** An answer to `shutdown`. */
  shutdown: 2_000,
  /** The end of a process by itself, and then after SIGTERM. */
  exit: 2_000,
};
