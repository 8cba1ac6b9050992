// Many calls may share one AbortSignal: it gets one listener, whatever their number.

const listening = new WeakMap();

/** Calls back when the signal is aborted, until the function that is returned is called. */
export function onAbort(signal, callback) {
  if (signal === undefined) return () => {};
  const callbacks = listening.get(signal) ?? new Set();
  listening.set(signal, callbacks);
  callbacks.tell ??= () => {
    for (const each of [...callbacks]) each();
  };
  if (callbacks.size === 0) signal.addEventListener("abort", callbacks.tell, { once: true });
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener("abort", callbacks.tell);
  };
}

/**
 * The promise's result, or the signal's reason where that comes first. What several calls await
 * this way continues in the order of the calls, with or without signals.
 */
export function abortable(promise, signal) {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    promise.then(
      (value) => {
        forget();
        resolve(value);
      },
      (error) => {
        forget();
        reject(error);
      },
    );
  });
}
