// Small helpers for JSON values.

/** The object without the members that are undefined. */
export function given(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** `GET https://api.example.com/items?page=2: 503`, without what the message has said already. */
export function requestText({ method, url, status }, message) {
  if (typeof url !== "string" || message.includes(url)) return "";
  const parts = [typeof method === "string" ? `${method} ${url}` : url];
  if (Number.isInteger(status) && !message.includes(String(status))) parts.push(String(status));
  return parts.join(": ");
}

/** The value where it is an object, else an empty one. */
export function objectOr(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}
