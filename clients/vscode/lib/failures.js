// Messages about failures, with what can be done about them.

/** The client's name of its option. */
const SETTING = "the setting paginator.executable";

/** The advice to sign in, as the client words it and as the editor does. */
const SIGN_IN = "Sign in with the param token or auth of open.";
const SIGN_IN_HERE = "Sign in with Paginator: Sign In.";

/** The words of an error, with what the user of the editor can do. */
export function wordsOf(error) {
  return error.message.replace(SIGN_IN, SIGN_IN_HERE);
}

/**
 * `{message, actions}`, the actions being names of `ACTIONS`; null for what needs no words: the
 * user has cancelled it. The log can always be shown.
 */
export function failureOf(error) {
  const failure = plainFailureOf(error);
  return failure === null ? null : { ...failure, actions: [...failure.actions, "log"] };
}

function plainFailureOf(error) {
  switch (error.kind) {
    case "cancelled":
    case "requestCancelled":
      return null;
    case "serverNotFound":
      return {
        message: error.message.replace("the option executable", SETTING),
        actions: ["settings"],
      };
    case "protocolMismatch":
      return { message: error.message, actions: ["settings", "restart"] };
    case "serverGone":
      return {
        message: error.message.replace("Open a new client to go on.", "Restart it to go on."),
        actions: ["restart"],
      };
    case "invalidParams":
      return { message: error.message, actions: ["profiles"] };
    case "httpStatus":
      return {
        message: wordsOf(error),
        actions: [401, 403, 404].includes(error.data.status) ? ["signIn", "retry"] : ["retry"],
      };
    default:
      return { message: error.message, actions: error.retryable ? ["retry"] : [] };
  }
}

/** The words on the buttons. */
export const ACTIONS = {
  settings: "Open Settings",
  profiles: "Open Settings",
  restart: "Restart Server",
  retry: "Try Again",
  signIn: "Sign In",
  log: "Show Log",
};
