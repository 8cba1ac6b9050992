// Every bound of the bridge, in one place.

/** Largest body of a POST, in bytes. */
export const BODY_BYTES_MAX = 16 * 1024 * 1024;

/** The bytes of a body too large that are read and dropped, so that its sender gets the response. */
export const DROPPED_BYTES_MAX = 256 * 1024 * 1024;

/** Open streams, each with a server. */
export const SESSIONS_MAX = 16;

/** Saves of one session that wait for their download or run. */
export const SAVES_MAX = 4;

/** From so many unsent bytes on, a session's server is not read. */
export const UNSENT_BYTES_MAX = 1024 * 1024;

/** The bytes that may wait for a server that does not read its input. */
export const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

/** Columns of a CSV file. */
export const COLUMNS_MAX = 1_000;

/** Times, in milliseconds. */
export const times = {
  /** The time that a connection without requests is kept. */
  idle: 600_000,
  /** Between two comments on a stream. */
  heartbeat: 15_000,
  /** The time that a save waits for its download. */
  saveWaits: 60_000,
  /** From the polite end of a server to the other one. */
  untilKilled: 1_000,
  /** For the last words of a server that has ended. */
  lastWords: 2_000,
};
