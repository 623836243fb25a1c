import { randomUUID } from "node:crypto";
import { NotFound, type Problem, say } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";
import { readUssdSettings } from "./save";

const patienceMs = 5_000;
/** No network has such a number, and nothing is agreed to with it. */
const nobody = "+256772000000";

/**
 * Posts to the public address what the provider would, and reads the first screen: whether the address is right and
 * reached from here. Whether the provider itself calls it, only dialling shows. Throws NotAllowed, or NotFound where
 * nothing is set up.
 */
export async function checkUssd(
  world: World,
  operator: Operator,
): Promise<{ ok: true; screen: string; ms: number } | { ok: false; detail: Problem }> {
  await requireOperator(world.db, operator);
  const { callbackUrl, addresses } = await readUssdSettings(world, operator);
  if (callbackUrl === null) throw new NotFound();
  const body = new URLSearchParams({
    ...{
      sessionId: `check-${randomUUID()}`,
      phoneNumber: nobody,
      serviceCode: "",
      networkCode: "",
      text: "",
    },
  });
  const before = performance.now();
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(callbackUrl, { method: "POST", body, signal, redirect: "error" });
    const text = await answer.text();
    const ms = Math.round(performance.now() - before);
    if (answer.ok && /^(CON|END) /.test(text)) return { ok: true, screen: text.slice(4), ms };
    if (answer.status === 404 && addresses.length > 0)
      return { ok: false, detail: say("ussd_check_addresses") };
    return { ok: false, detail: say("ussd_check_status", { status: String(answer.status) }) };
  } catch (error) {
    world.log.warn({ err: error }, "The public address of USSD could not be asked.");
    return { ok: false, detail: say("rail_check_none") };
  }
}
