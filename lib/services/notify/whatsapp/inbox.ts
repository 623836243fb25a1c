import { Prisma } from "@/lib/db/client";
import { isSigned, readTold, type WhatsappTold } from "@/lib/providers/whatsapp/webhook";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { moveConsents } from "./consent";
import { followStatus } from "./follow";
import { type Teller, tellerColumns, tellersAt } from "./numbers";

/**
 * Does what a person wrote or pressed; the wing of money knows what a press may begin. What is returned is written once, in the
 * transaction that marks the event as done; what is done before may be done again.
 */
export type Answers = (
  world: World,
  told: Extract<WhatsappTold, { kind: "message" }>,
  by: Teller | null,
) => Promise<(unit: Unit) => Promise<void>>;

/** `by`: the store's own number that told it; null: the installation's. */
interface Told {
  told: WhatsappTold;
  by: Teller | null;
}
/** One stored event, opened. */
type WhatsappEvent = Told & { id: bigint };

/** What one number tells can neither touch nor hide what another does. */
const keyOf = ({ told, by }: Told) =>
  (by ? `own/${by.id}/` : "") +
  (told.kind === "status" ? `status/${told.ref}/${told.status}` : `${told.kind}/${told.id}`);

/**
 * Stores what the provider told, each thing once, before it is answered. `address`: what its address ends with, at a store's own
 * numbers; null: at the installation's. 404 without a number, 401 for what is not signed with the
 * secret of an app of that address: that is not stored. `work` never throws: what fails is done again by `workWhatsapp`.
 */
export async function receiveWhatsapp(
  world: World,
  { address, body, signature }: { address: string | null; body: Uint8Array; signature: string | null },
  answers: Answers,
): Promise<{ status: number; work: () => Promise<void> }> {
  const ours = world.whatsapp ? [{ ...world.whatsapp, by: null }] : [];
  const tellers = address === null ? ours : await tellersAt(world, address);
  const signed = tellers.filter(({ appSecret }) => isSigned(appSecret, body, signature));
  if (signed.length === 0) return { status: tellers.length === 0 ? 404 : 401, work: async () => {} };
  const all = signed.flatMap(({ numberId, by }) =>
    (readTold(numberId, body) ?? []).map((told) => ({ told, by })),
  );
  const fresh = await store(world, all);
  const work = async () => {
    for (const event of fresh) await workOne(world, event, answers);
  };
  return { status: 200, work };
}

async function store(world: World, all: Told[]): Promise<WhatsappEvent[]> {
  if (all.length === 0) return [];
  const stored = await world.db.whatsappEvent.createManyAndReturn({
    data: all.map(({ told, by }) => ({
      ...{ kind: told.kind, dedupeKey: keyOf({ told, by }), receivedAt: world.clock.now() },
      ownNumber: by?.id ?? null,
      ref: told.kind === "status" ? told.ref : null,
      bodySealed: new Uint8Array(world.secrets.seal(JSON.stringify(told))),
    })),
    skipDuplicates: true,
    select: { id: true, dedupeKey: true },
  });
  const byKey = new Map(all.map((one) => [keyOf(one), one]));
  return stored.flatMap(({ id, dedupeKey }) => {
    const one = byKey.get(dedupeKey);
    return one ? [{ id, ...one }] : [];
  });
}

/** False when it is left for later. */
async function workOne(world: World, { id, told, by }: WhatsappEvent, answers: Answers): Promise<boolean> {
  try {
    const write = told.kind === "message" ? await answers(world, told, by) : null;
    return await transact(world, async (unit) => {
      if (told.kind !== "status") await besideErasing(unit, "_shared");
      else if (!(await followStatus(unit, told, by))) return false;
      // Another worker may have been first.
      if (!(await noteProcessed(unit, id))) return true;
      if (told.kind === "user") await moveConsents(unit, told.from, told.to, by?.storeId ?? null);
      await write?.(unit);
      return true;
    });
  } catch (error) {
    world.log.error({ err: error, event: String(id) }, "What WhatsApp told is left for later.");
    return false;
  }
}

/** What a person told is written before they are erased (who does that holds this alone) or after, when nothing names them. */
export function besideErasing({ tx }: Pick<Unit, "tx">, how: "" | "_shared"): Promise<unknown> {
  return tx.$executeRaw`SELECT ${Prisma.raw(`pg_advisory_xact_lock${how}`)}(hashtextextended('whatsapp_erase', 0))`;
}

async function noteProcessed(unit: Unit, id: bigint): Promise<boolean> {
  // Who wrote what is not kept: only that it came.
  const data = { processedAt: unit.now, bodySealed: new Uint8Array() };
  const { count } = await unit.tx.whatsappEvent.updateMany({ where: { id, processedAt: null }, data });
  return count > 0;
}

/** A status may overtake the answer that names its message: then it waits here until that is recorded. */
export async function workEarly(world: World, ref: string): Promise<void> {
  const where = { ref, processedAt: null };
  const rows = await world.db.whatsappEvent.findMany({ where, orderBy: { id: "asc" } });
  for (const event of await opened(world, rows)) await workOne(world, event, async () => async () => {});
}

type Stored = Prisma.WhatsappEventGetPayload<object>;
type Opened = WhatsappEvent & Pick<Stored, "receivedAt">;

/** Sealed by us, from what was read by its shape. */
async function opened({ secrets, db }: World, rows: Stored[]): Promise<Opened[]> {
  const ids = rows.flatMap(({ ownNumber }) => ownNumber ?? []);
  const where = { id: { in: ids } };
  const own = ids.length === 0 ? [] : await db.whatsappNumber.findMany({ where, select: tellerColumns });
  return rows.map(({ id, bodySealed, ownNumber, receivedAt }) => ({
    ...{ id, receivedAt, told: JSON.parse(secrets.open(bodySealed)) },
    by: own.find((number) => number.id === ownNumber) ?? null,
  }));
}

const freshMs = 15_000;
const givenUpMs = 60 * 60_000;
const atOnceMax = 200;

/** Does what was left, because a process died or a status came too early. After an hour it is about nothing of ours. */
export async function workWhatsapp(world: World, answers: Answers): Promise<{ worked: number }> {
  const nowMs = world.clock.now().getTime();
  const rows = await world.db.whatsappEvent.findMany({
    where: { processedAt: null, receivedAt: { lte: new Date(nowMs - freshMs) } },
    orderBy: { id: "asc" },
    take: atOnceMax,
  });
  let worked = 0;
  for (const event of await opened(world, rows)) {
    const isDone = await workOne(world, event, answers);
    if (isDone) worked += 1;
    else if (nowMs - event.receivedAt.getTime() > givenUpMs)
      await transact(world, (unit) => noteProcessed(unit, event.id));
  }
  return { worked };
}
