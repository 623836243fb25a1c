import type { PayoutRow } from "@/lib/db/rows";
import { callbackUrlOf } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { railOf } from "../../rails";
import { asked, type TransferAnswer } from "../transfers/claim";
import { openTo } from "./read";
import { settlePayout } from "./settle";

/** How long a payout waits for its next try, while the operator's account at the rail does not cover it. */
const floatMs = 10 * 60 * 1000;

/**
 * Sends a leased payout, or polls its status, and ends the lease. True when nothing is left to do. The payout is marked
 * as sent and committed before the rail is called, so that a payout that may be under way is never sent as a new one.
 */
export async function workPayout(world: World, id: string): Promise<boolean> {
  const payout = await world.db.payout.findUniqueOrThrow({ where: { id } });
  const rail = railOf(world, payout.rail);
  const covered = payout.status !== "requested" || (await hasFloat(world, rail, payout));
  const fresh = await transact(world, (unit) => (covered ? markSent(unit, id) : queue(unit, id)));
  if (fresh) {
    await settlePayout(world, id, await send(world, rail, payout));
  } else if (payout.status === "sent" || payout.status === "paid") {
    const { did } = await settlePayout(world, id, await status(world, rail, payout), { polled: true });
    if (did === "send_again") await settlePayout(world, id, await send(world, rail, payout));
  }
  const { nextPollAt } = await world.db.payout.update({ where: { id }, data: { leasedUntil: null } });
  return nextPollAt === null;
}

/** Polls the rail for a payout after a callback about it, even if a worker has leased it. */
export async function checkPayout(world: World, id: string): Promise<void> {
  const payout = await world.db.payout.findUniqueOrThrow({ where: { id } });
  if (payout.status === "requested") return;
  await settlePayout(world, id, await status(world, railOf(world, payout.rail), payout));
}

/** If the rail cannot report its balance, the payout is sent and the rail's answer decides. */
async function hasFloat(world: World, rail: PaymentRail | null, payout: PayoutRow): Promise<boolean> {
  if (!rail) return false;
  try {
    const float = (await rail.balance?.())?.find(({ currency }) => currency === payout.currency);
    return !rail.balance || (float !== undefined && float.minor >= payout.amountMinor);
  } catch (error) {
    world.log.warn({ err: error, rail: rail.id }, "The float of a rail could not be read.");
    return true;
  }
}

/** True for exactly one caller: the one who sends it to the rail first. */
async function markSent(unit: Unit, id: string): Promise<boolean> {
  const { status, failureReason, storeId } = await unit.lock("payouts", { id });
  // The rail refused it for lack of float and has this id as failed, so a person decides (docs/gaps.md, Money out).
  if (status !== "requested" || failureReason !== null) return false;
  const store = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId }, select: { status: true } });
  if (store.status === "suspended") return pause(unit, id);
  await unit.tx.payout.update({ where: { id }, data: { status: "sent", pollsMade: 0 } });
  return true;
}

/** The store was suspended meanwhile: nothing is sent until it is restored. */
async function pause(unit: Unit, id: string): Promise<false> {
  const nextPollAt = new Date(unit.now.getTime() + floatMs);
  await unit.tx.payout.update({ where: { id }, data: { nextPollAt } });
  return false;
}

/** The payout stays queued, and a task is raised for the operator. */
async function queue(unit: Unit, id: string): Promise<false> {
  const payout = await unit.lock("payouts", { id });
  if (payout.status !== "requested") return false;
  const nextPollAt = new Date(unit.now.getTime() + floatMs);
  await unit.tx.payout.update({ where: { id }, data: { nextPollAt } });
  await unit.raiseTask({
    storeId: null,
    kind: "insufficient_float",
    subject: id,
    details: { store: payout.storeId, rail: payout.rail, amount: `${payout.currency} ${payout.amountMinor}` },
  });
  return false;
}

async function send(world: World, rail: PaymentRail | null, payout: PayoutRow): Promise<TransferAnswer> {
  const ask = rail?.payout?.bind(rail);
  if (!ask) return { kind: "no_answer" };
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: payout.storeId },
    select: { name: true, country: true },
  });
  return asked(world, payout, () =>
    ask({
      payoutId: payout.id,
      amount: { minor: payout.amountMinor, currency: payout.currency },
      country: store.country,
      narration: `${world.config.serviceName} ${store.name}`,
      callbackUrl: callbackUrlOf(world.config.siteUrl, payout.rail),
      to: openTo(world, payout.destinationSealed),
    }),
  );
}

function status(world: World, rail: PaymentRail | null, payout: PayoutRow): Promise<TransferAnswer> {
  const ask = rail?.payoutStatus?.bind(rail);
  if (!ask) return Promise.resolve({ kind: "no_answer" });
  return asked(world, payout, () => ask({ payoutId: payout.id, railRef: payout.railRef ?? undefined }));
}
