/** Lets every copy-button.tsx of the page copy. */
export function listenToCopyPresses(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>("button[data-copy]");
    if (!button) return;
    const { copy = "", done = "" } = button.dataset;
    navigator.clipboard.writeText(copy).then(
      () => button.querySelector("[aria-live]")?.replaceChildren(done),
      () => {},
    );
  });
}
