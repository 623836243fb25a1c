import { isCurrency } from "@/lib/domain/money";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import type { RoutedWay } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { isCountry } from "@/lib/services/people/accounts/places";
import { said } from "@/lib/text/mail";
import { notifyOperators, type Operator, requireOperator, requireReason } from "../operator/operator";

/** The payment and payout methods that have an order of rails. */
export const ways = [
  "charge/mobile_money",
  "charge/card",
  "payout/mobile_money",
  "payout/bank",
] as const satisfies readonly RoutedWay[];
export type Way = RoutedWay;

export function splitWay(way: Way) {
  const [op, method] = way.split("/");
  // Safe: `ways` contains only these pairs; split loses their types.
  return { op, method } as { op: "charge" | "payout"; method: "mobile_money" | "card" | "bank" };
}

/**
 * Sets the order of rails for one method in one country and currency; an empty list restores our own order. Throws
 * NotAllowed, or Invalid by field.
 */
export async function setRailOrder(
  world: World,
  operator: Operator,
  input: { way: string; country: string; currency: string; rails: string[]; reason: string },
): Promise<void> {
  const way = ways.find((known) => known === input.way);
  const { country, currency } = input;
  const rails = input.rails.filter((id) => id !== "");
  await transact(world, async (unit) => {
    const { name: by } = await requireOperator(unit.tx, operator);
    if (!way) throw new Invalid({ way: [say("choose_way")] });
    if (!isCountry(country)) throw new Invalid({ country: [say("choose_country")] });
    if (!isCurrency(currency)) throw new Invalid({ currency: [say("choose_currency")] });
    const problem = railsProblem(rails);
    if (problem) throw new Invalid({ rails: [problem] });
    const reason = requireReason(input.reason);
    const key = { ...splitWay(way), country, currency };
    const where = { op_method_country_currency: key };
    const before = await unit.tx.railOrder.findUnique({ where });
    const data = { rails, updatedBy: operator.actor, updatedAt: unit.now };
    if (rails.length === 0) await unit.tx.railOrder.deleteMany({ where: key });
    else await unit.tx.railOrder.upsert({ where, create: { ...key, ...data }, update: data });
    const what = said("rail.did_order", {
      way: said("rail.way", { way: said(`way.${way}`), country, currency }),
    });
    const target = `rail_order:${way}/${country}/${currency}`;
    await unit.audit(operator, {
      reason,
      target,
      action: "rail.order_set",
      details: { from: before?.rails.join(", ") ?? "ours", to: rails.join(", ") || "ours" },
    });
    await notifyOperators(world, unit, {
      ...{ template: "rail.order_set", what, effect: said("rail.order_effect"), reason, by },
      key: `rail.order_set/${target}/${unit.now.getTime()}`,
    });
  });
  await world.rails.routes?.reload();
}

function railsProblem(rails: string[]): Problem | null {
  if (rails.some((id) => kindOf(id) === null)) return say("choose_rails");
  return new Set(rails).size === rails.length ? null : say("rails_once");
}
