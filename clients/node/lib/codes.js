// The class of each code of the protocol; kinds.js fills it.

export const byCode = new Map();

/** Gives a class its code. */
export function register(code, type) {
  byCode.set(code, nameAs(type));
}

/** Lets the errors of a class be named for it, also in the first line of their stacks. */
export function nameAs(type) {
  Object.defineProperty(type.prototype, "name", { value: type.name, configurable: true });
  return type;
}
