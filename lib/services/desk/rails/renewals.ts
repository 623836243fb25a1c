import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { RailKind } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { Unit, World } from "@/lib/services/core/world";
import { limitOf, type RailLimit, scheduledToday, usualDailyMax } from "@/lib/services/money/renewal/source";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { said } from "@/lib/text/mail";
import { confirmOperator, type Operator, requireOperator } from "../operator/operator";
import { recordAct, toldOf } from "./record";

/** No operator means more than this; switching off means none. */
export const dailyMaxMost = 1_000_000;

/** What a rail may take by itself, and how often it was asked in the last 24 hours. Throws NotAllowed. */
export async function readRenewals(
  world: World,
  operator: Operator,
  rail: string,
): Promise<RailLimit & { made: number }> {
  await requireOperator(world.db, operator);
  const [limit, made] = await Promise.all([limitOf(world, rail), scheduledToday(world, rail)]);
  return { ...limit, made };
}

/**
 * Switches whether a rail is asked by itself for subscriptions that renew by themselves. Payers can always pay by hand.
 * Needs the operator's password. Throws NotAllowed, NotFound, or Invalid on `password` and `reason`.
 */
export async function switchRenewals(
  world: World,
  operator: Operator,
  input: Proof & { rail: string; on: boolean; reason: string },
): Promise<void> {
  const act = input.on ? "renewals_on" : "renewals_off";
  await change(world, operator, input, async (unit, kind) => {
    await store(unit, operator, kind, { enabled: input.on });
    return { act, ...toldOf(act, kind.name) };
  });
}

/**
 * Sets how many times in 24 hours a rail may be asked by itself. Needs the operator's password. Throws NotAllowed,
 * NotFound, or Invalid on `most`, `password` and `reason`.
 */
export async function limitRenewals(
  world: World,
  operator: Operator,
  input: Proof & { rail: string; most: string; reason: string },
): Promise<void> {
  await change(world, operator, input, async (unit, kind) => {
    const most = /^\d{1,7}$/.test(input.most) ? Number(input.most) : 0;
    if (most < 1 || most > dailyMaxMost)
      throw new Invalid({ most: [say("whole_from_one", { max: String(dailyMaxMost) })] });
    const before = await unit.tx.railRenewal.findUnique({ where: { rail: kind.id } });
    await store(unit, operator, kind, { dailyMax: most });
    const details = { from: String(before?.dailyMax ?? usualDailyMax), to: String(most) };
    const what = said("rail.did_renewals_limit", { rail: kind.name, most: details.to });
    return { act: "renewals_limit", details, what, effect: said("rail.renewals_limit_effect") };
  });
}

/** Only what is named is changed: another operator may change the rest at the same time. */
async function store(unit: Unit, operator: Operator, { id: rail }: RailKind, more: Partial<RailLimit>) {
  const data = { ...more, updatedBy: operator.actor, updatedAt: unit.now };
  await unit.tx.railRenewal.upsert({
    where: { rail },
    create: { rail, dailyMax: usualDailyMax, ...data },
    update: data,
  });
}

/** The common part: who may, why, the log, and the mail to all operators. */
async function change(
  world: World,
  operator: Operator,
  input: Proof & { rail: string; reason: string },
  work: (unit: Unit, kind: RailKind) => ReturnType<Parameters<typeof recordAct>[4]>,
): Promise<void> {
  const kind = kindOf(input.rail);
  if (!kind) throw new NotFound();
  await confirmOperator(world, operator, input);
  await recordAct(world, operator, kind, input.reason, (unit) => work(unit, kind));
}
