import { type Problem, say } from "./refusal";

/** A person's role in an account, from most to least rights. */
export const roles = ["owner", "admin", "support", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];

const owner = ["owner"] as const;
const admins = ["owner", "admin"] as const;
const developers = ["owner", "admin", "developer"] as const;
const desk = ["owner", "admin", "support"] as const;
const everyoneAtWork = ["owner", "admin", "support", "developer"] as const;

/**
 * Every action on a store or its account, and the roles that may do it; this is the only such table. What may be
 * read is the table below. Only the owner may change keys and signing secrets (spec, Authentication), outgoing
 * money and the store's identity.
 */
const table = {
  "key.change": owner,
  "endpoint.secret": owner,
  "payout.request": owner,
  "payout.destination": owner,
  "rail_account.change": owner,
  "whatsapp.change": owner,
  "store.create": owner,
  "store.take_along": owner,
  "store.verification": owner,
  "refund.request": admins,
  "payment.record": admins,
  "suspense.settle": admins,
  "customer.merge": admins,
  "customer.erase": owner,
  "customer.export": admins,
  "store.settings": admins,
  "team.change": admins,
  "endpoint.change": developers,
  "event.resend": developers,
  "test_mode.change": developers,
  "store.return_url": developers,
  "product.change": developers,
  "task.resolve": desk,
  "order.handle": everyoneAtWork,
  "subscription.cancel": everyoneAtWork,
  "subscription.extend": everyoneAtWork,
  "subscription.change_plan": everyoneAtWork,
  "subscription.import": admins,
  "subscription.change": developers,
  "payment_link.change": everyoneAtWork,
  "discount.change": everyoneAtWork,
  "invoice.change": everyoneAtWork,
  "customer.change": everyoneAtWork,
  "note.write": everyoneAtWork,
  "note.delete_any": admins,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof table;

/** Safe: the keys of a literal are exactly those of its type. */
export const actions = Object.keys(table) as Action[];

/** What is not for everybody to read. All the rest of a store is read by every member. */
const readers = {
  /** Totals of money, the wallet, its statement, payouts and the accounts they go to. */
  money: ["owner", "admin", "developer", "viewer"],
  /** Keys, endpoints, events and the log of requests. */
  developers: ["owner", "admin", "developer", "viewer"],
  /** What was sent to the API with the store's keys, and its answers. */
  requests: developers,
} as const satisfies Record<string, readonly Role[]>;

export type Readable = keyof typeof readers;

// Safe: the keys of a literal are exactly those of its type.
export const readables = Object.keys(readers) as Readable[];

export function mayRead(role: Role, what: Readable): boolean {
  const allowed: readonly Role[] = readers[what];
  return allowed.includes(role);
}

export function may(role: Role, action: Action): boolean {
  return whoMay(action).includes(role);
}

/** What concerns all stores of an account, and so is not for a person who is limited to some of them. */
const accountWide: readonly Action[] = [
  ...(["team.change", "store.create", "customer.merge", "customer.erase"] as const),
  ...(["subscription.import", "store.take_along"] as const),
];

/** A person's role, and the stores to which they are limited, if they are. */
export interface Rights {
  role: Role;
  onlyStores?: readonly number[] | undefined;
}

/** Whether this person may do it: by their role, and where they are limited to some stores also by that. */
export function mayDo({ role, onlyStores }: Rights, action: Action): boolean {
  return may(role, action) && !(onlyStores && accountWide.includes(action));
}

export function whoMay(action: Action): readonly Role[] {
  return table[action];
}

/** Whether messages outside of the dashboard may tell this person amounts and who paid. */
export function seesMoney(role: Role): boolean {
  return (desk as readonly Role[]).includes(role);
}

/** The refusal for a person whose role may not do this. */
export function refusalFor(action: Action): Problem {
  const who = whoMay(action);
  if (who.length === 1) return say("role_owner");
  if (who.length === 2) return say("role_admin");
  return say("role_looks");
}

/** The roles that a person may grant, remove and change: owners all, admins all but owner. */
export function rolesUnder(role: Role): readonly Role[] {
  if (role === "owner") return roles;
  return role === "admin" ? roles.filter((other) => other !== "owner") : [];
}
