// What passed over the network for a load: entries of HAR, as "Item" shows them.

import { parse } from "./json.js";

/** Bodies from this size on come without their ends. */
const WHOLE_BYTES_MAX = 32_768;

/**
 * The JSON text of a load: its latest request with the response, what the page itself saw, and the
 * requests before that one. `details` is an object, `entries` are those of `paginator/requests`.
 */
export function loadText(details, entries) {
  const [latest = [], ...earlier] = entries.map(membersOf).reverse();
  const seen = Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, JSON.stringify(value)]);
  if (earlier.length > 0) seen.push(["earlier", `[${earlier.map(objectText).join(",")}]`]);
  return objectText([...latest, ...seen]);
}

/**
 * The entries of a load: those that began after the load of the same page before it, if any, and
 * before its own end. Where the clocks of browser and server differ, all of them.
 */
export function entriesOf(entries, since, until) {
  const own = entries.filter(({ startedDateTime }) => {
    const began = Date.parse(startedDateTime);
    return began >= since && began <= until;
  });
  return own.length > 0 ? own : entries;
}

/** Members as pairs of a name and a JSON text: headers may have equal names. */
function membersOf({ startedDateTime, time, request, response }) {
  const { content } = response;
  const text = JSON.stringify;
  const members = [["status", text(response.status)]];
  if (response._error !== undefined) members[0] = ["failure", text(response._error.detail)];
  members.push(["method", text(request.method)], ["url", text(request.url)]);
  members.push(["began", text(startedDateTime)], ["networkMs", text(Math.round(time * 10) / 10)]);
  members.push(["bytes", text(content.size)], ["requestHeaders", headersText(request.headers)]);
  if (request.postData !== undefined) {
    members.push(["requestBody", bodyText(request.postData.text)]);
  }
  if (response._error !== undefined) return members;
  members.push(["responseHeaders", headersText(response.headers)]);
  const name = content.size < WHOLE_BYTES_MAX ? "body" : "bodyBeginning";
  return [...members, [name, bodyText(content.text ?? "")]];
}

const objectText = (members) =>
  `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;

const headersText = (headers) =>
  objectText(headers.map(({ name, value }) => [name, JSON.stringify(value)]));

/** A body that is JSON stays as it came, and can be opened; any other one is a text. */
function bodyText(body) {
  try {
    parse(body);
    return body;
  } catch {
    return JSON.stringify(body);
  }
}
