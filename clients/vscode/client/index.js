// The Node client, which stands beside this extension; package.py puts its files here.

export * from "../../node/index.js";
