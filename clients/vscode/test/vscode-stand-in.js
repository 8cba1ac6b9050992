// A stand-in for the `vscode` module: exactly the calls that extension.js makes, with the shapes
// and the manners of the API (https://code.visualstudio.com/api/references/vscode-api, 1.100):
//
//     commands.registerCommand(command, callback): Disposable     a second one of a name throws
//     commands.executeCommand(command, ...rest): Thenable         rejects where there is none
//     window.createOutputChannel(name, {log: true}): LogOutputChannel
//     window.createStatusBarItem(id, alignment?, priority?): StatusBarItem    hidden until show()
//     window.createTreeView(viewId, {treeDataProvider, showCollapseAll}): TreeView
//                       the view must be contributed; ids of its items must be unique
//     window.showErrorMessage(message, ...items): Thenable<item | undefined>
//     window.showInputBox({title, prompt, placeHolder, value, password, ignoreFocusOut,
//                       validateInput}): Thenable<string | undefined>   undefined: Escape
//     window.showQuickPick(items, options): Thenable<item | undefined>
//     window.showTextDocument(uri, {preview}): Thenable<TextEditor>     opens the document first
//     workspace.getConfiguration(section): WorkspaceConfiguration
//                       get(key) gives the contributed default where nothing is set, read-only
//                       update(key, value, ConfigurationTarget): Thenable<void>
//                       inspect(key): {globalValue, workspaceValue}, undefined where not set
//     workspace.isTrusted
//     languages.registerCodeLensProvider(selector, {provideCodeLenses(document)}): Disposable
//     new CodeLens(range, command), new Range(start, end), document.positionAt(offset)
//     workspace.onDidCloseTextDocument(listener): Disposable
//     workspace.registerTextDocumentContentProvider(scheme, {onDidChange, provide...}): Disposable
//                       what a provider throws is why the document does not open
//     new EventEmitter(): event, fire(data), dispose()
//     new TreeItem(label, collapsibleState)
//                       id, description, tooltip, iconPath, contextValue, command
//     new ThemeIcon(id), Uri.from({scheme, path, query}), and the enumerations below
//     Uri.joinPath(base, ...parts)
//     env.clipboard.writeText(text): Thenable<void>
//     window.showSaveDialog({title, filters}): Thenable<Uri | undefined>
//     window.createWebviewPanel(viewType, title, column, options): WebviewPanel
//                       webview: html, cspSource, asWebviewUri(uri), postMessage, onDidReceiveMessage
//     workspace.fs.writeFile(uri, bytes): Thenable<void>
//     commands.executeCommand("setContext", name, value)
//     context: subscriptions, secrets (get, store, delete), extensionPath, extensionUri
//
// Anything else is an error, so that a call that is not documented here can't be made by mistake.
// `editor` is the user's side of it, for tests.

import fs from "node:fs";
import { fileURLToPath } from "node:url";

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
    this.messages = [];
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

  /** What the user does at the next prompt: a text, a choice's label, or undefined for Escape. */
  willAnswer(...answers) {
    this.answers.push(...answers);
  }

  prompted(kind, options) {
    this.prompts.push({ kind, ...options });
    if (this.answers.length === 0) throw new Error(`Nobody answers: ${JSON.stringify(options)}`);
    return this.answers.shift();
  }

  run(command, ...args) {
    return commands.executeCommand(command, ...args);
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

/** A namespace whose missing members are mistakes. */
function namespace(name, members) {
  return new Proxy(Object.freeze(members), {
    get(target, member) {
      if (member in target) return target[member];
      throw new Error(`The stand-in has no ${name}.${String(member)}.`);
    },
  });
}

class Disposable {
  constructor(dispose) {
    this.dispose = dispose;
  }
}

export class EventEmitter {
  #listeners = new Set();

  event = (listener) => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };

  fire(data) {
    for (const listener of [...this.#listeners]) listener(data);
  }

  dispose() {
    this.#listeners.clear();
  }
}

export const TreeItemCollapsibleState = Object.freeze({ None: 0, Collapsed: 1, Expanded: 2 });
export const StatusBarAlignment = Object.freeze({ Left: 1, Right: 2 });
export const ConfigurationTarget = Object.freeze({ Global: 1, Workspace: 2, WorkspaceFolder: 3 });

export class ThemeIcon {
  constructor(id) {
    this.id = id;
  }
}

export class TreeItem {
  constructor(label, collapsibleState = TreeItemCollapsibleState.None) {
    this.label = label;
    this.collapsibleState = collapsibleState;
    Object.seal(
      Object.assign(this, {
        id: undefined, description: undefined, tooltip: undefined, iconPath: undefined,
        contextValue: undefined, command: undefined,
      }),
    );
  }
}

export class Uri {
  static joinPath(base, ...parts) {
    return new Uri(base.scheme, [base.path, ...parts].join("/"), base.query);
  }

  get fsPath() {
    return this.path;
  }

  static from({ scheme, path = "", query = "" }) {
    if (path !== "" && !path.startsWith("/")) throw new Error("[UriError]: the path needs a slash");
    return new Uri(scheme, path, query);
  }

  constructor(scheme, path, query) {
    Object.assign(this, { scheme, path, query });
    Object.freeze(this);
  }

  toString() {
    const query = this.query === "" ? "" : `?${encodeURIComponent(this.query)}`;
    return `${this.scheme}:${this.path.split("/").map(encodeURIComponent).join("/")}${query}`;
  }
}

export const commands = namespace("commands", {
  registerCommand(command, callback) {
    if (editor.commands.has(command)) throw new Error(`command '${command}' already exists`);
    editor.commands.set(command, callback);
    return new Disposable(() => editor.commands.delete(command));
  },
  async executeCommand(command, ...args) {
    editor.executed.push([command, ...args]);
    if (command === "workbench.action.openSettings") return undefined;
    if (command === "setContext") return void editor.contexts.set(...args);
    const callback = editor.commands.get(command);
    if (callback === undefined) throw new Error(`command '${command}' not found`);
    return callback(...args);
  },
});

export const window = namespace("window", {
  createOutputChannel(name, { log }) {
    if (!log) throw new Error("The stand-in has log channels only.");
    const write = (level) => (text) => void editor.log.push(`${level}: ${text}`);
    return namespace("LogOutputChannel", {
      name, debug: write("debug"), info: write("info"), warn: write("warn"),
      error: write("error"), show: () => void editor.shown.push({ log: name }), dispose() {},
    });
  },
  createStatusBarItem(id, alignment, priority) {
    let text = "";
    const item = {
      id, alignment, priority, name: undefined, tooltip: undefined, command: undefined,
      isVisible: false,
      get text() {
        return text;
      },
      set text(value) {
        text = value;
        editor.statuses.push(value);
      },
      show: () => void (item.isVisible = true),
      hide: () => void (item.isVisible = false),
      dispose: () => void (item.isVisible = false),
    };
    editor.statusBarItems.push(Object.seal(item));
    return item;
  },
  createTreeView(viewId, { treeDataProvider }) {
    const known = Object.values(manifest.contributes.views).flat().map(({ id }) => id);
    if (!known.includes(viewId)) throw new Error(`No view is registered with id: ${viewId}`);
    const view = { selection: [], dispose: () => editor.views.delete(viewId) };
    const entry = { provider: treeDataProvider, view, changes: 0 };
    treeDataProvider.onDidChangeTreeData(() => (entry.changes += 1));
    editor.views.set(viewId, entry);
    return view;
  },
  async showErrorMessage(message, ...items) {
    editor.messages.push({ message, buttons: items });
    return items.includes(editor.answers[0]) ? editor.answers.shift() : undefined;
  },
  async showSaveDialog({ filters }) {
    const name = editor.prompted("save", { filters });
    return name === undefined ? undefined : Uri.from({ scheme: "file", path: name });
  },
  createWebviewPanel(viewType, title, column, options) {
    const [received, disposed] = [new EventEmitter(), new EventEmitter()];
    const posted = [];
    const webview = {
      html: "", cspSource: "https://*.vscode-cdn.net",
      asWebviewUri: (uri) => Uri.from({ scheme: "webview", path: uri.path }),
      postMessage: async (message) => posted.push(structuredClone(message)) > 0,
      onDidReceiveMessage: received.event,
    };
    const panel = {
      viewType, title, column, options, webview, isDisposed: false,
      onDidDispose: disposed.event,
      dispose() {
        panel.isDisposed = true;
        disposed.fire();
      },
    };
    const send = (message) => received.fire(structuredClone(message));
    editor.panels.push({ panel, posted, send });
    return panel;
  },
  async showInputBox(options) {
    const { validateInput, ...said } = options;
    const typed = editor.prompted("input", said);
    if (typed === undefined) return undefined;
    const problem = await validateInput?.(typed);
    if (problem) editor.messages.push({ message: problem, buttons: [] });
    return problem ? undefined : typed;
  },
  async showQuickPick(items, options) {
    const labels = items.map(({ label }) => label);
    const label = editor.prompted("pick", { ...options, labels });
    if (label !== undefined && !labels.includes(label)) throw new Error(`No choice: ${label}`);
    return items.find((item) => item.label === label);
  },
  async showTextDocument(uri, options) {
    const document = await openDocument(uri);
    editor.shown.push({ document, options });
    return { document };
  },
});

/** What `workspace.openTextDocument(uri)` does. */
async function openDocument(uri) {
  const key = uri.toString();
  if (editor.documents.has(key)) return editor.documents.get(key);
  const provider = editor.providers.get(uri.scheme);
  if (provider === undefined) throw new Error(`cannot open ${key}: no provider for the scheme`);
  let text;
  try {
    text = await provider.provideTextDocumentContent(uri);
  } catch (error) {
    throw new Error(`cannot open ${key}. Detail: ${error.message}`);
  }
  const document = { uri, languageId: uri.path.endsWith(".json") ? "json" : "plaintext" };
  document.getText = () => text;
  provider.onDidChange(async (changed) => {
    if (changed.toString() === key && editor.documents.has(key)) {
      text = await provider.provideTextDocumentContent(uri);
    }
  });
  editor.documents.set(key, document);
  return document;
}

export const ViewColumn = Object.freeze({ Active: -1, Beside: -2, One: 1 });

export class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

export class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
}

export const languages = namespace("languages", {
  registerCodeLensProvider(selector, provider) {
    const entry = { selector, provider };
    editor.lensProviders.push(entry);
    return new Disposable(() => editor.lensProviders.splice(editor.lensProviders.indexOf(entry), 1));
  },
});

export const env = namespace("env", {
  clipboard: { writeText: async (text) => void (editor.clipboard = text) },
});

export const workspace = namespace("workspace", {
  fs: { writeFile: async (uri, bytes) => void editor.files.set(uri.path, Buffer.from(bytes)) },
  getConfiguration(section) {
    const { properties } = manifest.contributes.configuration;
    return namespace("WorkspaceConfiguration", {
      get(key) {
        const name = `${section}.${key}`;
        if (!(name in properties)) throw new Error(`${name} is not contributed`);
        const isSet = editor.settings.has(name);
        const value = isSet ? editor.settings.get(name) : properties[name].default;
        return frozen(structuredClone(value));
      },
      async update(key, value, target) {
        if (target !== ConfigurationTarget.Global) {
          throw new Error("The stand-in has user settings only.");
        }
        editor.settings.set(`${section}.${key}`, structuredClone(value));
      },
      inspect(key) {
        const value = structuredClone(editor.settings.get(`${section}.${key}`));
        return frozen({ globalValue: value, workspaceValue: undefined });
      },
    });
  },
  get isTrusted() {
    return editor.isTrusted;
  },
  onDidCloseTextDocument: (listener) => editor.closedDocuments.event(listener),
  registerTextDocumentContentProvider(scheme, provider) {
    editor.providers.set(scheme, provider);
    return new Disposable(() => editor.providers.delete(scheme));
  },
});

function frozen(value) {
  if (value !== null && typeof value === "object") Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

export const editor = new Editor();
