import { isSingleKey } from "./single-keys";

/** On the document: the palette is to open. */
export const paletteAsked = "palette-asked";

/** Ctrl K, Cmd K, the slash or a press on a search box open the palette, whose script is loaded at the first of them. */
export function listenToSearch(load: () => Promise<unknown>): void {
  let isLoaded = false;
  const ask = () => {
    if (isLoaded) document.dispatchEvent(new Event(paletteAsked));
    else
      load().catch(() => {
        isLoaded = false;
      });
    isLoaded = true;
  };
  window.addEventListener("keydown", (event) => {
    const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (
      !document.querySelector("dialog[data-search]") ||
      !(isCtrlK || (event.key === "/" && isSingleKey(event)))
    )
      return;
    event.preventDefault();
    ask();
  });
  document.addEventListener("click", ({ target }) => {
    // Who comes by keyboard may type in the box and press Enter.
    if (target instanceof Element && target.matches("input[data-palette]")) ask();
  });
}
