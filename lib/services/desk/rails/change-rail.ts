import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { Credentials, RailKind } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { RailSetting } from "@/lib/services/core/rails";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { refuseInDemo } from "@/lib/services/people/accounts/permit";
import { confirmOperator, type Operator, requireOperator, requireReason } from "../operator/operator";
import { type Checked, checkRail } from "./check-rail";
import { type RailAct, recordAct, toldOf } from "./record";
import { merged, modeProblems, opened, requireNoPlayMoney, requireNothingUnderWay } from "./settings";

export interface NewRail extends Proof {
  rail: string;
  livemode: boolean;
  /** As typed, by field. An empty secret leaves the stored one. */
  credentials: Credentials;
  reason: string;
}

/**
 * Sets up a rail, or changes its settings. The provider is checked first: the rail is on only if it answers and accepts
 * the credentials; otherwise the settings are stored and the rail is off. Needs the operator's password, because the
 * credentials decide where all money goes. Throws NotAllowed, NotFound, or Invalid by field, on `password`, on
 * `reason`, or on `form` where it would be unsafe.
 */
export async function saveRail(world: World, operator: Operator, input: NewRail): Promise<Checked> {
  const kind = requireKind(input.rail);
  await requireOperator(world.db, operator);
  refuseInDemo(world, "form");
  await requireTyped(world, kind);
  await requireFilled(world, operator, kind, input);
  const checked = await checkTyped(world, operator, kind, input);
  await change(world, operator, kind, input.reason, async (unit) => {
    const { livemode } = input;
    const before = await unit.tx.railSetting.findUnique({ where: { rail: kind.id } });
    const kept = before && opened(world, before.credentialsSealed);
    const credentials = merged(kind, input.credentials, kept);
    const others = await settingsOf(world);
    const form = modeProblems(kind.id, livemode, others);
    const problems = { ...kind.problems(credentials, livemode), ...(form.length > 0 ? { form } : {}) };
    if (Object.keys(problems).length > 0) throw new Invalid(problems);
    if (before && before.livemode !== livemode) await requireNothingUnderWay(unit.tx, kind.id, kind.name);
    if (livemode) await requireNoPlayMoney(unit.tx);
    const data = {
      livemode,
      enabled: checked.ok,
      credentialsSealed: world.secrets.seal(JSON.stringify(credentials)),
      updatedBy: operator.actor,
      updatedAt: unit.now,
    };
    const created = { rail: kind.id, createdAt: unit.now, ...data };
    await unit.tx.railSetting.upsert({ where: { rail: kind.id }, create: created, update: data });
    const details = { livemode, fields: Object.keys(credentials).join(", ") };
    const told = !checked.ok ? "kept" : livemode ? "saved" : "saved_test";
    return { act: "saved", told, details };
  });
  return checked;
}

/** Checks the rail with the typed credentials; an empty secret means the stored one. */
async function checkTyped(
  world: World,
  operator: Operator,
  kind: RailKind,
  { credentials, livemode }: NewRail,
): Promise<Checked> {
  const before = await world.db.railSetting.findUnique({ where: { rail: kind.id } });
  const kept = before && opened(world, before.credentialsSealed);
  const typed = { credentials: merged(kind, credentials, kept), livemode };
  // Settings that cannot be used are refused with their own reason when they are saved.
  if (modeProblems(kind.id, livemode, await settingsOf(world)).length > 0) return { ok: false, detail: null };
  return checkRail(world, operator, kind.id, { instead: typed });
}

/**
 * Switches a rail on or off for new payments and payouts. What is under way is followed either way. To switch it on,
 * the provider is checked first: throws Invalid on `form` with its answer. Throws also as `confirmOperator`, and
 * NotFound.
 */
export async function switchRail(
  world: World,
  operator: Operator,
  input: Proof & { rail: string; on: boolean; reason: string },
): Promise<void> {
  const kind = requireKind(input.rail);
  await confirmOperator(world, operator, input);
  if (input.on) await requireWell(world, operator, kind);
  await change(world, operator, kind, input.reason, async (unit) => {
    const data = { enabled: input.on, updatedBy: operator.actor, updatedAt: unit.now };
    const { count } = await unit.tx.railSetting.updateMany({ where: { rail: kind.id }, data });
    if (count === 0) {
      // Set up by the environment only: just the switch is stored here.
      if (!(await isSetUp(world, kind))) throw new NotFound();
      const credentialsSealed = world.secrets.seal("{}");
      await unit.tx.railSetting.create({
        data: { rail: kind.id, livemode: true, credentialsSealed, createdAt: unit.now, ...data },
      });
    }
    const act = input.on ? "switched_on" : "switched_off";
    return { act, told: act };
  });
}

/** A rail whose provider does not answer or refuses our credentials must not be offered to payers. */
async function requireWell(world: World, operator: Operator, kind: RailKind): Promise<void> {
  if (!(await isSetUp(world, kind))) throw new NotFound();
  const { ok, detail } = await checkRail(world, operator, kind.id);
  if (!ok) throw new Invalid({ form: [detail ?? say("rail_check_none")] });
}

/** Longer than any process uses the settings that it read last. */
const stillOfferedMs = 30_000;

/**
 * Deletes a rail's settings. Refused (Invalid on `form`) while anything is under way with the rail, and while a process
 * may still offer it: a payment begun after that could neither be polled nor get callbacks. Throws also NotAllowed or
 * NotFound.
 */
export async function removeRail(
  world: World,
  operator: Operator,
  input: Proof & { rail: string; reason: string },
): Promise<void> {
  const kind = requireKind(input.rail);
  await confirmOperator(world, operator, input);
  await change(world, operator, kind, input.reason, async (unit) => {
    const setting = await unit.tx.railSetting.findUnique({ where: { rail: kind.id } });
    if (!setting) throw new NotFound();
    await requireNothingUnderWay(unit.tx, kind.id, kind.name);
    const offMs = unit.now.getTime() - setting.updatedAt.getTime();
    if (setting.enabled || offMs < stillOfferedMs) throw new Invalid({ form: [say("rail_still_offered")] });
    await unit.tx.railSetting.delete({ where: { rail: kind.id } });
    return { act: "removed", told: "removed" };
  });
}

/** An act on the settings of a rail. This process applies the change at once, the others within half a minute. */
async function change(
  world: World,
  operator: Operator,
  kind: RailKind,
  typedReason: string,
  work: (unit: Unit) => Promise<{ act: string; told: RailAct; details?: Record<string, string | boolean> }>,
): Promise<void> {
  await recordAct(world, operator, kind, typedReason, async (unit) => {
    await lock(unit, kind.id);
    const { told, ...done } = await work(unit);
    return { ...done, ...toldOf(told, kind.name) };
  });
  await world.rails.routes?.reload();
}

/** Serialises changes of a rail, also the first one, when there is no row to lock yet. */
async function lock(unit: Unit, rail: string): Promise<void> {
  await unit.tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`rail-setting/${rail}`}))::text`;
}

function requireKind(id: string): RailKind {
  const kind = kindOf(id);
  if (!kind) throw new NotFound();
  return kind;
}

async function isSetUp(world: World, kind: RailKind): Promise<boolean> {
  return (await sourceOf(world, kind)) !== null;
}

/** Throws Invalid with all problems at once, also with the password, because every secret must be typed again. */
async function requireFilled(
  world: World,
  operator: Operator,
  kind: RailKind,
  { credentials, livemode, reason, ...proof }: NewRail,
): Promise<void> {
  const before = await world.db.railSetting.findUnique({ where: { rail: kind.id } });
  const kept = before && opened(world, before.credentialsSealed);
  const problems = { ...kind.problems(merged(kind, credentials, kept), livemode) };
  const checks = [async () => void requireReason(reason), () => confirmTyped(world, operator.userId, proof)];
  for (const check of checks)
    await check().catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      Object.assign(problems, error.errors);
    });
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}

/** An empty password field does not count as a try. */
async function confirmTyped(world: World, userId: number, proof: Proof): Promise<void> {
  if (proof.password === "") throw new Invalid({ password: [say("password")] });
  await confirmPerson(world, userId, proof);
}

/** The environment overrides typed settings, so typing would change nothing. */
async function requireTyped(world: World, kind: RailKind): Promise<void> {
  if ((await sourceOf(world, kind)) !== "environment") return;
  throw new Invalid({
    form: [say("rail_of_environment", { rail: kind.name })],
  });
}

async function sourceOf(world: World, kind: RailKind) {
  return (await settingsOf(world)).find(({ id }) => id === kind.id)?.source ?? null;
}

async function settingsOf(world: World): Promise<RailSetting[]> {
  return (await world.rails.routes?.read())?.settings ?? [];
}
