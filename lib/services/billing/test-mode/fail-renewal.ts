import type { SubscriptionRow } from "@/lib/db/rows";
import { nextPlan } from "@/lib/domain/plan-change";
import { Refusal } from "@/lib/domain/refusal";
import { statusAt } from "@/lib/domain/subscription";
import type { Unit, World } from "@/lib/services/core/world";
import { publishRenewal } from "../renewal/announce";
import { agreeToRenewal } from "../renewal/change";

const reason = "insufficient_funds";
const testCard = { brand: "visa", last4: "0341", expMonth: 12, expYear: 2099 };

/**
 * Does in test mode what a failed try does: the card of a test subscription that renews by itself is declined. One that
 * is renewed by hand gets a test card first. No rail is asked and nobody is written to. Refuses with `not_active`.
 */
export async function failTestRenewal(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const status = statusAt(row, unit.now);
  if (status !== "active" && status !== "past_due") throw new Refusal("not_active");
  const { interval, amountMinor: capMinor } = nextPlan(row);
  const said = { mode: "charge" as const, text: "Test mode", language: "en", provenBy: null };
  const way = { kind: "card" as const, instrumentId: null, hash: null, card: testCard };
  const renewing =
    row.renewalMode === "manual"
      ? await agreeToRenewal(world, unit, row, { ...said, capMinor, interval }, way)
      : row;
  const failed = { renewalFailure: reason, renewalFailedAt: unit.now, renewalTriedFor: row.currentPeriodEnd };
  await unit.tx.subscription.update({ where: { id: row.id }, data: failed, select: { id: true } });
  return publishRenewal(world, unit, { ...renewing, ...failed }, { reason, nextTryAt: null });
}
