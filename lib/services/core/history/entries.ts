import type { MessageRow } from "@/lib/db/rows";
import type { Money } from "@/lib/domain/money";
import type { Caller, World } from "../world";

const acts = [
  ...(["order_fulfilled", "order_partially_fulfilled", "order_cancelled", "order_receipt_resent"] as const),
  ...(["order_payment_recorded", "order_payment_undone", "order_handover_undone"] as const),
  ...(["suspense_accepted", "suspense_returned", "subscription_cancelled", "subscription_ended"] as const),
  ...([
    "subscription_extended",
    "subscription_shortened",
    "subscription_discount_given",
    "subscription_discount_taken",
  ] as const),
  ...(["subscription_renewal_off"] as const),
  ...(["subscription_plan_changed", "subscription_change_chosen", "subscription_change_undone"] as const),
  ...(["customer_created", "customer_changed", "customer_merged"] as const),
  ...(["customer_erased", "customer_exported"] as const),
];

type Happening =
  | (typeof acts)[number]
  | ("asked" | "not_paid" | "taken_back" | "paid_twice" | "set_aside" | "paid" | "paid_receipt")
  | (
      | "disputed"
      | "dispute_won"
      | "callback_payment"
      | "callback_refund"
      | "message"
      | "event"
      | "became_customer"
      | "invoice_sent"
    )
  | ("refund_asked" | "refund_needed" | "refund_arrived" | "refund_failed" | "refund_came_back")
  | ("refund_by_hand" | "refund_seen")
  | (
      | "subscribed_paid"
      | "renewed_paid"
      | "subscribed_free"
      | "renewed_free"
      | "order_paid"
      | "subscribed_to"
    );

/** What happened, as data for a sentence in any language: the kind and the values of its placeholders. */
export interface Told {
  did: Happening;
  /** Amounts, numbers, names. */
  values?: Record<string, string | Money>;
  /** A FailureReason or a SuspenseReason, as it was stored. */
  reason?: string;
  /** The method of a payment without a network: "card". */
  method?: string;
  message?: { channel: MessageRow["channel"]; template: string; status: MessageRow["status"] };
}

/** Who did it: a role, or the name of a person. Null: the service itself, or somebody who is not here any more. */
export type HistoryActor = "payer" | "provider" | "subscriber" | "api_key" | { name: string } | null;

/** One thing that happened to an order, a subscription or a customer. */
export interface HistoryEntry {
  key: string;
  at: Date;
  tone: "ok" | "plain" | "warn" | "bad" | "ended";
  what: Told;
  by: HistoryActor;
  /** A page with details. */
  href: string | null;
}

const max = 200;

export function entry(
  key: string,
  at: Date,
  tone: HistoryEntry["tone"],
  what: Told,
  by: HistoryActor,
  href: string | null = null,
): HistoryEntry {
  return { key, at, tone, what, by, href };
}

/**
 * Oldest first. Events are stored in whole seconds and would be sorted before their cause: so within one second events
 * come after what happened, and messages to people after both.
 */
export function inOrder(entries: HistoryEntry[]): HistoryEntry[] {
  const second = ({ at }: HistoryEntry) => Math.floor(at.getTime() / 1000);
  const rank = ({ what: { did } }: HistoryEntry) => (did === "message" ? 2 : did === "event" ? 1 : 0);
  return entries.toSorted(
    (a, b) => second(a) - second(b) || rank(a) - rank(b) || a.at.getTime() - b.at.getTime(),
  );
}

/** The messages to people about this object, by `objectId` of a message. */
export async function messagesAbout(
  world: World,
  { storeId }: { storeId: number },
  objectId: string,
): Promise<HistoryEntry[]> {
  const rows = await world.db.message.findMany({
    where: { storeId, objectId },
    orderBy: { id: "asc" },
    select: { id: true, channel: true, template: true, status: true, createdAt: true, sentAt: true },
    take: max,
  });
  return rows.map((row) => {
    const { channel, template, status } = row;
    const what = { did: "message", message: { channel, template, status } } as const;
    const tone = status === "failed" ? "bad" : "ended";
    return entry(`message/${row.id}`, row.sentAt ?? row.createdAt, tone, what, null, "/dashboard/messages");
  });
}

/** The events about this live object that some endpoint was to be told of. */
export async function eventsAbout(
  world: World,
  { storeId }: { storeId: number },
  objectId: string,
): Promise<HistoryEntry[]> {
  const rows = await world.db.event.findMany({
    where: { storeId, livemode: true, objectId, deliveries: { some: {} } },
    orderBy: { sequence: "asc" },
    select: { id: true, type: true, occurredAt: true },
    take: max,
  });
  return rows.map(({ id, type, occurredAt }) =>
    entry(
      id,
      occurredAt,
      "ended",
      { did: "event", values: { type } },
      null,
      `/dashboard/developers/events/${id}?mode=live`,
    ),
  );
}

/** What people did to this object, by `target` in the audit log; actions that no history shows are left out. */
export async function actsOn(world: World, caller: Caller, target: string): Promise<HistoryEntry[]> {
  const rows = await world.db.auditEntry.findMany({
    where: { storeId: caller.storeId, target },
    orderBy: { id: "asc" },
    take: max,
  });
  const actors = rows.map(({ actor }) => actor);
  const names = await namesOf(world, caller, actors);
  return rows.flatMap(({ id, action, actor, reason, createdAt }) => {
    const did = acts.find((act) => act === action.replace(".", "_"));
    const what = did && { did, ...(reason ? { values: { why: reason } } : {}) };
    return what ? [entry(`act/${id}`, createdAt, "plain", what, actorOf(actor, names))] : [];
  });
}

function actorOf(actor: string, names: Map<string, string>): HistoryActor {
  if (actor === "payer") return "subscriber";
  const name = names.get(actor);
  return actor.startsWith("key:") ? "api_key" : name === undefined ? null : { name };
}

/** The names of the people among these actors, from this account only. */
export async function namesOf(
  world: World,
  caller: Caller,
  actors: (string | null)[],
): Promise<Map<string, string>> {
  const ids = actors.flatMap((actor) => (actor?.startsWith("user:") ? [Number(actor.slice(5))] : []));
  const members = await world.db.member.findMany({
    where: { accountId: caller.accountId, userId: { in: ids } },
    select: { user: { select: { id: true, name: true } } },
  });
  return new Map(members.map(({ user }) => [`user:${user.id}`, user.name]));
}
