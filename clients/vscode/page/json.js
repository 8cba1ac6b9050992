// The reader of JSON of the web client, which stands beside this extension; package.py puts its file here.

export * from "../../web/page/json.js";
