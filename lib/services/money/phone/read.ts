import type { PhoneMessage } from "@/lib/db/generated/client";
import type { Money } from "@/lib/domain/money";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import type { MessageKind } from "@/lib/domain/phone-messages/read";

export { messageKinds } from "@/lib/domain/phone-messages/read";

import { NotFound } from "@/lib/domain/refusal";
import { mayDo } from "@/lib/domain/roles";
import { qrSvg } from "@/lib/providers/qr";
import { phoneSecret } from "@/lib/providers/rails/phone/phone";
import type { World } from "@/lib/services/core/world";
import { permitRead, type Seller } from "@/lib/services/people/accounts/permit";
import { railOf } from "../rails";
import { type GapView, readGap } from "./gaps";
import { pairPath } from "./pair";
import { playPhonePath } from "./play";
import { endOf } from "./relink";
import { findBelieved, type MessageState, toldOf } from "./rows";

/** A phone as its page shows it. Balances are for owners alone: null for all others. */
export interface PhoneView {
  network: string;
  number: string;
  /** The names whose messages it is to forward. */
  senders: readonly string[];
  /** By what its forwarder proves itself; null for whoever may not change the account, and where it has a key of its own. */
  secret: string | null;
  /** `new`: nobody typed its balance. `stopped`: nothing is booked until somebody does. */
  state: "new" | "fits" | "gap" | "stopped";
  stoppedWhy: string | null;
  balance: Money | null;
  gap: GapView | null;
  heardAt: Date | null;
  battery: number | null;
  /** A code to scan with the phone, which leads to its address and key; for owners alone. */
  pairSvg: string | null;
  /** Its built-in phone, where it is one to practise with. */
  playPath: string | null;
  /** Since midnight in the store's zone, of what is true. */
  today: { came: Money; left: Money };
}

/** Null: the account is no phone. Throws NotAllowed. */
export async function readPhone(world: World, seller: Seller, key: string): Promise<PhoneView | null> {
  permitRead(seller, "money");
  const { storeId } = seller;
  const rail = world.rails.own?.storeOf(key) === storeId ? railOf(world, key) : null;
  const network = phoneNetworkOf(rail?.phone?.network ?? "");
  if (!rail?.phone || !network) return null;
  const chain = await world.db.phoneChain.findFirst({ where: { rail: key, storeId } });
  const gap = chain?.gapBefore ? await readGap({ world, tx: world.db }, storeId, key) : null;
  const end = chain && endOf({ world }, chain);
  const { currency } = network;
  const isOwner = seller.role === "owner";
  const playPath = playPhonePath(world, rail);
  const [sum] = await world.db.$queryRaw<{ came: bigint; left: bigint }[]>`
    SELECT coalesce(sum(moved_minor) FILTER (WHERE moved_minor > 0), 0)::bigint AS came,
      coalesce(-sum(moved_minor) FILTER (WHERE moved_minor < 0), 0)::bigint AS left
    FROM phone_messages m JOIN stores s ON s.id = m.store_id
    WHERE m.rail = ${key} AND m.state IN ('fits', 'proved')
      AND m.at >= date_trunc('day', ${world.clock.now()}::timestamptz AT TIME ZONE s.time_zone) AT TIME ZONE s.time_zone`;
  return {
    ...{ network: network.displayName, number: rail.till?.number ?? "", senders: network.senders },
    secret: isOwner && rail.callbackUrl && !rail.phone.hasKey ? phoneSecret(rail.callbackUrl) : null,
    state: chain?.stoppedWhy ? "stopped" : !chain?.anchorAt ? "new" : gap ? "gap" : "fits",
    stoppedWhy: chain?.stoppedWhy ?? null,
    balance: isOwner && end != null ? { minor: end, currency } : null,
    gap,
    playPath,
    // A built-in phone has nothing to scan with.
    pairSvg: isOwner && !playPath ? await qrSvg(world.config.siteUrl + pairPath(world, key)) : null,
    ...{ heardAt: chain?.heardAt ?? null, battery: chain?.battery ?? null },
    today: {
      came: { minor: sum?.came ?? 0n, currency },
      left: { minor: sum?.left ?? 0n, currency },
    },
  };
}

/** One message as money. */
export interface MessageView {
  id: bigint;
  kind: MessageKind | "unread";
  state: MessageState;
  why: string | null;
  receipt: string | null;
  at: Date;
  moved: Money;
  name: string | null;
  phone: string | null;
  /** See `textFor`. */
  text: string | null;
  /** What it was taken for. */
  order: { id: number; number: string } | null;
}

/** What a phone told, newest first. Throws NotAllowed, NotFound. */
export async function listMessages(
  world: World,
  seller: Seller,
  { key, skip, take }: { key: string; skip: number; take: number },
): Promise<{ rows: MessageView[]; total: number }> {
  permitRead(seller, "money");
  const where = { rail: key, storeId: seller.storeId };
  if (world.rails.own?.storeOf(key) !== seller.storeId) throw new NotFound();
  const [rows, total] = await Promise.all([
    world.db.phoneMessage.findMany({ where, orderBy: [{ at: "desc" }, { id: "desc" }], skip, take }),
    world.db.phoneMessage.count({ where }),
  ]);
  const paid = await ordersOf(
    world,
    seller,
    key,
    rows.flatMap(({ receipt, state }) => (isMoney.has(state) && receipt) || []),
  );
  return {
    total,
    rows: rows.map((row) => {
      const { name, phone } = toldOf(world, row);
      const { id, why, receipt, at } = row;
      return {
        ...{ id, why, receipt, at, name, phone },
        // Safe: only `hear` and `relink` write them.
        ...{ kind: row.kind as MessageView["kind"], state: row.state as MessageState },
        moved: { minor: row.movedMinor, currency: row.currency },
        text: textFor(world, seller, row),
        order: (isMoney.has(row.state) && receipt && paid.get(receipt)) || null,
      };
    }),
  };
}

/** Only such a message has paid for something, whatever number another one bears. */
const isMoney: ReadonlySet<string> = new Set<MessageState>(["fits", "proved", "loose", "old"]);

/** A message that nothing reads. Throws NotAllowed, NotFound. */
export async function readUnread(
  world: World,
  seller: Seller,
  id: bigint,
): Promise<{ id: bigint; rail: string; text: string | null }> {
  permitRead(seller, "money");
  const where = { id, storeId: seller.storeId, state: "unread" };
  const row = await world.db.phoneMessage.findFirst({ where });
  if (!row) throw new NotFound();
  return { id, rail: row.rail, text: textFor(world, seller, row) };
}

/** Of what nothing read, for who may say what it is: it may tell the balance. Null for all others. */
function textFor(world: World, seller: Seller, row: PhoneMessage): string | null {
  return row.state === "unread" && mayDo(seller, "suspense.settle") ? toldOf(world, row).text : null;
}

/** Money that came and was believed. Throws NotAllowed, NotFound. */
export async function readBelieved(
  world: World,
  seller: Seller,
  id: bigint,
): Promise<{ id: bigint; rail: string; moved: Money; receipt: string | null }> {
  permitRead(seller, "money");
  const { rail, movedMinor: minor, currency, receipt } = await findBelieved(world, seller, id);
  return { id, rail, moved: { minor, currency }, receipt };
}

async function ordersOf(world: World, { storeId }: Seller, rail: string, receipts: string[]) {
  const rows = await world.db.tillPayment.findMany({
    where: { rail, receipt: { in: receipts }, attemptId: { not: null } },
    select: { receipt: true, attemptId: true },
  });
  const returned = await world.db.refund.findMany({
    where: { storeId, railRef: { in: receipts }, attempt: { rail } },
    select: { railRef: true, order: { select: { id: true, number: true } } },
  });
  const attempts = await world.db.paymentAttempt.findMany({
    where: { id: { in: rows.flatMap(({ attemptId }) => attemptId ?? []) } },
    select: { id: true, order: { select: { id: true, number: true } } },
  });
  const orderOf = new Map(attempts.map(({ id, order }) => [id, order]));
  return new Map([
    ...rows.map(
      ({ receipt, attemptId }) => [receipt, (attemptId && orderOf.get(attemptId)) || null] as const,
    ),
    ...returned.map(({ railRef, order }) => [railRef, order] as const),
  ]);
}
