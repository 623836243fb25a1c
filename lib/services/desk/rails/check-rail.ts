import { NotFound, type Problem, say } from "@/lib/domain/refusal";
import type { Credentials } from "@/lib/providers/rails/kind";
import { kindOf } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Anomaly, AnomalyKind } from "@/lib/providers/rails/wire/client";
import { within } from "@/lib/providers/turns";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";
import { tellAddresses } from "./tell-addresses";

export interface Checked {
  ok: boolean;
  /** The provider's answer, or why it is not well. */
  detail: Problem | null;
}

/** Credentials that are not stored yet. */
export interface TypedRail {
  credentials: Credentials;
  livemode: boolean;
}

/** How long a person waits after pressing the button. */
const buttonMs = 15_000;

/**
 * Checks whether the provider answers and accepts our credentials, with a new adapter, so that the result is about the
 * current settings, or about those typed `instead`; with the current ones it is also told where to report payments that
 * begin there. Throws NotAllowed, or NotFound for a rail that cannot be used.
 */
export async function checkRail(
  world: World,
  operator: Operator,
  id: string,
  options: AskOptions = {},
): Promise<Checked> {
  await requireOperator(world.db, operator);
  const { rail, ...checked } = await look(world, id, options);
  const told =
    checked.ok && !options.instead ? await tellAddresses(world, rail, kindOf(id)?.name ?? id) : null;
  return told?.checked ?? checked;
}

/** The same for the watch, which nobody is signed in for. Throws NotFound. */
export async function askRail(world: World, id: string, options: AskOptions = {}): Promise<Checked> {
  const { ok, detail } = await look(world, id, options);
  return { ok, detail };
}

interface AskOptions {
  patienceMs?: number;
  instead?: TypedRail;
}

async function look(world: World, id: string, { patienceMs = buttonMs, instead }: AskOptions) {
  const kind = kindOf(id);
  const noticed: Anomaly[] = [];
  const rail =
    kind && (await world.rails.routes?.probe(kind.id, (anomaly) => noticed.push(anomaly), instead));
  if (!kind || !rail) throw new NotFound();
  return { ...(await checkWith(world, rail, kind.name, noticed, patienceMs)), rail };
}

/** The same with an adapter that puts what it finds odd into `noticed`. */
export async function checkWith(
  world: Pick<World, "log">,
  rail: PaymentRail,
  name: string,
  noticed: readonly Anomaly[],
  patienceMs = buttonMs,
): Promise<Checked> {
  const { ok, detail } = await inTime(world, rail, patienceMs);
  if (ok) return { ok, detail: detail ?? null };
  const [anomaly] = noticed;
  return { ok, detail: anomaly ? whyOf(name, anomaly.what, anomaly.detail) : (detail ?? null) };
}

async function inTime(
  world: Pick<World, "log">,
  rail: PaymentRail,
  patienceMs: number,
): Promise<{ ok: boolean; detail?: Problem }> {
  const late = () => ({ ok: false, detail: say("rail_check_late", { count: patienceMs / 1000 }) });
  try {
    return await within<{ ok: boolean; detail?: Problem }>(patienceMs, rail.health(), late);
  } catch (error) {
    world.log.warn({ err: error, rail: rail.id }, "The health of a rail could not be asked for.");
    return { ok: false, detail: say("rail_check_none") };
  }
}

function whyOf(name: string, what: AnomalyKind, said: Anomaly["detail"]): Problem {
  if (what === "refused" || what === "unreachable" || what === "untrusted")
    return say(`rail_check_${what}`, { name, said });
  return say("rail_check_odd", { name, said });
}
