// The files of the page. They are read once, at the start: what is not in the folder then is not
// there, however a path is spelled.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const PAGE = new URL("../page/", import.meta.url);

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".svg", "image/svg+xml"],
]);

/** All files by the path of their URL: `{type, bytes, packed}`. */
export function readFiles() {
  const files = new Map();
  for (const entry of readdirSync(PAGE, { recursive: true })) {
    const place = entry.split(path.sep).join("/");
    const type = TYPES.get(path.extname(place));
    if (type === undefined) continue;
    const bytes = readFileSync(new URL(place, PAGE));
    files.set(`/${place}`, { type, bytes, packed: gzipSync(bytes) });
  }
  files.set("/", files.get("/index.html"));
  return files;
}

/** Sends one of them, packed where that is understood. */
export function sendFile(request, response, { type, bytes, packed }) {
  const isPacked = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const body = isPacked ? packed : bytes;
  const headers = { "Content-Type": type, "Content-Length": body.length, Vary: "Accept-Encoding" };
  if (isPacked) headers["Content-Encoding"] = "gzip";
  response.writeHead(200, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}
