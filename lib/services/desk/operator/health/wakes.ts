import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { type HealthLine, waitOf } from "./line";

const badMs = 60_000;

/** Whether work that has just come up is worked on at once. As this process finds it: others may fare better. */
export function readWakes({ wakes, clock }: World): HealthLine {
  const name = said("told_wakes");
  const { failed, failingSince } = wakes;
  if (failingSince) {
    const waits = clock.now().getTime() - failingSince.getTime();
    return {
      ...{ name, value: said("told_wakesFail", { wait: waitOf(waits) }) },
      state: waits < badMs ? "watch" : "bad",
      means: said("told_wakesFail_means"),
      todo: said("told_wakesFail_todo"),
    };
  }
  if (failed === 0)
    return {
      name,
      value: said("told_wakesWork"),
      state: "well",
      means: said("told_wakesWork_means"),
      todo: null,
    };
  return {
    ...{ name, value: said("told_wakesAgain", { count: failed }), state: "well", todo: null },
    means: said("told_wakesAgain_means"),
  };
}
