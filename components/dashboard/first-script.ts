import { followNews, listenToNews } from "./follow";
import { listenToTyping, showTyped } from "./keep-here";
import { askForPalette, flightHeader, isReactHere } from "./late-react";
import { runPageScript } from "./page-script";
import { listenToForms } from "./send-form";
import { isSingleKey } from "./single-keys";

/**
 * The only script of a page on which React has nothing to do at first (scripts/start/build.ts finds these pages).
 * It loads React when the palette is asked for, and where an error has left a page that only React can draw.
 */
declare const reactFiles: string[];
/** Scripts that few pages need, by what these pages have. */
declare const partFiles: Record<string, string>;

let isLoading = false;

async function loadReact(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  isLoading = await readFlight();
  if (!isLoading) return;
  // It takes over the page as the server wrote it.
  for (const line of document.querySelectorAll("[data-line], [data-age]")) line.remove();
  for (const file of reactFiles) load(file);
}

/** What React draws the page from, which the server leaves out until it is asked for. False where the line breaks. */
async function readFlight(): Promise<boolean> {
  const page: { __next_f?: unknown[] } & Window = window;
  if (page.__next_f) return true;
  const answer = await fetch(location.href, { headers: { [flightHeader]: "1" } }).catch(() => null);
  const html = await answer?.text().catch(() => null);
  if (!html) return false;
  const { scripts } = new DOMParser().parseFromString(html, "text/html");
  const said = Array.from(
    scripts,
    ({ text }) => /^\(?self\.__next_f.*?\.push\((.*)\)$/s.exec(text)?.[1] ?? [],
  ).flat();
  page.__next_f = said.map((json) => JSON.parse(json));
  return true;
}

function load(file: string): void {
  const script = document.createElement("script");
  script.src = `/_next/${file}`;
  script.async = true;
  document.head.append(script);
}

const loaded = new Set<string>();

function showParts(): void {
  document.dispatchEvent(new Event("page-shown"));
  for (const [what, file] of Object.entries(partFiles)) {
    if (loaded.has(file) || !document.querySelector(what)) continue;
    loaded.add(file);
    load(file);
  }
}

/** React draws the page that the browser loaded, so one that a form's answer replaced is loaded anew before. */
const paletteKey = "palette";

function openPalette(event: Event, id: string): void {
  askForPalette(id);
  if (document.documentElement.dataset.swapped) {
    sessionStorage.setItem(paletteKey, id);
    location.reload();
  } else void loadReact();
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

/** For each page that is shown. Where React is, it sends the forms itself. */
function showPage(): void {
  runPageScript();
  showTyped();
  showParts();
  followNews();
}

function begin(): void {
  const isOurs = document.getElementById("content") !== null;
  if (isOurs) {
    document.addEventListener("page-drawn", showParts);
    listenToForms(showPage);
    listenToNews(showPage);
    listenToTyping();
    showPage();
  }
  const id = sessionStorage.getItem(paletteKey);
  sessionStorage.removeItem(paletteKey);
  if (id) askForPalette(id);
  if (id || !isOurs) void loadReact();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
