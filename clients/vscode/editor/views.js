// Views of the collections: the tree, documents, lenses, the status bar, the grid.

import * as vscode from "vscode";

import { SCHEME, textOf } from "../lib/documents.js";
import { profilesIn } from "../lib/files.js";
import { Grid, pageOf } from "../lib/grid.js";
import { statusOf } from "../lib/status.js";
import { childrenOf, rootsOf } from "../lib/tree.js";
import { chooseColumns } from "./questions.js";

const COLLAPSIBLE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** The pattern of files of profiles; package.json gives them the schema. */
const PROFILE_FILES = [
  { language: "json", pattern: "**/paginator/profiles.json" },
  { language: "json", pattern: "**/*.paginator.json" },
];

export function showTree(context, session) {
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

export function showDocuments(context, session) {
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
export function showLenses(context) {
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

export function showStatus(context, session) {
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

/** A grid over the whole collection, which loads what is scrolled to. */
export function showGrid(context, session, collection, report) {
  const media = vscode.Uri.joinPath(context.extensionUri, "media");
  const panel = vscode.window.createWebviewPanel(
    "paginator.grid", collection.name, vscode.ViewColumn.Active,
    { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
  );
  const grid = new Grid(collection);
  let isShown = false;
  const { webview } = panel;
  const address = (name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  webview.onDidReceiveMessage(async (message) => {
    if (message.type === "open") {
      await vscode.commands.executeCommand("paginator.showIndex", collection, message.index);
      return;
    }
    try {
      if (message.type === "choose") {
        const paths = await chooseColumns(grid.choices);
        if (paths === undefined) return;
        grid.choose(paths);
        await webview.postMessage({ type: "reset" });
      } else if (message.type === "copy" && Number.isSafeInteger(message.index)) {
        await vscode.env.clipboard.writeText(await grid.textToCopy(message));
      } else {
        const answer = await grid.answer(message);
        if (answer !== null) await webview.postMessage(answer);
        if (isShown) return;
        isShown = true;
        // A URL that names a later page is shown from there.
        const index = await collection.startIndex();
        if (index > 0) await webview.postMessage({ type: "go", index });
      }
    } catch (error) {
      report(error);
    }
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
