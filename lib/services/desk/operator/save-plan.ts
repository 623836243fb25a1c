import type { PlanRow } from "@/lib/db/rows";
import {
  type FixedFees,
  feeText,
  fixedFeesIn,
  payoutFeeText,
  percent,
  storedFixedFees,
} from "@/lib/domain/fees";
import { exponentOf, isCurrency, parseDecimal } from "@/lib/domain/money";
import { Invalid, NotFound, type Problems, say } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { slugOf } from "@/lib/services/people/accounts/write-store";
import { notifyPlanChanged, type Operator, requireOperator, requireReason } from "./operator";

/** A plan as typed: the fees in percent, "1.5" or "1,5". */
export interface TypedPlan extends Proof {
  name: string;
  includesApi: boolean;
  fee: string;
  payoutFee: string;
  reason: string;
}

type Terms = Pick<PlanRow, "name" | "includesApi" | "feePpm" | "payoutFeePpm">;

/**
 * Creates a plan that stores can be moved to. Needs the operator's password, because it decides about money. Throws
 * NotAllowed, or Invalid by field.
 */
export async function createPlan(world: World, operator: Operator, typed: TypedPlan): Promise<PlanRow> {
  const { terms, reason } = await readTyped(world, operator, typed);
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    await lockPlans(unit);
    await requireFreeName(unit, terms.name, null);
    const code = `${slugOf(terms.name) || "plan"}-${base62(world.random.bytes(16), 6).toLowerCase()}`;
    const plan = await unit.tx.plan.create({ data: { ...terms, code } });
    await audit(unit, operator, "plan.created", plan.code, reason, detailsOf(terms));
    return plan;
  });
}

/**
 * Changes a plan for all its stores: the new fees apply to new orders and payouts; earlier orders keep their fees.
 * Every owner gets a mail. If nothing would change, nothing happens. Throws as `createPlan`, and NotFound.
 */
export async function changePlanTerms(
  world: World,
  operator: Operator,
  code: string,
  typed: TypedPlan,
): Promise<{ changed: boolean }> {
  const { terms, reason } = await readTyped(world, operator, typed);
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    await lockPlans(unit);
    const before = await unit.tx.plan.findUnique({ where: { code } });
    if (!before) throw new NotFound();
    await requireFreeName(unit, terms.name, code);
    if (Object.entries(terms).every(([name, value]) => before[name as keyof Terms] === value))
      return { changed: false };
    const after = await unit.tx.plan.update({ where: { code }, data: terms });
    const was = Object.entries(detailsOf(before)).map(([name, value]) => [`${name}_before`, value]);
    await audit(unit, operator, "plan.changed", code, reason, {
      ...detailsOf(terms),
      ...Object.fromEntries(was),
    });
    await notifyPlanChanged(world, unit, after, reason);
    return { changed: true };
  });
}

/** What a plan adds to its percentages in one currency, as typed. An empty field is nothing. */
export interface TypedFixedFees extends Proof {
  fixed: string;
  min: string;
  max: string;
  payoutFixed: string;
  reason: string;
}

/**
 * Changes what a plan adds in one currency: for new orders and payouts, as `changePlanTerms`. Only the owners of stores
 * in this currency get a mail. Throws as `createPlan`, and NotFound.
 */
export async function changeFixedFees(
  world: World,
  operator: Operator,
  { code, currency }: { code: string; currency: string },
  typed: TypedFixedFees,
): Promise<{ changed: boolean }> {
  await requireOperator(world.db, operator);
  if (!isCurrency(currency)) throw new NotFound();
  const problems: Problems = {};
  const gather = gathering(problems);
  const fees = await gather(() => readFixedFees(typed, currency));
  const reason = await gather(() => requireReason(typed.reason));
  await gather(() => confirmPerson(world, operator.userId, typed));
  if (fees === undefined || reason === undefined || Object.keys(problems).length > 0)
    throw new Invalid(problems);
  return transact(world, async (unit) => {
    await requireOperator(unit.tx, operator);
    await lockPlans(unit);
    const before = await unit.tx.plan.findUnique({ where: { code } });
    if (!before) throw new NotFound();
    const was = fixedFeesIn(before, currency);
    if (Object.entries(fees).every(([name, value]) => was[name as keyof FixedFees] === value))
      return { changed: false };
    const fixedFees = storedFixedFees(before, currency, fees);
    const after = await unit.tx.plan.update({ where: { code }, data: { fixedFees } });
    await audit(unit, operator, "plan.changed", code, reason, {
      currency,
      fee: feeText(after, currency, "en"),
      payout_fee: payoutFeeText(after, currency, "en"),
      fee_before: feeText(before, currency, "en"),
      payout_fee_before: payoutFeeText(before, currency, "en"),
    });
    await notifyPlanChanged(world, unit, after, reason, currency);
    return { changed: true };
  });
}

/** The amounts of the form; also for its preview. Throws Invalid by field. */
export function readFixedFees(
  typed: Pick<TypedFixedFees, "fixed" | "min" | "max" | "payoutFixed">,
  currency: string,
): FixedFees {
  const problems: Problems = {};
  const read = (field: string, text: string): bigint | null => {
    if (text.trim() === "") return null;
    const minor = parseDecimal(text.trim().replace(",", "."), exponentOf(currency));
    if (minor === null) problems[field] = [say("amount_like", { currency })];
    return minor;
  };
  const [fixed, min, max] = [read("fixed", typed.fixed), read("min", typed.min), read("max", typed.max)];
  const payoutFixedMinor = read("payout_fixed", typed.payoutFixed) ?? 0n;
  // An empty field, or none of it.
  const maxMinor = max === 0n ? null : max;
  const least = (min ?? 0n) > (fixed ?? 0n) ? (min ?? 0n) : (fixed ?? 0n);
  if (maxMinor !== null && maxMinor < least) problems.max = [say("fee_max_below")];
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return { fixedMinor: fixed ?? 0n, minMinor: min ?? 0n, maxMinor, payoutFixedMinor };
}

/** The percentages of the form, for its preview. Throws Invalid by field. */
export function readPercents(typed: { fee: string; payoutFee: string }) {
  return { feePpm: feeOf("fee", typed.fee), payoutFeePpm: feeOf("payout_fee", typed.payoutFee) };
}

/** Runs each check and collects its problems. */
function gathering(problems: Problems) {
  return async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      Object.assign(problems, error.errors);
      return undefined;
    }
  };
}

/** Validates the form. Throws Invalid with all problems at once. */
async function readTyped(
  world: World,
  operator: Operator,
  typed: TypedPlan,
): Promise<{ terms: Terms; reason: string }> {
  await requireOperator(world.db, operator);
  const problems: Problems = {};
  const gather = gathering(problems);
  const name = typed.name.trim();
  const nameProblem = name === "" ? say("give_name") : textProblem(name, nameMax);
  if (nameProblem) problems.name = [nameProblem];
  const feePpm = await gather(() => feeOf("fee", typed.fee));
  const payoutFeePpm = await gather(() => feeOf("payout_fee", typed.payoutFee));
  const reason = await gather(() => requireReason(typed.reason));
  await gather(() => confirmPerson(world, operator.userId, typed));
  if (feePpm === undefined || payoutFeePpm === undefined || reason === undefined) throw new Invalid(problems);
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return { terms: { name, includesApi: typed.includesApi, feePpm, payoutFeePpm }, reason };
}

const nameMax = 60;
/** 50 %: a higher fee is a typing error. */
const feeMaxPpm = 500_000n;

function feeOf(field: string, typed: string): number {
  const ppm = parseDecimal(typed.trim().replace(/\s*%$/, "").replace(",", "."), 4);
  if (ppm === null || ppm > feeMaxPpm) throw new Invalid({ [field]: [say("fee_percentage")] });
  return Number(ppm);
}

/** Serialises changes of plans, so that two plans cannot get the same name. */
async function lockPlans(unit: Unit): Promise<void> {
  await unit.tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('plans'))::text`;
}

/** Names must be unique, because operators and sellers identify a plan by its name. */
async function requireFreeName(unit: Unit, name: string, ownCode: string | null): Promise<void> {
  const found = await unit.tx.plan.findFirst({
    where: { name: { equals: name, mode: "insensitive" }, ...(ownCode ? { code: { not: ownCode } } : {}) },
  });
  if (found) throw new Invalid({ name: [say("plan_taken")] });
}

function audit(
  unit: Unit,
  operator: Operator,
  action: "plan.created" | "plan.changed",
  code: string,
  reason: string,
  details: Record<string, string | boolean>,
): Promise<void> {
  return unit.audit(operator, { action, target: `plan:${code}`, reason, details });
}

function detailsOf({ name, includesApi, feePpm, payoutFeePpm }: Terms): Record<string, string | boolean> {
  return { name, api: includesApi, fee: percent(feePpm, "en"), payout_fee: percent(payoutFeePpm, "en") };
}
