import { Prisma } from "@/lib/db/client";
import { isSigned, readTold, type WhatsappTold } from "@/lib/providers/whatsapp/webhook";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { moveConsents } from "./consent";
import { followStatus } from "./follow";

/** One stored event, opened. */
export interface WhatsappEvent {
  id: bigint;
  told: WhatsappTold;
}

/**
 * Does what a person wrote or pressed; the wing of money knows what a press may begin. What is returned is written once, in the
 * transaction that marks the event as done; what is done before may be done again.
 */
export type Answers = (
  world: World,
  told: Extract<WhatsappTold, { kind: "message" }>,
) => Promise<(unit: Unit) => Promise<void>>;

const keyOf = (told: WhatsappTold) =>
  told.kind === "status" ? `status/${told.ref}/${told.status}` : `${told.kind}/${told.id}`;

/**
 * Stores what the provider told, each thing once, before it is answered. 404 without a number, 401 for what is not signed with the
 * app's secret: that is not stored. `work` never throws: what fails is done again by `workWhatsapp`.
 */
export async function receiveWhatsapp(
  world: World,
  { body, signature }: { body: Uint8Array; signature: string | null },
  answers: Answers,
): Promise<{ status: number; work: () => Promise<void> }> {
  const { whatsapp } = world;
  if (!whatsapp) return { status: 404, work: async () => {} };
  if (!isSigned(whatsapp.appSecret, body, signature)) return { status: 401, work: async () => {} };
  const told = readTold(whatsapp.numberId, body) ?? [];
  const fresh = await store(world, told);
  return {
    status: 200,
    work: async () => {
      for (const event of fresh) await workOne(world, event, answers);
    },
  };
}

async function store(world: World, all: WhatsappTold[]): Promise<WhatsappEvent[]> {
  if (all.length === 0) return [];
  const stored = await world.db.whatsappEvent.createManyAndReturn({
    data: all.map((told) => ({
      ...{ kind: told.kind, dedupeKey: keyOf(told), receivedAt: world.clock.now() },
      ref: told.kind === "status" ? told.ref : null,
      bodySealed: new Uint8Array(world.secrets.seal(JSON.stringify(told))),
    })),
    skipDuplicates: true,
    select: { id: true, dedupeKey: true },
  });
  const byKey = new Map(all.map((told) => [keyOf(told), told]));
  return stored.flatMap(({ id, dedupeKey }) => {
    const told = byKey.get(dedupeKey);
    return told ? [{ id, told }] : [];
  });
}

/** False when it is left for later. */
async function workOne(world: World, { id, told }: WhatsappEvent, answers: Answers): Promise<boolean> {
  try {
    const write = told.kind === "message" ? await answers(world, told) : null;
    return await transact(world, async (unit) => {
      if (told.kind !== "status") await besideErasing(unit, "_shared");
      else if (!(await followStatus(unit, told))) return false;
      // Another worker may have been first.
      if (!(await noteProcessed(unit, id))) return true;
      if (told.kind === "user") await moveConsents(unit, told.from, told.to);
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
  const rows = await world.db.whatsappEvent.findMany({
    where: { ref, processedAt: null },
    orderBy: { id: "asc" },
  });
  for (const { id, bodySealed } of rows)
    await workOne(world, { id, told: opened(world, bodySealed) }, async () => async () => {});
}

/** Sealed by us, from what was read by its shape. */
function opened({ secrets }: World, sealed: Uint8Array): WhatsappTold {
  return JSON.parse(secrets.open(sealed));
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
  for (const { id, bodySealed, receivedAt } of rows) {
    const isDone = await workOne(world, { id, told: opened(world, bodySealed) }, answers);
    if (isDone) worked += 1;
    else if (nowMs - receivedAt.getTime() > givenUpMs)
      await transact(world, (unit) => noteProcessed(unit, id));
  }
  return { worked };
}
