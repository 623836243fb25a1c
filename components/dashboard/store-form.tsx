"use client";

import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { openedByField, openedForField } from "@/lib/domain/opened-for";

/** What was typed in a form of this page by somebody who was signed out before it arrived. */
export interface Draft {
  values: Record<string, string[]>;
  title: string;
  text: string;
}

export interface Opened {
  /** Null outside of a store's pages. */
  store: number | null;
  person: number;
  draft: Draft | null;
}

const OpenedContext = createContext<Opened | null>(null);

/** Around a page: every StoreForm on it says for which store and by whom it was opened. */
export function OpenedForms({ opened, children }: { opened: Opened; children: ReactNode }) {
  return <OpenedContext value={opened}>{children}</OpenedContext>;
}

export function useDraft(): Draft | null {
  return use(OpenedContext)?.draft ?? null;
}

/**
 * A form that carries the store it was opened for, so that another tab that has moved to another store meanwhile
 * does not move what is made here. The field is in the page itself, so it works before scripts. Actions of sellers
 * refuse a form without it. Outside of a store's pages it is an ordinary form.
 */
export function StoreForm({ children, ...form }: ComponentProps<"form">) {
  const opened = use(OpenedContext);
  return (
    <form {...form}>
      {/* A browser that restores fields after a reload must not restore the store of before. */}
      {opened?.store ? (
        <input type="hidden" name={openedForField} value={opened.store} autoComplete="off" />
      ) : null}
      {opened ? <input type="hidden" name={openedByField} value={opened.person} autoComplete="off" /> : null}
      {children}
    </form>
  );
}
