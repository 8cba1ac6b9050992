// Gives `import "vscode"` the stand-in, as the editor gives it its API.

const STAND_IN = new URL("vscode-stand-in.js", import.meta.url).href;

export async function resolve(specifier, context, next) {
  return specifier === "vscode" ? { url: STAND_IN, shortCircuit: true } : next(specifier, context);
}
