import { followNews, listenToNews } from "./follow";
import { listenToTyping, showTyped } from "./keep-here";
import { listenOnPage, showOnPage } from "./page-script";
import { listenToSearch } from "./search-keys";
import { listenToForms } from "./send-form";

/**
 * The only script of a page that React has drawn on the server (scripts/start/build.ts). It loads React where an error has
 * left a page that only React can draw.
 */
declare const reactFiles: string[];
/** Scripts that few pages need, by what these pages have. */
declare const partFiles: Record<string, string>;
declare const paletteFile: string;

function load(file: string): Promise<unknown> {
  const script = document.createElement("script");
  script.src = `/_next/${file}`;
  script.async = true;
  document.head.append(script);
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
  });
}

const loaded = new Set<string>();

function showParts(): void {
  document.dispatchEvent(new Event("page-shown"));
  for (const [what, file] of Object.entries(partFiles)) {
    if (loaded.has(file) || !document.querySelector(what)) continue;
    loaded.add(file);
    load(file).catch(() => loaded.delete(file));
  }
}

function showPage(): void {
  showOnPage();
  showTyped();
  showParts();
  followNews();
}

/** The first page in a browser brings its own style (scripts/serve/first-sheet.ts); the whole sheet is for the next. */
function readSheet(): void {
  const own = document.querySelector<HTMLStyleElement>("style[data-sheet]");
  if (!own) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = own.dataset.sheet ?? "";
  link.onload = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: older browsers have nothing else.
    document.cookie = `sheet=${own.dataset.sheet}; Path=/; Max-Age=31536000; SameSite=Lax`;
    own.remove();
  };
  own.after(link);
}

function begin(): void {
  readSheet();
  if (!document.getElementById("content")) {
    for (const file of reactFiles) void load(file);
    return;
  }
  listenOnPage();
  listenToSearch(() => load(paletteFile));
  listenToForms(showPage);
  listenToNews(showPage);
  listenToTyping();
  showPage();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
