// The types of the `vscode` module that the stand-in has.

export class Disposable {
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
