"use client";

import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { openedForField } from "@/lib/domain/opened-for";

const OpenedFor = createContext<number | null>(null);

/** Around a page of the dashboard: every StoreForm on it says that it was opened for this store. */
export function OpenedForStore({ id, children }: { id: number; children: ReactNode }) {
  return <OpenedFor value={id}>{children}</OpenedFor>;
}

/**
 * A form that carries the store it was opened for, so that another tab that has moved to another store meanwhile
 * does not move what is made here. The field is in the page itself, so it works before scripts. Actions of sellers
 * refuse a form without it. Outside of a store's pages it is an ordinary form.
 */
export function StoreForm({ children, ...form }: ComponentProps<"form">) {
  const store = use(OpenedFor);
  return (
    <form {...form}>
      {/* A browser that restores fields after a reload must not restore the store of before. */}
      {store === null ? null : <input type="hidden" name={openedForField} value={store} autoComplete="off" />}
      {children}
    </form>
  );
}
