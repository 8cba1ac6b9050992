// The user's side of the stand-in for the `vscode` module: what is on the screen, and what is done.

import fs from "node:fs";
import { fileURLToPath } from "node:url";

import { EventEmitter, TreeItemCollapsibleState, Uri } from "./vscode-types.js";

const manifest = JSON.parse(fs.readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const EXTENSION = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** The editor as a user has it before them. */
class Editor {
  manifest = manifest;

  constructor() {
    this.reset();
  }

  /** A new window: nothing is open, nothing is set. */
  reset() {
    this.commands = new Map();
    this.executed = [];
    this.views = new Map();
    this.statusBarItems = [];
    /** Every text that the status bar has had. */
    this.statuses = [];
    this.providers = new Map();
    this.lensProviders = [];
    this.isTrusted = true;
    this.documents = new Map();
    this.closedDocuments = new EventEmitter();
    this.settings = new Map();
    this.secrets = new Map();
    this.log = [];
    /** Messages about failures, and about what has been done. */
    this.messages = [];
    this.told = [];
    this.prompts = [];
    this.shown = [];
    this.answers = [];
    this.clipboard = "";
    this.files = new Map();
    this.panels = [];
    this.contexts = new Map();
    this.context = {
      extensionPath: EXTENSION,
      extensionUri: Uri.from({ scheme: "file", path: EXTENSION }),
      subscriptions: [],
      secrets: {
        get: async (key) => this.secrets.get(key),
        store: async (key, value) => void this.secrets.set(key, value),
        delete: async (key) => void this.secrets.delete(key),
      },
    };
  }

  /** Sets the user's answer to the next prompt: a text, a choice's label, or undefined for Escape. */
  willAnswer(...answers) {
    this.answers.push(...answers);
  }

  prompted(kind, options) {
    this.prompts.push({ kind, ...options });
    if (this.answers.length === 0) throw new Error(`Nobody answers: ${JSON.stringify(options)}`);
    return this.answers.shift();
  }

  async run(command, ...args) {
    this.executed.push([command, ...args]);
    if (command === "workbench.action.openSettings") return undefined;
    if (command === "setContext") return void this.contexts.set(...args);
    const callback = this.commands.get(command);
    if (callback === undefined) throw new Error(`command '${command}' not found`);
    return callback(...args);
  }

  /** The text of a document that is open, by a part of its name. */
  text(name) {
    return [...this.documents.values()].find(({ uri }) => uri.path.includes(name))?.getText();
  }

  /** The lenses over a file, as `{line, title, run()}`. */
  lenses(path, text) {
    const positionAt = (offset) => {
      const lines = text.slice(0, offset).split("\n");
      return { line: lines.length - 1, character: lines.at(-1).length };
    };
    const uri = Uri.from({ scheme: "file", path });
    const document = { uri, getText: () => text, positionAt };
    return this.lensProviders.flatMap(({ provider }) => provider.provideCodeLenses(document)).map(
      ({ range, command }) => ({
        line: range.start.line,
        title: command.title,
        run: () => this.run(command.command, ...command.arguments),
      }),
    );
  }

  closeDocument(uri) {
    const document = this.documents.get(uri.toString());
    this.documents.delete(uri.toString());
    this.closedDocuments.fire(document);
  }

  /** The status bar's text; undefined where nothing is shown. */
  get status() {
    return this.statusBarItems.find((item) => item.isVisible)?.text;
  }

  /** The tree as `{element, item, children}`; children only where they are expanded. */
  async tree(viewId = "paginator.collections", isWhole = false) {
    const { provider } = this.views.get(viewId);
    const ids = new Set();
    const walk = async (element) => {
      const nodes = [];
      for (const child of (await provider.getChildren(element)) ?? []) {
        const item = await provider.getTreeItem(child);
        if (ids.has(item.id)) throw new Error(`Element with id ${item.id} is already registered`);
        ids.add(item.id);
        const { None, Expanded } = TreeItemCollapsibleState;
        const isOpen = item.collapsibleState === Expanded;
        const goesOn = item.collapsibleState !== None && (isWhole || isOpen);
        nodes.push({ element: child, item, children: goesOn ? await walk(child) : [] });
      }
      return nodes;
    };
    return walk(undefined);
  }

  /** The tree as lines: `  Page 1 | 25 items`. */
  async lines(isWhole = false) {
    const lines = [];
    const add = (nodes, indent) => {
      for (const { item, children } of nodes) {
        lines.push(`${indent}${item.label}${item.description ? ` | ${item.description}` : ""}`);
        add(children, `${indent}  `);
      }
    };
    add(await this.tree(undefined, isWhole), "");
    return lines;
  }

  /** The node whose label begins so. */
  async node(label) {
    const find = (nodes) => {
      for (const each of nodes) {
        if (each.item.label.startsWith(label)) return each;
        const found = find(each.children);
        if (found) return found;
      }
      return undefined;
    };
    return find(await this.tree(undefined, true));
  }

  /** Clicks on a node: runs its command. */
  async click(label) {
    const found = await this.node(label);
    if (!found?.item.command) throw new Error(`There is nothing to click on: ${label}`);
    const { command, arguments: args } = found.item.command;
    return this.run(command, ...args);
  }

  select(element) {
    this.views.get("paginator.collections").view.selection = element ? [element] : [];
  }
}

export const editor = new Editor();
