import { askForPalette, isReactHere } from "./late-react";
import { runPageScript } from "./page-script";
import { isSingleKey } from "./single-keys";

/**
 * The only script of a page on which React has nothing to do at first (scripts/start/build.ts finds these pages).
 * It loads React when the palette is asked for, and where an error has left a page that only React can draw.
 */
declare const reactFiles: string[];

let isLoading = false;

function loadReact(): void {
  if (isLoading) return;
  isLoading = true;
  for (const file of reactFiles) {
    const script = document.createElement("script");
    script.src = `/_next/${file}`;
    script.async = true;
    document.head.append(script);
  }
}

function openPalette(event: Event, id: string): void {
  askForPalette(id);
  loadReact();
  if (event.type === "keydown") event.preventDefault();
}

window.addEventListener("keydown", (event) => {
  if (isReactHere()) return;
  const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  const box = document.querySelector("input[aria-keyshortcuts]");
  if (box && (isCtrlK || (event.key === "/" && isSingleKey(event)))) openPalette(event, box.id);
});

document.addEventListener("click", (event) => {
  const { target } = event;
  if (!isReactHere() && target instanceof Element && target.matches("input[data-palette]"))
    openPalette(event, target.id);
});

/** Who stops a form that is on its way may send it again after this time. */
const sentMs = 10_000;
// A second press while the first is on its way does nothing, as with React: its refusal would hide the first result.
let sent: EventTarget | null = null;
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (isReactHere() || !(target instanceof HTMLFormElement)) return;
  // A button that asks for a file or a page, in a form that does something, may be pressed again.
  if ((submitter?.getAttribute("formmethod") ?? target.method) !== "post") return;
  if (sent === target) return event.preventDefault();
  sent = target;
  setTimeout(forgetSent, sentMs);
});
window.addEventListener("pageshow", forgetSent);

function forgetSent(): void {
  sent = null;
}

function begin(): void {
  if (document.getElementById("content")) runPageScript();
  else loadReact();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
