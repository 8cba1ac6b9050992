// Written by types.js, with tsc, from index.js: change that.

export * from "./lib/errors.js";
export * from "./lib/kinds.js";
export { Pages } from "./lib/pages.js";
export function load(): Promise<typeof import("./index.js")>;
declare namespace __index_ { }
export { Client, open, VERSION } from "./lib/client.js";
export { Methods } from "./options";
export * from "./options";
export * from "./protocol";
