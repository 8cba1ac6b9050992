// The address holds the open list, after `#open=`, so that it survives a reload, Back leads to what
// was open before, and a bookmark leads here. Secrets do not get there: the token is left out, others
// are `{env:TOKEN}`. (What follows # is sent to no server.) After `&view=` stands how it is looked at:
//
//     {"item": 120, "filter": "zürich", "sort": "id", "isDescending": true, "columns": ["id", "title"]}

import { withoutSecrets } from "./commands.js";

const MARK = "#open=";
const VIEW_MARK = "&view=";
const VARIABLE = /^\{env:[^{}]*\}$/;

/** The params in the address; null without. */
export function paramsInAddress() {
  if (!location.hash.startsWith(MARK)) return null;
  return objectIn(openPart().slice(MARK.length));
}

/** The view of the list in the address; an empty object without one. */
export function viewInAddress() {
  return objectIn(location.hash.slice(openPart().length + VIEW_MARK.length)) ?? {};
}

/** Puts how the list is looked at into the address; members that are undefined are left out. */
export function showViewInAddress(view) {
  if (!location.hash.startsWith(MARK)) return;
  const text = JSON.stringify(view);
  const hash = openPart() + (text === "{}" ? "" : VIEW_MARK + encodeURIComponent(text));
  if (hash !== location.hash) history.replaceState(null, "", location.pathname + hash);
}

const openPart = () => location.hash.split(VIEW_MARK)[0];

function objectIn(text) {
  try {
    const value = JSON.parse(decodeURIComponent(text));
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Puts what was opened into the address: a step in the history, where it is another one. */
export function showInAddress({ token, ...params }) {
  const shown = withoutSecrets(params, "");
  if (VARIABLE.test(token ?? "")) shown.token = token;
  const hash = MARK + encodeURIComponent(JSON.stringify(shown));
  if (hash === openPart()) return;
  const address = location.pathname + hash;
  if (paramsInAddress() === null) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** The token of the bridge where the address is the one that serve.js printed; null otherwise. */
export function tokenInAddress() {
  const { hash } = location;
  return hash.length > 1 && !hash.startsWith(MARK) ? hash.slice(1) : null;
}
