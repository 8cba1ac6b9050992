// A stand-in for the `vscode` module: exactly the calls that the extension makes, with the shapes
// and the manners of the API (https://code.visualstudio.com/api/references/vscode-api, 1.100):
//
//     commands.registerCommand(command, callback): Disposable     a second one of a name throws
//     commands.executeCommand(command, ...rest): Thenable         rejects where there is none
//     window.createOutputChannel(name, {log: true}): LogOutputChannel
//     window.createStatusBarItem(id, alignment?, priority?): StatusBarItem    hidden until show()
//     window.createTreeView(viewId, {treeDataProvider, showCollapseAll}): TreeView
//                       the view must be contributed; ids of its items must be unique
//     window.showErrorMessage(message, ...items): Thenable<item | undefined>
//     window.showInformationMessage(message, ...items): Thenable<item | undefined>
//     window.showInputBox({title, prompt, placeHolder, value, password, ignoreFocusOut,
//                       validateInput}): Thenable<string | undefined>   undefined: Escape
//     window.showQuickPick(items, options): Thenable<item | undefined>     items with canPickMany
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
// editor.js is the user's side of it.

import { editor } from "./editor.js";
import { ConfigurationTarget, Disposable, EventEmitter, Uri } from "./vscode-types.js";

export { editor } from "./editor.js";
export {
  CodeLens, ConfigurationTarget, EventEmitter, Range, StatusBarAlignment, ThemeIcon, TreeItem,
  TreeItemCollapsibleState, Uri, ViewColumn,
} from "./vscode-types.js";

/** A namespace whose missing members are mistakes. */
function namespace(name, members) {
  return new Proxy(Object.freeze(members), {
    get(target, member) {
      if (member in target) return target[member];
      throw new Error(`The stand-in has no ${name}.${String(member)}.`);
    },
  });
}

export const commands = namespace("commands", {
  registerCommand(command, callback) {
    if (editor.commands.has(command)) throw new Error(`command '${command}' already exists`);
    editor.commands.set(command, callback);
    return new Disposable(() => editor.commands.delete(command));
  },
  executeCommand: (command, ...args) => editor.run(command, ...args),
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
    const known = Object.values(editor.manifest.contributes.views).flat().map(({ id }) => id);
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
  async showInformationMessage(message, ...items) {
    editor.told.push({ message, buttons: items });
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
    if (options?.canPickMany && label !== undefined) {
      return items.filter((item) => label.includes(item.label));
    }
    if (label !== undefined && !labels.includes(label)) throw new Error(`No choice: ${label}`);
    return items.find((item) => item.label === label);
  },
  async showTextDocument(uri, options) {
    const document = await openDocument(uri);
    editor.shown.push({ document, options });
    return { document };
  },
});

/** The function `workspace.openTextDocument(uri)`. */
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
    const { properties } = editor.manifest.contributes.configuration;
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
