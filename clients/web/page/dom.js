// Elements, made without markup: what an API says becomes text, whatever it looks like.

/** The element with an id. */
export const byID = (id) => document.getElementById(id);

/** Listens to the element with an id. */
export const on = (id, type, work) => byID(id).addEventListener(type, work);

/** An element with properties (with a dash: attributes) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Sets a text where it differs, so that nothing is announced or drawn twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A function that works once before the next frame, however often it is called. */
export function perFrame(work) {
  let frame = 0;
  const run = () => {
    frame = 0;
    work();
  };
  return () => {
    frame ||= requestAnimationFrame(run);
  };
}

/** A function that does something when it has not been called for a while. */
export function afterRest(milliseconds, work) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds, ...values);
  };
}

/** Puts a text on the clipboard, and says so on the button for a moment. */
export async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  button.dataset.copied = "true";
  setTimeout(() => delete button.dataset.copied, 1_200);
}
