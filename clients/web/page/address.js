// What is open stands in the address, after `#open=`, so that it survives a reload, Back leads to what
// was open before, and a bookmark leads here. Secrets do not get there: the token is left out, others
// are `{env:TOKEN}`. (What follows # is sent to no server.)

import { withoutSecrets } from "./commands.js";

const MARK = "#open=";
const VARIABLE = /^\{env:[^{}]*\}$/;

/** The params in the address; null without. */
export function paramsInAddress() {
  if (!location.hash.startsWith(MARK)) return null;
  try {
    const params = JSON.parse(decodeURIComponent(location.hash.slice(MARK.length)));
    return params !== null && typeof params === "object" && !Array.isArray(params) ? params : null;
  } catch {
    return null;
  }
}

/** Puts what was opened into the address: a step in the history, where it is another one. */
export function showInAddress({ token, ...params }) {
  const shown = withoutSecrets(params, "");
  if (VARIABLE.test(token ?? "")) shown.token = token;
  const hash = MARK + encodeURIComponent(JSON.stringify(shown));
  if (hash === location.hash) return;
  const address = location.pathname + hash;
  if (paramsInAddress() === null) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** The token of the bridge where the address is the one that serve.js printed; null otherwise. */
export function tokenInAddress() {
  const { hash } = location;
  return hash.length > 1 && !hash.startsWith(MARK) ? hash.slice(1) : null;
}
