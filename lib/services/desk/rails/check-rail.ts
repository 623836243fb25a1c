import { NotFound } from "@/lib/domain/refusal";
import type { Credentials } from "@/lib/providers/rails/kind";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Odd, OddKind } from "@/lib/providers/rails/wire/options";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";
import { kindOf } from "./registry";

export interface Checked {
  ok: boolean;
  /** What the provider said, or why it is not well, in sentences. */
  detail: string;
}

/** Credentials that are not kept yet. */
export interface TypedRail {
  credentials: Credentials;
  livemode: boolean;
}

/** As long as a person who pressed a button waits. */
const buttonMs = 15_000;

/**
 * Asks the provider whether it answers and takes our credentials, with an adapter made afresh, so that what it says is
 * about what is set now, or about what is typed `instead`. Throws NotAllowed, or NotFound for a rail that cannot be used.
 */
export async function checkRail(
  world: World,
  operator: Operator,
  id: string,
  { patienceMs = buttonMs, instead }: { patienceMs?: number; instead?: TypedRail } = {},
): Promise<Checked> {
  await requireOperator(world.db, operator);
  const kind = kindOf(id);
  const noticed: Odd[] = [];
  const rail = kind && (await world.rails.routes?.probe(kind.id, (odd) => noticed.push(odd), instead));
  if (!kind || !rail) throw new NotFound();
  const { ok, detail } = await inTime(world, rail, patienceMs);
  if (ok) return { ok, detail: detail ?? "" };
  const [odd] = noticed;
  return { ok, detail: odd ? whyOf(kind.name, odd.what, odd.detail) : (detail ?? "") };
}

async function inTime(
  world: World,
  rail: PaymentRail,
  patienceMs: number,
): Promise<{ ok: boolean; detail?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const detail = `It did not answer within ${patienceMs / 1000} seconds.`;
  const late = new Promise<{ ok: false; detail: string }>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail }), patienceMs);
  });
  try {
    return await Promise.race([rail.health(), late]);
  } catch (error) {
    world.log.warn({ err: error, rail: rail.id }, "The health of a rail could not be asked for.");
    return { ok: false, detail: "It could not be asked." };
  } finally {
    clearTimeout(timer);
  }
}

function whyOf(name: string, what: OddKind, detail: string): string {
  switch (what) {
    case "refused":
      return `${name} refuses these credentials (${detail}). Check that they are whole, of the right mode and not withdrawn, and that it lets this server’s address in.`;
    case "unreachable":
      return `${name} could not be reached, or it had a fault of its own (${detail}). Its status page says whether others have that too.`;
    case "untrusted":
      return `The line to ${name} is not safe, so nothing was sent (${detail}). Its certificate is wrong, this server’s clock is, or something stands between.`;
    default:
      return `${name} answered something that this service does not understand (${detail}).`;
  }
}
