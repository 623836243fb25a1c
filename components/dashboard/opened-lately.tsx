"use client";

import { useEffect } from "react";
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

/** Remembers that this page was opened, where it is about one thing. */
export function OpenedLately({ store, section }: { store: number; section: string }) {
  useEffect(() => {
    const href = window.location.pathname;
    const title = document.querySelector("#content h1")?.textContent?.trim();
    if (!isOneThing.test(href) || !title) return;
    const others = readOpened(store).filter((line) => line.href !== href);
    const lines = [{ href, title, more: section }, ...others].slice(0, openedMax);
    try {
      sessionStorage.setItem(storageKey(store), JSON.stringify(lines));
    } catch {
      // A browser without storage remembers nothing.
    }
  }, [store, section]);
  return null;
}
