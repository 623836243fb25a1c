import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { mayRead, type Readable, type Role } from "@/lib/domain/roles";

/** The sections of the dashboard, in the order of the menu. */
export const sections = {
  overview: { href: "/dashboard", key: "overview" },
  orders: { href: "/dashboard/orders", key: "orders" },
  subscriptions: { href: "/dashboard/subscriptions", key: "subscriptions" },
  customers: { href: "/dashboard/customers", key: "customers" },
  products: { href: "/dashboard/products", key: "products" },
  tasks: { href: "/dashboard/tasks", key: "tasks" },
  links: { href: "/dashboard/links", key: "links" },
  discounts: { href: "/dashboard/discounts", key: "discounts" },
  invoices: { href: "/dashboard/invoices", key: "invoices" },
  wallet: { href: "/dashboard/wallet", key: "wallet" },
  own: { href: "/dashboard/wallet/own", key: "ownAccounts" },
  bookkeeping: { href: "/dashboard/bookkeeping", key: "bookkeeping" },
  messages: { href: "/dashboard/messages", key: "messages" },
  settings: { href: "/dashboard/settings", key: "settings" },
  team: { href: "/dashboard/team", key: "team" },
  account: { href: "/dashboard/account", key: "account" },
  keys: { href: "/dashboard/developers/keys", key: "keys" },
  endpoints: { href: "/dashboard/developers/endpoints", key: "endpoints" },
  events: { href: "/dashboard/developers/events", key: "events" },
  requests: { href: "/dashboard/developers/requests", key: "requests" },
  testMode: { href: "/dashboard/developers/test-mode", key: "testModeSection" },
  search: { href: "/dashboard/search", key: "search" },
} as const satisfies Record<string, { href: string; key: DashboardKey }>;
export type Section = keyof typeof sections;

export const groups: { label: DashboardKey | null; names: Section[] }[] = [
  { label: null, names: ["overview", "orders", "subscriptions", "customers", "products", "tasks"] },
  { label: "getPaid", names: ["links", "discounts", "invoices", "wallet", "own", "bookkeeping", "messages"] },
  { label: null, names: ["settings", "team"] },
  { label: "developers", names: ["keys", "endpoints", "events", "requests", "testMode"] },
];

/** In the menu of a new store. The others are under More until they are used (readUsed), and then come up by themselves. */
export const always: Section[] = [
  ...(["overview", "orders", "customers", "products", "links", "invoices", "wallet", "settings"] as const),
];

/** What a role must be able to read to see the section; null where every member sees it. */
export function readableOf(section: Section): Readable | null {
  if (section === "wallet" || section === "own" || section === "bookkeeping") return "money";
  return groupOf(section)?.label === "developers" ? "developers" : null;
}

/** `wallet`: whether the store has one. */
export interface ShownFor {
  role: Role;
  wallet: boolean;
}

/** The groups of the menu, with what the role may see of them. */
export function shownTo({ role, wallet }: ShownFor) {
  const isShown = (name: Section) => {
    if (name === "wallet" && !wallet) return false;
    const what = readableOf(name);
    return what === null || mayRead(role, what);
  };
  const shown = groups.map(({ label, names }) => ({ label, names: names.filter(isShown) }));
  return shown.filter(({ names }) => names.length > 0);
}

export function titleOf(section: Section, words: DashboardWords): string {
  return words.text(sections[section].key);
}

export function groupOf(section: Section) {
  return groups.find(({ names }) => names.includes(section));
}

/** What happens shows on their pages by itself. */
export const following = new Set<Section>([
  ...([
    "overview",
    "orders",
    "subscriptions",
    "customers",
    "tasks",
    "invoices",
    "wallet",
    "own",
    "messages",
  ] as const),
]);

/** The key that opens it after g. */
export const goes: Partial<Record<Section, string>> = {
  ...{ overview: "h", orders: "o", subscriptions: "s", customers: "c", products: "p", tasks: "n" },
  ...{ links: "l", invoices: "i", wallet: "w", messages: "m", keys: "k", events: "e" },
};
