import { Prisma } from "@/lib/db/client";
import type { PhoneChain, PhoneMessage } from "@/lib/db/generated/client";
import {
  forgetBefore,
  type Linked,
  type Loose,
  lateMs,
  link,
  type Step,
  slackMs,
} from "@/lib/domain/phone-messages/chain";
import type { Unit } from "@/lib/services/core/world";
import { doubt } from "./doubt";
import { anchorOf, isBelieved, type MessageState, openBalance, sealBalance, toldOf } from "./rows";

/**
 * Sorts the messages of a phone anew: what fits, what waits behind a gap, what is false. It is a function of all of them, so
 * nothing depends on how they arrived. The chain is locked.
 */
export async function relink(unit: Unit, storeId: number, rail: string): Promise<void> {
  const chain = await unit.tx.phoneChain.findUniqueOrThrow({ where: { rail } });
  const anchor = anchorOf(unit.world, chain);
  if (!anchor) return;
  const all = await unit.tx.phoneMessage.findMany({
    where: { rail, isBehind: false, state: { in: [...linkable] } },
  });
  const news = all.filter((row) => !isBelieved(row));
  const gone = await leaveToOther(unit, storeId, { of: news, by: "others", rail });
  const rows = all.filter(({ id }) => !gone.some((one) => one.id === id));
  const steps = rows.flatMap((row) => stepOf(unit, row) ?? []);
  const linked = link(
    anchor,
    steps,
    rows.flatMap((row) => looseOf(unit, row) ?? []),
  );
  const found = await writeStates(unit, rows, linked);
  for (const row of found) await doubt(unit, storeId, row);
  await writeChain(unit, chain, linked);
  const { anchor: moved, behind } = forgetBefore(anchor, linked, steps, unit.now.getTime());
  if (behind.length > 0) await forget(unit, rail, moved, behind);
  const fits = new Set([...linked.fits, ...linked.proved]);
  const taken = news.filter(({ id }) => fits.has(String(id)));
  const left = await leaveToOther(unit, storeId, { of: taken, by: "this", rail });
  for (const other of new Set(left.map((one) => one.rail))) await relink(unit, storeId, other);
}

/**
 * One phone with two SIMs of one network, whose program does not say which of them heard a message, tells it to both of their
 * accounts. It belongs to the one that believed it first. Returns what is not of the other account any more.
 */
async function leaveToOther(
  unit: Unit,
  storeId: number,
  { of, by, rail }: { of: readonly PhoneMessage[]; by: "this" | "others"; rail: string },
): Promise<{ id: bigint; rail: string }[]> {
  if (of.length === 0) return [];
  return unit.tx.$queryRaw`
    UPDATE phone_messages m SET state = 'twice', is_taken = true FROM phone_messages o
    WHERE m.digest = ANY (${of.map(({ digest }) => digest)}) AND m.state NOT IN ('fits', 'proved', 'twice')
      AND o.digest = m.digest AND o.state IN ('fits', 'proved') AND o.store_id = m.store_id AND o.rail <> m.rail
      AND m.store_id = ${storeId} AND (m.rail = ${rail}) = ${by === "others"}
    RETURNING m.id, m.rail`;
}

const linkable: readonly MessageState[] = ["fits", "proved", "waiting", "loose", "false", "old"];

/** What was false by itself stays so. */
function stepOf({ world }: Unit, row: PhoneMessage): Step | null {
  const { balance } = toldOf(world, row);
  if (balance === null || row.why !== null) return null;
  const afterMinor = BigInt(balance);
  const { at, isExact, isAccepted, movedMinor } = row;
  return {
    ...{ id: String(row.id), beforeMinor: afterMinor - movedMinor, afterMinor },
    ...{ atMs: at.getTime(), isExact, isAccepted, isFixed: row.state === "fits" },
  };
}

function looseOf({ world }: Unit, row: PhoneMessage): Loose | null {
  const { balance } = toldOf(world, row);
  if (balance !== null || row.why !== null) return null;
  return { id: String(row.id), movedMinor: row.movedMinor, atMs: row.at.getTime() };
}

/** What takes a payment back, and is true after all, does it now. Returns what is false from now on. */
async function writeStates(unit: Unit, rows: PhoneMessage[], linked: Linked): Promise<PhoneMessage[]> {
  const states = new Map<string, MessageState>();
  for (const state of ["fits", "proved", "waiting", "false", "old"] as const)
    for (const id of linked[state]) states.set(id, state);
  const changed = rows.flatMap((row) => {
    const was = row.state as MessageState;
    const state = states.get(String(row.id)) ?? (was === "proved" ? "loose" : was);
    return state === was ? [] : [{ row, state }];
  });
  if (changed.length > 0)
    await unit.tx.$executeRaw`
      UPDATE phone_messages m SET state = n.state,
        is_taken = m.is_taken AND (m.kind <> 'taken_back' OR n.state NOT IN ('fits', 'proved'))
      FROM unnest(${changed.map(({ row }) => row.id)}::bigint[], ${changed.map(({ state }) => state)}::text[])
        AS n (id, state) WHERE m.id = n.id`;
  return changed.filter(({ state }) => state === "false").map(({ row }) => row);
}

async function writeChain(unit: Unit, chain: PhoneChain, { gap, end }: Linked): Promise<void> {
  const { rail } = chain;
  const gapBefore = gap && BigInt(gap.before);
  // Of another size it is another question.
  const isSame =
    gapBefore !== null && gapBefore === chain.gapBefore && endOf(unit, chain) === end.balanceMinor;
  await unit.tx.phoneChain.update({
    where: { rail },
    data: {
      ...{ gapBefore, gapSince: isSame ? chain.gapSince : gap ? unit.now : null },
      endSealed: sealBalance(unit.world, end.balanceMinor),
    },
  });
  if (!isSame && chain.gapBefore !== null)
    await unit.resolveTasks({ kind: "phone_gap", subject: `${rail}/${chain.gapBefore}` });
}

/**
 * What is settled for long is behind the chain's beginning; what came of that time and did not fit too. Clocks differ, so
 * what may be of that time stays what it was called: nothing is left there that it could be compared with.
 */
async function forget(
  unit: Unit,
  rail: string,
  { balanceMinor, atMs }: { balanceMinor: bigint; atMs: number },
  behind: string[],
): Promise<void> {
  const at = new Date(atMs);
  const anchorSealed = sealBalance(unit.world, balanceMinor);
  await unit.tx.phoneChain.update({ where: { rail }, data: { anchorSealed, anchorAt: at } });
  await unit.tx.$executeRaw(Prisma.sql`
    UPDATE phone_messages SET is_behind = true WHERE rail = ${rail} AND NOT is_behind
      AND (id = ANY (${behind.map(BigInt)}) OR state NOT IN ('fits', 'waiting') AND at < ${at}
        OR state IN ('old', 'false') AND (is_exact AND at <= ${new Date(atMs + slackMs)}
          OR NOT is_exact AND at <= ${new Date(atMs + lateMs)}))`);
}

/** What the chain says is there now; null before it began. */
export function endOf(unit: Pick<Unit, "world">, { endSealed, anchorSealed }: PhoneChain): bigint | null {
  return openBalance(unit.world, endSealed ?? anchorSealed);
}
