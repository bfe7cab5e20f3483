// @ts-check
// The colour switch: as the system has it, light, dark; remembered on this site only.

const page = document.documentElement;

/** What the button says in each state, and the state that follows. */
const states = /** @type {const} */ ({
  auto: ["Colours: as the system has them", "light"],
  light: ["Colours: light", "dark"],
  dark: ["Colours: dark", "auto"],
});

/** @returns {keyof typeof states} */
function state() {
  const stored = page.dataset.theme;
  return stored === "light" || stored === "dark" ? stored : "auto";
}

for (const button of document.querySelectorAll(".theme-button")) {
  const name = () => {
    button.setAttribute("aria-label", states[state()][0]);
    button.setAttribute("title", states[state()][0]);
  };
  name();
  button.addEventListener("click", () => {
    const next = states[state()][1];
    page.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Storage is closed to this page: the choice lasts until it is left.
    }
    name();
  });
}
