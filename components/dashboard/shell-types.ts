import type { ReactNode } from "react";
import type { DashboardWords } from "./messages/words";

/** What a `<form action>` accepts: a path, or a server action. */
export type FormAction = string | ((form: FormData) => void | Promise<void>);

/** `go`: the key that opens it after g. */
export type NavItem = { href: string; label: string; current: boolean; go?: string | undefined };
/** A group of the sidebar; `label` is null where it needs no heading. One that is folded opens at its label. */
export type NavGroup = { label: string | null; items: NavItem[]; isFolded?: boolean };
export type Crumb = { label: string; href?: string };

export type ShellProps = {
  words: DashboardWords;
  /** Of the store: times are told by its clock. */
  zone: string;
  /** The store whose events the page follows while it is looked at (follow.ts). */
  follows?: number | undefined;
  /** Sends `language` and the page to return to. */
  chooseLanguage: { action: FormAction; back: string };
  /** The page of results, and the last search. */
  search: { href: string; typed: string | undefined };
  serviceName: string;
  /** Every store that this person may see; one is `current`. */
  stores: { id: number; name: string; account: string | null; current: boolean }[];
  /** Sends `store`, the id of the one to look at. */
  switchStore: FormAction;
  nav: NavGroup[];
  /** What this person may begin, from any page. */
  begin: Crumb[];
  crumbs: Crumb[];
  /** `account`: the page about oneself. */
  person: { name: string; email: string; account: string };
  signOut: FormAction;
  /** Shows the yellow bar. `liveHref` is the way back to live data, when the page has one. */
  testMode?: { liveHref?: string | undefined } | null;
  /** Payers pay with play money: every live page says so. */
  isPlay: boolean;
  /** In a public demo: until when the store is there, and the password of it. */
  demo?: string | null;
  children: ReactNode;
};

export type AuthFrameProps = {
  /** What its script reads (first-script.ts). */
  main?: Record<string, string>;
  serviceName: string;
  title: string;
  purpose?: ReactNode;
  /** Below the form: links to the other auth pages. */
  footer?: ReactNode;
  /** Beside the name of the service: the languages of the page. */
  languages?: ReactNode;
  /** Beside the form, or below it on narrow screens. */
  aside?: ReactNode;
  children: ReactNode;
};
