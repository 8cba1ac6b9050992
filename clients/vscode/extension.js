// The commands. What they ask and show is in editor/, what they decide in lib/.

import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import * as vscode from "vscode";

import { Client } from "./client/index.js";
import {
  askForNumber, askForOrigin, askForSecret, chooseProfile, chooseRequest,
} from "./editor/questions.js";
import { showDocuments, showGrid, showLenses, showStatus, showTree } from "./editor/views.js";
import { curlOf, fetchCommandOf } from "./lib/copy.js";
import { Credentials } from "./lib/credentials.js";
import { documentOf } from "./lib/documents.js";
import { csvOf, exportResult, ndjsonOf } from "./lib/export.js";
import { ACTIONS, failureOf } from "./lib/failures.js";
import { ownFile } from "./lib/files.js";
import { convertedProfiles, originOf, savedProfiles, withProfile } from "./lib/profiles.js";
import { Session } from "./lib/session.js";

/** Files of profiles that something was opened from, beside the user's own. */
const files = new Set();

/** The log channel's methods by the server's levels. */
const LEVELS = { debug: "debug", info: "info", warning: "warn", error: "error" };

const EXPORT_ALL = "Export All";

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
  for (const [name, work] of Object.entries(commandsOf({ context, session, credentials, view, report }))) {
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
function commandsOf({ context, session, credentials, view, report }) {
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
      const saved = savedProfiles(settings().get("profiles"));
      const profile = await chooseProfile(session, saved, name);
      if (profile !== undefined) await session.open(profile);
    },
    openRequest: async () => {
      const profile = await chooseRequest();
      if (profile !== undefined) await session.open(profile);
    },
    showGrid: (node) => showGrid(context, session, meant(node), report),
    copyAsCurl: (node) => vscode.env.clipboard.writeText(curlOf(meant(node))),
    copyAsFetch: (node) => vscode.env.clipboard.writeText(fetchCommandOf(meant(node))),
    exportNDJSON: (node) => exportItems(session, meant(node), "ndjson", ndjsonOf),
    exportCSV: (node) => exportItems(session, meant(node), "csv", csvOf),
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

/** Writes the items that are loaded into a file that the user names; all, if they want that then. */
async function exportItems(session, collection, ending, write) {
  const file = await vscode.window.showSaveDialog({
    title: `Export ${collection.itemCount} items of ${collection.name}`,
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (file === undefined) return;
  const save = (texts) => vscode.workspace.fs.writeFile(file, Buffer.from(write(texts), "utf8"));
  const { texts } = collection;
  await save(texts);
  const result = exportResult(collection, texts.length);
  const buttons = result.isWhole ? [] : [EXPORT_ALL];
  const button = await vscode.window.showInformationMessage(result.text, ...buttons);
  if (button !== EXPORT_ALL) return;
  const all = await session.everything(collection);
  await save(all.texts);
  const { text } = exportResult(collection, all.texts.length, all.verdict, all.doubts);
  vscode.window.showInformationMessage(text);
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
