export interface PaletteLine {
  href: string;
  title: string;
  more?: string;
}

export interface PaletteGroup {
  title: string;
  lines: PaletteLine[];
}

/** For this tab alone: names of customers must not stay in a browser that others use. */
const storageKey = () => `sente.opened.${document.getElementById("content")?.dataset.store}`;
const openedMax = 5;
/** Pages of one thing each. */
const isOneThing =
  /^\/dashboard\/(orders|subscriptions|customers|products|links|invoices)\/(?!new$|import$)[\w-]+$/;

export function readOpened(): PaletteLine[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey()) ?? "[]");
  } catch {
    return [];
  }
}

/** Remembers that this page was opened, where it is about one thing. `content` says its store and its section. */
export function rememberOpened(content: HTMLElement): void {
  const href = window.location.pathname;
  const title = content.querySelector("h1")?.textContent?.trim();
  if (!isOneThing.test(href) || !title) return;
  const others = readOpened().filter((line) => line.href !== href);
  const lines = [{ href, title, more: content.dataset.section ?? "" }, ...others].slice(0, openedMax);
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(lines));
  } catch {
    // A browser without storage remembers nothing.
  }
}
