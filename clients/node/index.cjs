// For CommonJS: `const { open } = require("paginator-client")`.
//
// A Node that can require modules gives all of the package. An older one gives `open`, which loads
// the rest when it is called, and `load`, a promise of all.

"use strict";

const load = () => import("./index.js");

const later = {
  load,
  open: async (...given) => (await load()).open(...given),
};

/** Errors about classes that cannot be had at once say how to get them. */
const advice = new Proxy(later, {
  get(target, name) {
    if (name in target || typeof name !== "string" || !/^[A-Z]/.test(name)) return target[name];
    throw new Error(
      `This version of Node cannot require ${name}: const { ${name} } = await ` +
        'require("paginator-client").load()',
    );
  },
});

function required() {
  try {
    return { ...require("./index.js"), load };
  } catch (error) {
    if (error.code !== "ERR_REQUIRE_ESM") throw error;
    return advice;
  }
}

module.exports = required();
