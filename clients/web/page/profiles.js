// The combobox "Profile": the APIs that the server knows, searched by name and title.

import { byID, make } from "./dom.js";

const OPTIONS_MAX = 60;

export class Profiles {
  #input = byID("profile");
  #list = byID("profiles");
  #all = [];
  #options = [];
  #active = -1;
  #changed;

  /** `changed(name)` is called when another profile has been typed or picked. */
  constructor(changed) {
    this.#changed = changed;
    const input = this.#input;
    input.addEventListener("input", () => {
      this.#open(input.value);
      changed(this.name);
    });
    input.addEventListener("click", () => this.#open(""));
    input.addEventListener("keydown", (event) => this.#key(event));
    input.addEventListener("blur", () => {
      this.#close();
      if (this.name !== input.value.trim()) this.#pick(this.name);
    });
    this.#list.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const option = event.target.closest('[role="option"]');
      if (option !== null) this.#pick(option.dataset.name);
    });
  }

  /** Takes what `paginator/profiles` answers. */
  set all(profiles) {
    this.#all = profiles.map(({ name, title }) => ({ name, title: title ?? "" }));
    if (document.activeElement === this.#input) this.#open(this.#input.value);
  }

  /** The profile that is chosen: by its name, or by its whole title. */
  get name() {
    const text = this.#input.value.trim();
    const isTitle = ({ title }) => title.toLowerCase() === text.toLowerCase();
    return (text !== "" && this.#all.find(isTitle)?.name) || text;
  }

  set name(name) {
    if (this.#input.value !== name) this.#input.value = name;
  }

  #matches(text) {
    const wanted = text.trim().toLowerCase();
    const rank = ({ name, title }) => {
      if (name === wanted) return 0;
      if (name.startsWith(wanted)) return 1;
      return title.toLowerCase().startsWith(wanted) ? 2 : 3;
    };
    const isFound = ({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted);
    return this.#all.filter(isFound).sort((one, other) => rank(one) - rank(other));
  }

  #open(text) {
    this.#options = this.#matches(text).slice(0, OPTIONS_MAX);
    this.#list.replaceChildren(
      ...this.#options.map(({ name, title }, index) => {
        const option = make("li", { role: "option", id: `profile-${index}` });
        option.dataset.name = name;
        option.append(make("b", {}, name), make("span", {}, title));
        return option;
      }),
    );
    this.#list.hidden = this.#options.length === 0;
    this.#input.setAttribute("aria-expanded", !this.#list.hidden);
    this.#activate(text.trim() === "" ? -1 : 0);
  }

  #close() {
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#activate(-1);
  }

  #activate(index) {
    this.#active = index;
    [...this.#list.children].forEach((option, at) => {
      option.setAttribute("aria-selected", at === index);
      if (at === index) option.scrollIntoView({ block: "nearest" });
    });
    const input = this.#input;
    if (index in this.#options) input.setAttribute("aria-activedescendant", `profile-${index}`);
    else input.removeAttribute("aria-activedescendant");
  }

  #pick(name) {
    this.#input.value = name;
    this.#close();
    this.#changed(name);
  }

  #key(event) {
    const { key } = event;
    const isOpen = !this.#list.hidden;
    const last = this.#options.length - 1;
    if (key === "ArrowDown" && !isOpen) this.#open("");
    else if (key === "ArrowDown") this.#activate(Math.min(this.#active + 1, last));
    else if (key === "ArrowUp" && isOpen) this.#activate(Math.max(this.#active - 1, 0));
    else if (key === "Escape" && isOpen) this.#close();
    else if (key === "Enter" && isOpen && this.#options[this.#active] !== undefined) {
      this.#pick(this.#options[this.#active].name);
    } else return;
    event.preventDefault();
  }
}
