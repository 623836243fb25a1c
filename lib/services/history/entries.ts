import type { Caller } from "../caller";
import type { World } from "../world";

/** One thing that happened to an order, a subscription or a customer, in words. */
export interface HistoryEntry {
  key: string;
  at: Date;
  tone: "ok" | "plain" | "warn" | "bad" | "ended";
  what: string;
  /** Who did it: a person's name, the payer, the provider. Null: the service by itself. */
  by: string | null;
  /** A page that tells more. */
  href: string | null;
}

const max = 200;

export function entry(
  key: string,
  at: Date,
  tone: HistoryEntry["tone"],
  what: string,
  by: string | null,
  href: string | null = null,
): HistoryEntry {
  return { key, at, tone, what, by, href };
}

const messageStates = {
  queued: "waits to be sent",
  sent: "sent",
  failed: "could not be sent",
  kept: "kept here, nothing is set that sends it",
};

/** What was written to people about this object, by `objectId` of a message. */
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
    const kind = row.channel === "sms" ? "SMS" : "E-mail";
    const what = `${kind} “${row.template.replaceAll("_", " ")}” ${messageStates[row.status]}`;
    const tone = row.status === "failed" ? "bad" : "ended";
    return entry(`message/${row.id}`, row.sentAt ?? row.createdAt, tone, what, null, "/dashboard/messages");
  });
}

/** The events that told the seller's server about this live object. */
export async function eventsAbout(
  world: World,
  { storeId }: { storeId: number },
  objectId: string,
): Promise<HistoryEntry[]> {
  const rows = await world.db.event.findMany({
    where: { storeId, livemode: true, objectId },
    orderBy: { sequence: "asc" },
    select: { id: true, type: true, occurredAt: true },
    take: max,
  });
  return rows.map(({ id, type, occurredAt }) =>
    entry(id, occurredAt, "ended", `Event ${type}`, null, `/dashboard/developers/events/${id}?mode=live`),
  );
}

/** What people did to this object, by `target` of the log of acts; `words` name the acts. */
export async function actsOn(
  world: World,
  caller: Caller,
  target: string,
  words: Readonly<Record<string, string>>,
): Promise<HistoryEntry[]> {
  const rows = await world.db.auditEntry.findMany({
    where: { storeId: caller.storeId, target, action: { in: Object.keys(words) } },
    orderBy: { id: "asc" },
    take: max,
  });
  const actors = rows.map(({ actor }) => actor);
  const names = await namesOf(world, caller, actors);
  return rows.map(({ id, action, actor, createdAt }) =>
    entry(`act/${id}`, createdAt, "plain", words[action] ?? action, names.get(actor) ?? actorWords(actor)),
  );
}

function actorWords(actor: string): string {
  if (actor === "payer") return "Subscriber";
  return actor.startsWith("key:") ? "API key" : actor;
}

/** The names of the people among these actors, of this account alone. */
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
