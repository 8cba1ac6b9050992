// The checks that every request has to pass.

import { timingSafeEqual } from "node:crypto";

import { Refusal } from "./http.js";

/**
 * Refuses requests for another host, which is how a foreign page gets here by a name of its own
 * (DNS rebinding), and requests from pages of another origin.
 */
export function checkHost(request, port) {
  const { host, origin } = request.headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    throw new Refusal(403, `Ask for 127.0.0.1:${port} or localhost:${port}, not for another host.`);
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, "Pages of another origin may not use this.");
  }
}

/** Refuses a method that a path does not have. */
export function checkMethod(request, ...allowed) {
  if (allowed.includes(request.method)) return;
  const message = `Use ${allowed.join(" or ")} here, not ${request.method}.`;
  throw new Refusal(405, message, { Allow: allowed.join(", ") });
}

/** Refuses a request without the token of the address that was printed at the start. */
export function checkToken(request, token) {
  const [, given = ""] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  const [mine, theirs] = [Buffer.from(token), Buffer.from(given)];
  if (mine.length === theirs.length && timingSafeEqual(mine, theirs)) return;
  const message = "Open the address that serve.js printed at its start, which has its token.";
  throw new Refusal(401, message, { "WWW-Authenticate": "Bearer" });
}
