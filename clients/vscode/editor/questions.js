// Questions to the user; undefined where they don't answer.

import * as vscode from "vscode";

import { bodyOf, builtInProfile, headersOf, profileOfRequest, profileOfURL } from "../lib/profiles.js";

const URL_HINT = "https://api.example.com/articles?page=:currentPage&per_page=:perPage";

const METHODS = ["GET", "POST", "PUT", "PATCH"];

/** One of the profiles that are saved, by its name or by choice; or a URL, or a built-in profile. */
export async function chooseProfile(session, saved, name) {
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
export async function chooseRequest() {
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

/** The paths of the columns that a grid shall have. */
export async function chooseColumns(choices) {
  const items = choices.map(({ path, isShown }) => ({ label: path || "item", path, picked: isShown }));
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: "Columns of the grid", canPickMany: true,
  });
  return chosen?.map(({ path }) => path);
}

function askForURL(value) {
  return vscode.window.showInputBox({
    prompt: "URL of a list; :currentPage, :perPage, :offset and :cursor are filled in",
    placeHolder: URL_HINT,
    value,
    ignoreFocusOut: true,
  });
}

export function askForOrigin() {
  return vscode.window.showInputBox({
    prompt: "Scheme, host and port to sign in to",
    placeHolder: "https://api.example.com",
  });
}

export async function askForNumber(prompt) {
  const text = await vscode.window.showInputBox({
    prompt,
    validateInput: (typed) => (/^\s*-?\d+\s*$/.test(typed) ? undefined : "A whole number"),
  });
  return text === undefined ? undefined : Number(text);
}

export function askForSecret({ title, prompt, placeHolder, problem }) {
  return vscode.window.showInputBox({
    title, prompt, placeHolder, validateInput: problem, password: true, ignoreFocusOut: true,
  });
}
