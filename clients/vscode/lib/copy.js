// A collection as a command line: for curl, and for `paginator fetch`. Secrets are left out.

const SECRET = /auth|cookie|token|secret|password|api-?key/i;

/** The last page's request, as curl sends it; before the first page, the URL as it was opened. */
export function curlOf({ params, state }) {
  const words = ["curl"];
  const method = params.method ?? "GET";
  if (method !== "GET") words.push("-X", method);
  words.push(quoted(state?.url ?? params.url ?? ""));
  for (const [name, value] of Object.entries(params.headers ?? {})) {
    words.push("-H", quoted(`${name}: ${SECRET.test(name) ? "***" : value}`));
  }
  if (params.body !== undefined) {
    const body = typeof params.body === "string" ? params.body : JSON.stringify(params.body);
    const isJSON = typeof params.body !== "string";
    if (isJSON && !hasHeader(params, "content-type")) {
      words.push("-H", quoted("Content-Type: application/json"));
    }
    words.push("-d", quoted(body));
  }
  return words.join(" ");
}

/** The whole walk on the command line. */
export function fetchCommandOf({ params }) {
  const { headers = {}, notifications, paginatorId, token, auth, ...rest } = params;
  const open = { ...rest, headers: withoutSecrets(headers) };
  if (Object.keys(open.headers).length === 0) delete open.headers;
  return `paginator fetch --open ${quoted(JSON.stringify(open))}`;
}

function withoutSecrets(headers) {
  const names = Object.keys(headers);
  return Object.fromEntries(
    names.map((name) => [
      name,
      SECRET.test(name) ? `{env:${name.toUpperCase().replaceAll("-", "_")}}` : headers[name],
    ]),
  );
}

function hasHeader({ headers = {} }, wanted) {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

/** A word for a POSIX shell. */
function quoted(text) {
  return /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
