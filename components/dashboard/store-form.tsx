"use client";

import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { openedByField, openedForField } from "@/lib/domain/opened-for";

/** What was typed into a form of this page before. */
export interface Draft {
  values: Record<string, string[]>;
  /** Of a form that arrived after its user had been signed out. */
  why: { title: string; text: string } | null;
}

/** A page whose form keeps what is typed while nobody has saved it. */
export interface Keeping {
  page: string;
  opening: string;
  /** The opening that had the last word before this one, or nothing. */
  last: string;
  /** In the page's language. */
  later: string;
  kept: string;
}

export interface Opened {
  /** Null outside of a store's pages. */
  store: number | null;
  person: number;
  draft: Draft | null;
  keeping: Keeping | null;
}

const OpenedContext = createContext<Opened | null>(null);

/** Around a page: every StoreForm on it sends the store and the person for which it was opened. */
export function OpenedForms({ opened, children }: { opened: Opened; children: ReactNode }) {
  return <OpenedContext value={opened}>{children}</OpenedContext>;
}

export function useDraft(): Draft | null {
  return use(OpenedContext)?.draft ?? null;
}

export function useKeeping(): Keeping | null {
  return use(OpenedContext)?.keeping ?? null;
}

/**
 * A form that sends the store for which it was opened, so that a change of store in another tab does not change where
 * this form acts. The field is in the page itself, so it works without scripts. Actions of sellers refuse a form
 * without it. Outside a store's pages it is an ordinary form.
 */
export function StoreForm({ children, ...form }: ComponentProps<"form">) {
  const opened = use(OpenedContext);
  return (
    <form {...form}>
      {/* A browser that restores fields after a reload must not restore the previous store. */}
      {opened?.store ? (
        <input type="hidden" name={openedForField} value={opened.store} autoComplete="off" />
      ) : null}
      {opened ? <input type="hidden" name={openedByField} value={opened.person} autoComplete="off" /> : null}
      {children}
    </form>
  );
}
