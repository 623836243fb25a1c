import { createHash } from "node:crypto";
import type { PhoneMessage } from "@/lib/db/generated/client";
import {
  isLookalike,
  isSenderOf,
  type PhoneNetwork,
  phoneNetworkOf,
} from "@/lib/domain/phone-messages/networks";
import {
  type CustomPattern,
  type MessageKind,
  movedMinor,
  type Reading,
  readMessage,
} from "@/lib/domain/phone-messages/read";
import { tellsMoney } from "@/lib/domain/phone-messages/shape";
import type { HeardMessage, PhoneHeard } from "@/lib/providers/rails/heard";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { storeOf } from "../settlement/unknown";
import { doubt } from "./doubt";
import { relink } from "./relink";
import { isBelieved, lockChain, type MessageState, sealTold, toldOf } from "./rows";

/** No true message is from later than now; clocks of networks go right, but not to the second. */
const aheadMs = 10 * 60_000;

/**
 * Takes in what a store's phone heard, before its forwarder is answered: it sends again what was not taken in. Messages of
 * other senders are not read, nor kept, but of those who only look like the network the store is told. Each message is written down once. Safe to repeat.
 */
export async function hearPhone(world: World, rail: PaymentRail, heard: PhoneHeard): Promise<void> {
  const storeId = storeOf(world, rail);
  const network = phoneNetworkOf(rail.phone?.network ?? "");
  if (storeId === null || !network || !rail.phone) return;
  const { sim } = rail.phone;
  const ours = heard.messages.filter(
    (one) =>
      (isSenderOf(network, one.sender) || isLookalike(network, one.sender)) &&
      (sim === null || one.sim === null || one.sim === sim),
  );
  await transact(world, async (unit) => {
    await lockChain(unit, storeId, rail.id);
    await noteLife(unit, rail.id, heard);
    if (ours.length === 0) return;
    const patterns = await patternsOf(unit, storeId, network);
    for (const one of ours) await keepMessage(unit, { storeId, rail: rail.id, network, patterns }, one);
    await relink(unit, storeId, rail.id);
  });
}

async function noteLife(unit: Unit, rail: string, { battery }: PhoneHeard): Promise<void> {
  const told = battery === null ? {} : { battery };
  const { battery: known } = await unit.tx.phoneChain.update({
    where: { rail },
    data: { heardAt: unit.now, ...told },
  });
  // It is silent no more; nearly empty it is until it says otherwise, for most messages tell of no battery.
  const isWell = known === null || known >= wellBattery;
  await unit.resolveTasks({
    ...{ kind: "phone_silent", subject: `${rail}/silent` },
    ...(isWell ? {} : { details: { path: ["why"], equals: "silent" } }),
  });
}

async function patternsOf(unit: Unit, storeId: number, { code }: PhoneNetwork): Promise<CustomPattern[]> {
  const rows = await unit.tx.phonePattern.findMany({ where: { storeId, network: code } });
  // Safe: only `patternOf` made them.
  return rows.map(({ kind, shape }) => ({ kind, shape }) as CustomPattern);
}

interface Place {
  storeId: number;
  rail: string;
  network: PhoneNetwork;
  patterns: CustomPattern[];
}

/** Writes a message down, once, with what can be said of it alone. The chain is locked. */
export async function keepMessage(
  unit: Unit,
  place: Place,
  message: HeardMessage,
  heardAt = unit.now,
): Promise<void> {
  const { storeId, rail, network } = place;
  const reading = readMessage(network, message.text, place.patterns);
  const told = {
    ...{ text: shortened(message.text), sender: message.sender },
    amount: String(reading?.amountMinor ?? 0n),
    balance: reading?.balanceMinor == null ? null : String(reading.balanceMinor),
    ...{ phone: reading?.phone ?? null, name: reading?.name ?? null, reference: reading?.reference ?? null },
  };
  const judged = await judge(unit, place, message, reading);
  // From later than now by its own word: it would stand above all others for good.
  const isAhead = judged.why === "future";
  const data = {
    ...{ storeId, rail, digest: digestOf(message), currency: network.currency },
    ...{ kind: reading?.kind ?? "unread", receipt: reading?.code ?? null },
    ...{ movedMinor: reading ? movedMinor(reading) : 0n, sealed: sealTold(unit.world, told) },
    ...judged,
    at: isAhead ? unit.now : (reading?.at ?? earlier(message.at, unit.now)),
    ...{ isExact: Boolean(reading?.at), heardAt },
    // What is left is looked at again: see `bookLinked` and `askAboutUnread`.
    isTaken: !(judged.why === "money" || (booked.has(reading?.kind ?? "") && lives.has(judged.state))),
  };
  const [row] = await unit.tx.phoneMessage.createManyAndReturn({ data: [data], skipDuplicates: true });
  if (row && judged.state === "false") await doubt(unit, storeId, row);
}

/** Above what is called nearly empty, so that a phone at its edge is told of once. */
const wellBattery = 20;
const textMax = 2_000;
/** Who reads it sees that it went on. */
const shortened = (text: string) => (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text);
const booked: ReadonlySet<string> = new Set<MessageKind>(["received", "sent", "taken_back"]);
const lives: ReadonlySet<MessageState> = new Set(["waiting", "loose"]);

/** What can be said of a message alone, before the chain is asked. */
async function judge(
  unit: Unit,
  { rail, network }: Place,
  { sender, text }: HeardMessage,
  reading: Reading | null,
): Promise<{ state: MessageState; why?: string }> {
  if (!isSenderOf(network, sender)) return { state: "false", why: "sender" };
  if (!reading) return { state: "unread", ...(tellsMoney(text, network.currency) ? { why: "money" } : {}) };
  const moved = movedMinor(reading);
  if (moved === 0n && reading.kind !== "balance") return { state: "plain" };
  if (reading.at && reading.at.getTime() > unit.now.getTime() + aheadMs)
    return { state: "false", why: "future" };
  const { balanceMinor, code } = reading;
  if (balanceMinor !== null && balanceMinor < moved) return { state: "false", why: "impossible" };
  const known = code
    ? await unit.tx.phoneMessage.findMany({ where: { rail, receipt: code, state: { not: "unread" } } })
    : [];
  // Of one number some networks tell a loan and what it paid for, or a payment in two ways. Only what is believed speaks
  // against another: whoever saw the number could be there first.
  if (known.some((one) => isBelieved(one) && one.kind === reading.kind && one.movedMinor !== moved))
    return { state: "false", why: "reused" };
  const state = balanceMinor === null ? "loose" : "waiting";
  const same = known.filter((one) => one.movedMinor === moved);
  const loose = same.find((one) => one.state === "loose" || one.state === "proved");
  if (loose && state === "waiting") {
    await unit.tx.phoneMessage.update({ where: { id: loose.id }, data: { state: "twice", isTaken: true } });
    return { state };
  }
  const tellsSame = (one: PhoneMessage) =>
    balanceMinor === null || toldOf(unit.world, one).balance === String(balanceMinor);
  return same.some((one) => isBelieved(one) || tellsSame(one)) ? { state: "twice" } : { state };
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** Networks number what they tell: the same words are the same message. */
function digestOf({ sender, text }: HeardMessage): Uint8Array<ArrayBuffer> {
  const words = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  return new Uint8Array(createHash("sha256").update(`${sender}\n${words}`).digest());
}
