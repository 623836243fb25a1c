import { isOpen } from "@/lib/domain/attempt";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { TillSeen } from "@/lib/providers/rails/till";
import type { World } from "@/lib/services/core/world";
import { everyRail } from "../rails";
import { noteHeard, takeProved } from "../till/hear";
import { isReceiptKnown, knownReceipts, promptNamed } from "../till/known";
import { workCharge } from "./receive-callback";
import { raiseUnknown, storeOf } from "./unknown";

/** As far back as any rail's list goes, after a start; then again what a list may have told late. */
const firstMs = 48 * 60 * 60 * 1000;
const overlapMs = 6 * 60 * 60 * 1000;

const readTo = new WeakMap<PaymentRail, Date>();

/**
 * Reads what arrived by the lists of all accounts that have one, and takes in what no callback told: each is told only
 * once, and never again. Safe to miss, to repeat, or to run twice at once.
 */
export async function readArrived(world: World): Promise<{ found: number; failed: number }> {
  const result = { found: 0, failed: 0 };
  await world.rails.routes?.ready();
  for (const rail of everyRail(world))
    try {
      result.found += await readOne(world, rail);
    } catch (error) {
      result.failed += 1;
      world.log.warn({ err: error, rail: rail.id }, "What arrived could not be read; it is read again.");
    }
  return result;
}

async function readOne(world: World, rail: PaymentRail): Promise<number> {
  const to = world.clock.now();
  const last = readTo.get(rail);
  const from = new Date(last ? last.getTime() - overlapMs : to.getTime() - firstMs);
  const listed = await rail.direct?.arrived?.({ from, to });
  if (!listed) return 0;
  await noteHeard(world, rail);
  const receipts = listed.map(({ receipt }) => receipt);
  const known = await knownReceipts(world, rail, receipts);
  const fresh = listed.filter(({ receipt }) => !known.has(receipt));
  for (const seen of fresh) await takeListed(world, rail, seen);
  readTo.set(rail, to);
  return fresh.length;
}

/** It may be that of a prompt of ours: that one is asked about first. */
async function takeListed(world: World, rail: PaymentRail, seen: TillSeen): Promise<void> {
  const first = await promptNamed(world, rail, seen);
  if (first) await workCharge(world, rail, { op: "charge", ourId: first.id });
  if (first && (await isReceiptKnown(world, rail, seen.receipt))) return;
  const named = first && (await promptNamed(world, rail, seen));
  if (storeOf(world, rail) !== null) return takeProved(world, rail, seen, named);
  if (named && isOpen(named.status)) return;
  await raiseUnknown(world, rail, { op: "charge", railRef: seen.receipt }, seen.receipt);
}
