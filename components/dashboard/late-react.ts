/** A request for a page with this header is answered with what React reads, which a page that waits for React is sent without. */
export const flightHeader = "sente-flight";

/**
 * What a page's first script and React tell each other. They are built apart, so it stands on the root of the page.
 * React comes late: first-script.ts.
 */
const root = () => document.documentElement.dataset;

export function sayReactIsHere(): void {
  root().react = "here";
}

export function isReactHere(): boolean {
  return root().react === "here";
}

/** The palette of the search box with this id is to open as soon as React is here. */
export function askForPalette(id: string): void {
  root().palette = id;
}

/** Whether the palette was asked for here. Answers yes once. */
export function takePalette(id: string): boolean {
  const isAsked = root().palette === id;
  if (isAsked) delete root().palette;
  return isAsked;
}

/** The script of a page is run by two, and listens once. */
export function listenOnce(listen: () => void): void {
  if (root().listens) return;
  root().listens = "once";
  listen();
}

/** React drew what the first script has not seen: there may be a part for it. */
export function sayPageIsDrawn(): void {
  document.dispatchEvent(new Event("page-drawn"));
}

/** A script that few pages need: first-script.ts loads it where it finds one of them, and says each time that a page is shown. */
export function asPart(listen: () => void, show: () => void): void {
  listen();
  document.addEventListener("page-shown", show);
  show();
}
