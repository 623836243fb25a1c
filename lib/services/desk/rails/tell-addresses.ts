import { type Problem, say } from "@/lib/domain/refusal";
import type { SetUp } from "@/lib/providers/rails/direct";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";
import { storeOf } from "@/lib/services/money/settlement/unknown";
import { raiseAnomaly } from "@/lib/services/money/tasks/raise-anomaly";

interface Told {
  checked: { ok: boolean; detail: Problem };
  /** Whether what is paid there reaches us by now; null where the provider did not say. */
  isHeard: boolean | null;
}

/**
 * Has the rail report payments that begin there, and switches its list on, where it does such things: nothing moves by it.
 * What it refuses is a task too, because prompts work without it and nobody would notice. Null: there is nothing to tell.
 */
export async function tellAddresses(
  world: World,
  rail: PaymentRail | null,
  name: string,
): Promise<Told | null> {
  if (!rail?.direct) return null;
  const told = await rail.direct.register();
  const list = await rail.direct.registerList?.();
  const wrong = problemOf("rail_told_refused", told, name) ?? problemOf("rail_list_refused", list, name);
  if (wrong) {
    raiseAnomaly(world, storeOf(world, rail))({ rail: rail.id, what: "needs_operator", detail: wrong });
    return { checked: { ok: false, detail: wrong }, isHeard: hears(told, list) };
  }
  const detail = say(told.kind === "already" ? "rail_told_before" : "rail_told", { name });
  const isSure = told.kind !== "unsure";
  return {
    checked: { ok: isSure, detail: isSure ? detail : say("rail_told_unsure", { name }) },
    isHeard: hears(told, list),
  };
}

/** An address that is there already may be another's: then only what comes by ours shows it. */
function hears(told: SetUp, list: SetUp | undefined): boolean | null {
  if (told.kind === "done" || list?.kind === "done" || list?.kind === "already") return true;
  return told.kind === "refused" ? false : null;
}

function problemOf(
  code: "rail_told_refused" | "rail_list_refused",
  told: SetUp | undefined,
  name: string,
): Problem | null {
  return told?.kind === "refused" ? say(code, { name, said: told.railCode }) : null;
}
