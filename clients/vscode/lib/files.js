// Files of profiles, as the server reads them: where each profile stands in the text.

/** The path of the user's own file, which the server reads by itself. */
export function ownFile(environment, home) {
  const folder = environment.XDG_CONFIG_HOME || `${home}/.config`;
  return `${folder}/paginator/profiles.json`;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The profiles of a file: `{name, offset}`, the offset being that of the name's quotation mark. A text
 * that is still being typed gives what is there so far.
 *
 *     {"profiles": {"orders": {...}, "issues": {...}}}
 */
export function profilesIn(text) {
  const found = [];
  const path = [];
  let key = null;
  let isKey = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      path.push(key);
      key = null;
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      path.pop();
      isKey = false;
    } else if (token === ",") isKey = true;
    else if (token === ":") isKey = false;
    else if (isKey) {
      key = keyOf(token);
      if (path.length === 2 && path[1] === "profiles" && key !== null) {
        found.push({ name: key, offset: index });
      }
    }
  }
  return found;
}

function keyOf(token) {
  try {
    return JSON.parse(token);
  } catch {
    return null;
  }
}
