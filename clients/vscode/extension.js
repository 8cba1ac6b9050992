// The thin layer between the editor and lib/: commands, the tree, documents, the status bar.

import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import * as vscode from "vscode";

import { Client } from "./client/index.js";
import { curlOf, fetchCommandOf } from "./lib/copy.js";
import { Credentials } from "./lib/credentials.js";
import { documentOf, SCHEME, textOf } from "./lib/documents.js";
import { csvOf, ndjsonOf } from "./lib/export.js";
import { ACTIONS, failureOf } from "./lib/failures.js";
import { ownFile, profilesIn } from "./lib/files.js";
import { Grid, pageOf } from "./lib/grid.js";
import {
  bodyOf,
  builtInProfile,
  convertedProfiles,
  headersOf,
  originOf,
  profileOfRequest,
  profileOfURL,
  savedProfiles,
  withProfile,
} from "./lib/profiles.js";
import { Session } from "./lib/session.js";
import { statusOf } from "./lib/status.js";
import { childrenOf, rootsOf } from "./lib/tree.js";

const URL_HINT = "https://api.example.com/articles?page=:currentPage&per_page=:perPage";

const COLLAPSIBLE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

const METHODS = ["GET", "POST", "PUT", "PATCH"];

/** Files of profiles that something was opened from, beside the user's own. */
const files = new Set();

/** Which documents are files of profiles; package.json gives them the schema. */
const PROFILE_FILES = [
  { language: "json", pattern: "**/paginator/profiles.json" },
  { language: "json", pattern: "**/*.paginator.json" },
];

/** The log channel's methods by the server's levels. */
const LEVELS = { debug: "debug", info: "info", warning: "warn", error: "error" };

/** Ends the server; there is one from the first collection on. */
let close = async () => {};

export function activate(context) {
  const log = vscode.window.createOutputChannel("Paginator", { log: true });
  const credentials = new Credentials({ secrets: context.secrets, ask: askForSecret });
  const session = new Session({ Client, options: () => clientOptions(context), credentials, openParams });
  close = () => session.close();

  const view = showTree(context, session);
  showDocuments(context, session);
  showStatus(context, session);
  showLenses(context);
  convertSettings().catch((error) => log.warn(error.message));

  const report = (error, retry) => reportFailure(log, error, retry);
  session.on("log", ({ level, text }) => log[LEVELS[level]](text));
  session.on("changed", () => {
    const has = session.collections.length > 0;
    vscode.commands.executeCommand("setContext", "paginator.hasCollections", has);
  });
  session.on("gone", (error) => report(error));
  session.on("retry", (text) => log.warn(text));
  for (const [name, work] of Object.entries(commandsOf(context, session, credentials, view))) {
    const id = `paginator.${name}`;
    const command = vscode.commands.registerCommand(id, async (...args) => {
      try {
        await work(...args);
      } catch (error) {
        report(error, { command: id, args });
      }
    });
    context.subscriptions.push(command);
  }
  context.subscriptions.push(log);
}

export async function deactivate() {
  await close();
}

function settings() {
  return vscode.workspace.getConfiguration("paginator");
}

/** Params that every collection is opened with unless its profile says otherwise. */
function openParams() {
  return { prefetch: { pages: settings().get("prefetchPages") } };
}

/** Rewrites what an earlier version has saved, in the settings that it stands in. */
async function convertSettings() {
  const { globalValue, workspaceValue } = settings().inspect("profiles") ?? {};
  const places = [
    [globalValue, vscode.ConfigurationTarget.Global],
    [workspaceValue, vscode.ConfigurationTarget.Workspace],
  ];
  for (const [value, target] of places) {
    const converted = convertedProfiles(value);
    if (converted !== null) await settings().update("profiles", converted, target);
  }
}

/** Options for the client, as the settings are now. */
function clientOptions(context) {
  const own = path.join(context.extensionPath, "server", "paginator");
  return {
    executable: settings().get("executable") || (existsSync(own) ? own : undefined),
    timeout: settings().get("timeoutSeconds") * 1000,
    args: [...files].flatMap((file) => ["--profiles", file]),
  };
}

// Commands

/** The commands by name; each gets the node of the tree that it was called on, or nothing. */
function commandsOf(context, session, credentials, view) {
  /** The collection that is meant: by its node, by the selection, or the one used last. */
  const meant = (node) => {
    const collection = node?.collection ?? view.selection[0]?.collection ?? session.current;
    if (!collection) throw new Error("No collection is open: use Paginator: Open.");
    session.current = collection;
    return collection;
  };
  const origin = async (node) => originOf(meant(node).params.url) ?? askForOrigin();
  return {
    open: async (name) => {
      const profile = await chooseProfile(session, name);
      if (profile !== undefined) await session.open(profile);
    },
    openRequest: async () => {
      const profile = await chooseRequest();
      if (profile !== undefined) await session.open(profile);
    },
    showGrid: (node) => showGrid(context, session, meant(node)),
    copyAsCurl: (node) => vscode.env.clipboard.writeText(curlOf(meant(node))),
    copyAsFetch: (node) => vscode.env.clipboard.writeText(fetchCommandOf(meant(node))),
    exportNDJSON: (node) => exportItems(meant(node), "ndjson", ndjsonOf),
    exportCSV: (node) => exportItems(meant(node), "csv", csvOf),
    loadMore: (node) => meant(node).more(),
    loadPrevious: (node) => meant(node).previous(),
    goToPage: async (node) => {
      const collection = meant(node);
      const page = await askForNumber(`A page of ${collection.name}, in the API's own numbering`);
      if (page !== undefined) await collection.goTo(page);
    },
    goToItem: async (node) => {
      const collection = meant(node);
      const number = await askForNumber(`An item of ${collection.name}, from 1`);
      if (number === undefined) return;
      // Asked for here, so that a failure is told as one, and not as a document that won't open.
      await collection.itemAt(number - 1);
      await showDocument(collection, { index: number - 1 });
    },
    loadAll: (node) => meant(node).all(settings().get("loadAllItemsMax")),
    cancel: (node) => {
      const busy = session.collections.find((each) => each.activity !== null);
      return (node?.collection ?? busy)?.cancel();
    },
    refresh: (node) => meant(node).refresh(),
    showIndex: (collection, index) => showDocument(collection, { index }),
    showItem: ({ collection, page, item }) => showDocument(collection, { page, item }),
    showItems: (node) => showDocument(meant(node), { page: node?.page }),
    save: (node) => saveProfile(meant(node)),
    signIn: async (node) => {
      const collection = meant(node);
      const where = await origin(node);
      if (where === undefined || !(await session.signIn(collection, where))) return;
      await session.reopen(collection);
    },
    signOut: async (node) => {
      const where = await origin(node);
      if (where === undefined) return;
      await credentials.signOut(where);
      // The server forgets a secret with the paginators that it was for.
      for (const each of session.collections) {
        if (originOf(each.params.url) === where) await session.closeCollection(each);
      }
    },
    openFromFile: async (uri, name) => {
      const file = uri.fsPath;
      if (file !== ownFile(process.env, os.homedir()) && !files.has(file)) {
        // The server learns of files at its start.
        files.add(file);
        if (session.pid !== null) await session.restart();
      }
      await session.open({ name, params: { profile: name }, display: {}, isSaved: true });
    },
    restart: () => session.restart(),
    close: (node) => session.closeCollection(meant(node)),
  };
}

function showDocument(collection, part) {
  const uri = vscode.Uri.from(documentOf(collection, part));
  return vscode.window.showTextDocument(uri, { preview: true });
}

/** Writes the items that are loaded into a file that the user names. */
async function exportItems(collection, ending, write) {
  const file = await vscode.window.showSaveDialog({
    title: `Export ${collection.itemCount} items of ${collection.name}`,
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (file === undefined) return;
  await vscode.workspace.fs.writeFile(file, Buffer.from(write(collection.texts), "utf8"));
}

/** A grid over the whole collection, which loads what is scrolled to. */
function showGrid(context, session, collection) {
  const media = vscode.Uri.joinPath(context.extensionUri, "media");
  const panel = vscode.window.createWebviewPanel(
    "paginator.grid", collection.name, vscode.ViewColumn.Active,
    { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
  );
  const grid = new Grid(collection);
  const { webview } = panel;
  const address = (name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  webview.onDidReceiveMessage(async (message) => {
    if (message.type === "open") {
      await vscode.commands.executeCommand("paginator.showIndex", collection, message.index);
      return;
    }
    const answer = await grid.answer(message);
    if (answer !== null) await webview.postMessage(answer);
  });
  webview.html = pageOf({
    title: collection.name, source: webview.cspSource, script: address("grid.js"),
    style: address("grid.css"),
  });
  const close = (changed) => {
    if (changed === collection && !session.collections.includes(collection)) panel.dispose();
  };
  session.on("changed", close);
  panel.onDidDispose(() => session.off("changed", close));
}

async function saveProfile(collection) {
  const name = await vscode.window.showInputBox({
    prompt: "The name under which Paginator: Open offers this collection",
    value: collection.name,
  });
  if (!name) return;
  const profiles = withProfile(settings().get("profiles"), name, collection);
  await settings().update("profiles", profiles, vscode.ConfigurationTarget.Global);
}

// Questions to the user; undefined where they don't answer

async function chooseProfile(session, name) {
  const saved = savedProfiles(settings().get("profiles"));
  if (typeof name === "string") {
    const found = saved.find((profile) => [profile.name, profile.title].includes(name));
    if (found === undefined) throw new Error(`The setting paginator.profiles has no "${name}".`);
    return { ...found, name: found.title };
  }
  const choices = saved.map((profile) => ({
    label: profile.title,
    description: profile.params.url ?? profile.params.profile,
    choose: () => ({ ...profile, name: profile.title }),
  }));
  choices.push(
    { label: "$(link) URL...", description: "of a list", choose: chooseURL },
    {
      label: "$(book) Built-in profile...",
      description: "an API or standard that the server knows",
      choose: () => chooseBuiltIn(session),
    },
  );
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder: "What to open" });
  return chosen?.choose();
}

async function chooseURL() {
  const url = await askForURL("");
  return url ? profileOfURL(url) : undefined;
}

/** A URL with a method, headers and a body. */
async function chooseRequest() {
  const url = await askForURL("");
  if (!url) return undefined;
  const method = await vscode.window.showQuickPick(
    METHODS.map((label) => ({ label })), { placeHolder: "Method" },
  );
  if (method === undefined) return undefined;
  const headers = await vscode.window.showInputBox({
    prompt: "Headers, separated by semicolons; secrets are asked for when the API wants them",
    placeHolder: "Accept: application/json; X-Version: 2",
    validateInput: (typed) => (headersOf(typed) === null ? "Name: value; Name: value" : undefined),
  });
  if (headers === undefined) return undefined;
  const body = method.label === "GET" ? "" : await vscode.window.showInputBox({
    prompt: "Body, as JSON; :currentPage, :perPage, :offset and :cursor are filled in",
    placeHolder: '{"query": "is:open"}',
    validateInput: (typed) => (bodyOf(typed) === null ? "JSON, or nothing" : undefined),
  });
  if (body === undefined) return undefined;
  return profileOfRequest(url, method.label, headersOf(headers), bodyOf(body));
}

async function chooseBuiltIn(session) {
  const profiles = await session.builtIn();
  const choices = profiles.map((profile) => ({
    label: profile.title,
    description: profile.name,
    profile,
  }));
  const chosen = await vscode.window.showQuickPick(choices, {
    placeHolder: "An API or standard",
    matchOnDescription: true,
  });
  if (chosen === undefined) return undefined;
  const url = await askForURL(chosen.profile.url ?? "");
  return url ? builtInProfile(chosen.profile, url) : undefined;
}

function askForURL(value) {
  return vscode.window.showInputBox({
    prompt: "URL of a list; :currentPage, :perPage, :offset and :cursor are filled in",
    placeHolder: URL_HINT,
    value,
    ignoreFocusOut: true,
  });
}

function askForOrigin() {
  return vscode.window.showInputBox({
    prompt: "Scheme, host and port to sign in to",
    placeHolder: "https://api.example.com",
  });
}

async function askForNumber(prompt) {
  const text = await vscode.window.showInputBox({
    prompt,
    validateInput: (typed) => (/^\s*-?\d+\s*$/.test(typed) ? undefined : "A whole number"),
  });
  return text === undefined ? undefined : Number(text);
}

function askForSecret({ title, prompt, placeHolder, problem }) {
  return vscode.window.showInputBox({
    title, prompt, placeHolder, validateInput: problem, password: true, ignoreFocusOut: true,
  });
}

// Failures

/** Shows what went wrong, with buttons for what can be done. */
async function reportFailure(log, error, retry) {
  const failure = failureOf(error);
  if (failure === null) return;
  log.error(failure.message);
  const actions = failure.actions.filter((action) => action !== "retry" || retry);
  const shown = failure.message.split("\n")[0];
  const buttons = actions.map((each) => ACTIONS[each]);
  const button = await vscode.window.showErrorMessage(shown, ...buttons);
  const chosen = actions.find((each) => ACTIONS[each] === button);
  if (chosen === "log") {
    log.show();
  } else if (chosen === "retry") {
    await vscode.commands.executeCommand(retry.command, ...retry.args);
  } else if (chosen === "settings" || chosen === "profiles") {
    const setting = chosen === "settings" ? "paginator.executable" : "paginator.profiles";
    await vscode.commands.executeCommand("workbench.action.openSettings", setting);
  } else if (chosen !== undefined) {
    await vscode.commands.executeCommand(`paginator.${chosen}`, ...(retry?.args ?? []));
  }
}

// What is shown

function showTree(context, session) {
  const changes = new vscode.EventEmitter();
  const view = vscode.window.createTreeView("paginator.collections", {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
      getChildren: (node) => (node ? childrenOf(node) : rootsOf(session.collections)),
      getTreeItem: treeItem,
    },
  });
  session.on("changed", () => changes.fire(undefined));
  context.subscriptions.push(changes, view);
  return view;
}

function treeItem(node) {
  const item = new vscode.TreeItem(node.label, COLLAPSIBLE[node.children]);
  item.id = node.id;
  item.description = node.description;
  item.tooltip = node.tooltip;
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = node.kind;
  if (node.command) {
    const { name, title } = node.command;
    item.command = { command: `paginator.${name}`, title, arguments: [node] };
  }
  return item;
}

function showDocuments(context, session) {
  const changes = new vscode.EventEmitter();
  const shown = new Map();
  const provider = {
    onDidChange: changes.event,
    provideTextDocumentContent: (uri) => {
      shown.set(uri.toString(), uri);
      return textOf(session.collections, uri);
    },
  };
  session.on("changed", (collection) => {
    // A document of one item anywhere is asked for by its index, which would change this again.
    if (collection.activity !== null || !session.collections.includes(collection)) return;
    for (const uri of shown.values()) {
      const query = new URLSearchParams(uri.query);
      if (query.get("key") === collection.key && !query.has("index")) changes.fire(uri);
    }
  });
  context.subscriptions.push(
    changes,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri.toString())),
  );
}

/** A line above each profile of a file, which opens it. */
function showLenses(context) {
  const provider = {
    provideCodeLenses: (document) => {
      if (!vscode.workspace.isTrusted) return [];
      return profilesIn(document.getText()).map(({ name, offset }) => {
        const place = document.positionAt(offset);
        const command = {
          title: "Open with Paginator", command: "paginator.openFromFile",
          arguments: [document.uri, name],
        };
        return new vscode.CodeLens(new vscode.Range(place, place), command);
      });
    },
  };
  context.subscriptions.push(vscode.languages.registerCodeLensProvider(PROFILE_FILES, provider));
}

function showStatus(context, session) {
  const item = vscode.window.createStatusBarItem("paginator", vscode.StatusBarAlignment.Left);
  item.name = "Paginator";
  session.on("changed", () => {
    const status = statusOf(session);
    if (status === null) {
      item.hide();
      return;
    }
    item.text = status.text;
    item.tooltip = status.tooltip;
    item.command = `paginator.${status.command}`;
    item.show();
  });
  context.subscriptions.push(item);
}
