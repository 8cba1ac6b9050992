// Finds the server: by the option, PAGINATOR, the platform's package, or PATH, in this order.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { ServerNotFound } from "./errors.js";

/** The name of the executable in PATH. */
const EXECUTABLE = "paginator";

/** The environment variable that names the executable. */
const VARIABLE = "PAGINATOR";

/** The path of the server; ServerNotFound says what to do. */
export function findExecutable(executable, environment) {
  if (executable === undefined || executable === null) {
    if (!environment[VARIABLE]) return inPackage() ?? inPath(environment);
    return named(environment[VARIABLE], `the environment variable ${VARIABLE}`, environment);
  }
  const wanted = executable instanceof URL ? fileURLToPath(executable) : String(executable);
  return named(wanted, "the option executable", environment);
}

/**
 * The executable in the package for this platform, an optional dependency of this one, such as
 * `paginator-client-linux-x64`; null where that is not installed.
 */
function inPackage() {
  const name = `paginator-client-${process.platform}-${process.arch}`;
  try {
    const found = createRequire(import.meta.url).resolve(`${name}/bin/${EXECUTABLE}`);
    return isProgram(found) ? found : null;
  } catch {
    return null;
  }
}

function inPath(environment) {
  const found = which(EXECUTABLE, environment);
  if (found !== null) return found;
  throw new ServerNotFound(
    `The server's executable was not found: put ${EXECUTABLE} into PATH, or name it by the ` +
      `option executable or the environment variable ${VARIABLE}.`,
  );
}

function named(wanted, saidBy, environment) {
  const found = which(wanted, environment);
  if (found !== null) return found;
  const problem = existsSync(wanted) ? "is not executable" : "does not exist";
  throw new ServerNotFound(`${wanted} ${problem}: ${saidBy} must name the server's executable.`);
}

/** The path of a program; null where there is none. */
function which(name, environment) {
  if (name.includes("/") || name.includes(path.sep)) return isProgram(name) ? name : null;
  for (const folder of (environment.PATH ?? "").split(path.delimiter)) {
    const candidate = path.join(folder || ".", name);
    if (isProgram(candidate)) return path.resolve(candidate);
  }
  return null;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
