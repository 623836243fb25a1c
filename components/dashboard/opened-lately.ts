import type { PaletteLine } from "./palette-types";

/** For this tab alone: names of customers must not stay in a browser that others use. */
const storageKey = (store: number) => `sente.opened.${store}`;
const openedMax = 5;
/** Pages of one thing each. */
const isOneThing =
  /^\/dashboard\/(orders|subscriptions|customers|products|links|invoices)\/(?!new$|import$)[\w-]+$/;

export function readOpened(store: number): PaletteLine[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(store)) ?? "[]");
  } catch {
    return [];
  }
}

/** Remembers that this page was opened, where it is about one thing. `content` says its store and its section. */
export function rememberOpened(content: HTMLElement): void {
  const href = window.location.pathname;
  const title = content.querySelector("h1")?.textContent?.trim();
  const store = Number(content.dataset.store);
  if (!isOneThing.test(href) || !title || !store) return;
  const others = readOpened(store).filter((line) => line.href !== href);
  const lines = [{ href, title, more: content.dataset.section ?? "" }, ...others].slice(0, openedMax);
  try {
    sessionStorage.setItem(storageKey(store), JSON.stringify(lines));
  } catch {
    // A browser without storage remembers nothing.
  }
}
