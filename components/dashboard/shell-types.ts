import type { ReactNode } from "react";

/** What a `<form action>` accepts: a path, or a server action. */
export type FormAction = string | ((form: FormData) => void | Promise<void>);

export type NavItem = { href: string; label: string; current: boolean };
/** A group of the sidebar. `label` is null for the first group, which needs no heading. */
export type NavGroup = { label: string | null; items: NavItem[] };
export type Crumb = { label: string; href?: string };

export type ShellProps = {
  serviceName: string;
  storeName: string;
  nav: NavGroup[];
  crumbs: Crumb[];
  person: { name: string; email: string };
  signOut: FormAction;
  /** Shows the yellow bar. `live` is the way back to live data, when the page has one. */
  testMode?: { live?: { href: string; label: string } } | null;
  children: ReactNode;
};

export type AuthFrameProps = {
  serviceName: string;
  title: string;
  purpose?: ReactNode;
  /** Below the form: the way to the other auth pages. */
  footer?: ReactNode;
  children: ReactNode;
};
