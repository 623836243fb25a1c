import { isOpen } from "@/lib/domain/attempt";
import type { TillPayment } from "@/lib/domain/till-payment";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { TillSeen } from "@/lib/providers/rails/till";
import { workThrough } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../rails";
import { raiseUnknown, storeOf } from "../settlement/unknown";
import { askSeller } from "./ask";
import { heardOf, keepReceipt, unproved } from "./keep";
import { isReceiptKnown, type NamedAttempt, promptNamed } from "./known";
import { systemOf, takeTillPayment } from "./take";

/** A rail is asked about what a callback told for so long; then its seller is. */
const patienceMs = 48 * 60 * 60_000;
/** Per account: a rail that hangs does not delay the others. */
const atOnceMax = 4;
const passMax = 200;
/** After this time a pass begins no more questions. */
const passMs = 10_000;

/**
 * A payment at the till as a callback tells it, before the callback is answered. A signed one is taken in. Another is only
 * written down: `proveHeard` asks the rail. Throws where it could not be kept: then the rail says it again. Returns the prompt
 * of ours that it names, which is asked about too.
 */
export async function hearTill(
  world: World,
  rail: PaymentRail,
  seen: TillSeen,
  isSigned: boolean,
): Promise<NamedAttempt | null> {
  const storeId = storeOf(world, rail);
  const payment = { account: rail.id, ...seen };
  await noteHeard(world, rail);
  if (storeId !== null && isSigned) {
    await takeTillPayment(world, payment);
    return null;
  }
  if (await isReceiptKnown(world, rail, seen.receipt)) return null;
  if (storeId !== null)
    await transact(world, async (unit) => keepReceipt(unit, { storeId }, payment, unproved));
  return promptNamed(world, rail, seen);
}

/** What came by its own address, or by its list, shows that payments at this till reach us. */
export async function noteHeard(world: World, rail: PaymentRail): Promise<void> {
  if (rail.till?.isHeard !== false) return;
  const data = { tillHeard: true, updatedAt: world.clock.now() };
  await world.db.railAccount.updateMany({ where: { key: rail.id }, data });
  await world.rails.own?.reload();
}

/**
 * Asks the rail about a payment that nothing proves, and takes in what it says. While a prompt of ours that it names is open,
 * that is asked by itself. What comes to the operator's account for no prompt of ours, a person sees.
 */
export async function proveHeard(world: World, rail: PaymentRail, told: TillSeen): Promise<void> {
  const { receipt } = told;
  if (await isReceiptKnown(world, rail, receipt)) return;
  // The answer to a question about a receipt does not say again what its payer typed.
  const row = await world.db.tillPayment.findUnique({ where: { rail_receipt: { rail: rail.id, receipt } } });
  const seen: TillSeen = row ? heardOf(world, row) : told;
  const named = await promptNamed(world, rail, seen);
  if (named && isOpen(named.status)) return;
  const storeId = storeOf(world, rail);
  if (storeId === null) return raiseUnknown(world, rail, { op: "charge", railRef: receipt }, receipt);
  const answer = (await rail.till?.confirm?.(seen)) ?? { kind: "cannot" as const };
  if (answer.kind === "true") await takeProved(world, rail, answer.seen, named);
  else if (answer.kind === "cannot" || (row && isOld(world, row.createdAt)))
    await askAboutHeard(world, storeId, { account: rail.id, ...seen });
}

function isOld({ clock }: World, heardAt: Date): boolean {
  return clock.now().getTime() - heardAt.getTime() > patienceMs;
}

/** What the rail itself says is true; `named`: the prompt of ours that it is for. */
export async function takeProved(
  world: World,
  rail: PaymentRail,
  seen: TillSeen,
  named: NamedAttempt | null,
): Promise<void> {
  await takeTillPayment(world, { account: rail.id, ...seen, ...(named ? { attemptId: named.id } : {}) });
}

/** Nobody but the seller can look whether it came. */
function askAboutHeard(world: World, storeId: number, payment: TillPayment): Promise<void> {
  return transact(world, async (unit) => {
    const kept = await keepReceipt(unit, { storeId }, payment, unproved);
    if (kept.attemptId === null && kept.isNew)
      await askSeller(unit, await systemOf(unit, storeId), kept, payment, unproved.why);
  });
}

/**
 * Asks again about what was heard and is not proved, because the rail could not say it or a process ended. An account whose
 * rail is silent delays neither other accounts nor whoever waits for the pass; each pass begins with other payments of it.
 */
export async function proveAllHeard(world: World): Promise<void> {
  const where = { attemptId: null, why: unproved.checking };
  const accounts = await world.db.tillPayment.groupBy({ by: ["rail"], where });
  const endsAtMs = world.clock.now().getTime() + passMs;
  await Promise.all(accounts.map(({ rail }) => proveAllOf(world, rail, endsAtMs)));
}

async function proveAllOf(world: World, key: string, endsAtMs: number): Promise<void> {
  const rail = railOf(world, key);
  if (!rail) return;
  const rows = await world.db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM till_payments WHERE rail = ${key} AND attempt_id IS NULL AND why = ${unproved.checking}
    ORDER BY hashint8extended(id, ${endsAtMs}) LIMIT ${passMax}`;
  await workThrough(
    atOnceMax,
    async (limit) => rows.splice(0, limit),
    async ({ id }) => {
      try {
        const row = await world.db.tillPayment.findUniqueOrThrow({ where: { id } });
        if (row.attemptId === null) await proveHeard(world, rail, heardOf(world, row));
      } catch (error) {
        world.log.warn({ err: error, rail: key }, "A payment at the till is asked about again.");
      }
    },
    () => world.clock.now().getTime() >= endsAtMs,
  );
}
