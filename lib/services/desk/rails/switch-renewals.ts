import { NotFound } from "@/lib/domain/refusal";
import { kindOf } from "@/lib/providers/rails/kinds";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { limitOf } from "@/lib/services/money/renewal/rail-limits";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { confirmOperator, type Operator, requireOperator, requireReason } from "../operator/operator";
import { railEffects } from "./effects";
import { notifyOperators } from "./notify-operators";

/**
 * Switches whether a rail is asked by itself for subscriptions that renew by themselves. Payers can always pay by hand.
 * Needs the operator's password. Throws NotAllowed, NotFound, or Invalid on `password` and `reason`.
 */
export async function switchRenewals(
  world: World,
  operator: Operator,
  input: Proof & { rail: string; on: boolean; reason: string },
): Promise<void> {
  const kind = kindOf(input.rail);
  if (!kind) throw new NotFound();
  await confirmOperator(world, operator, input);
  const { dailyMax } = await limitOf(world, kind.id);
  await transact(world, async (unit) => {
    const { name: by } = await requireOperator(unit.tx, operator);
    const reason = requireReason(input.reason);
    const data = { enabled: input.on, dailyMax, updatedBy: operator.actor, updatedAt: unit.now };
    await unit.tx.railRenewal.upsert({
      where: { rail: kind.id },
      create: { rail: kind.id, ...data },
      update: data,
    });
    const act = input.on ? "renewals_on" : "renewals_off";
    const { what, effect } = railEffects[act](kind.name);
    await unit.audit(operator, { reason, action: `rail.${act}`, target: `rail:${kind.id}` });
    const key = `rail.${act}/${kind.id}/${unit.now.getTime()}`;
    await notifyOperators(world, unit, { key, template: `rail.${act}`, what, effect, reason, by });
  });
}
