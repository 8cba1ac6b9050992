// A stream of server-sent events, read by `fetch`, as `EventSource` sends no headers.

/** Calls `take(name, data)` for each event until the stream ends. */
export async function readEvents(stream, take) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let name = "";
  let data = null;
  let parts = [];
  const line = (text) => {
    if (text === "") {
      if (data !== null) take(name, data);
      name = "";
      data = null;
    } else if (text.startsWith("data: ")) data = text.slice(6);
    else if (text.startsWith("event: ")) name = text.slice(7);
  };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    // A long line comes in many chunks: each is searched once, and they are joined once.
    let from = 0;
    for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", from)) {
      parts.push(value.slice(from, at));
      line(parts.length === 1 ? parts[0] : parts.join(""));
      parts = [];
      from = at + 1;
    }
    if (from < value.length) parts.push(value.slice(from));
  }
}
