import type { World } from "@/lib/services/core/world";
import { type HealthLine, waitOf } from "./line";

const badMs = 60_000;

/** Whether work that has just come up is worked on at once. As this process finds it: others may fare better. */
export function readWakes({ wakes, clock }: World): HealthLine {
  const name = "Waking the executor";
  const { failed, failingSince } = wakes;
  if (failingSince) {
    const waits = clock.now().getTime() - failingSince.getTime();
    return {
      ...{ name, value: `It cannot be reached since ${waitOf(waits)}` },
      state: waits < badMs ? "watch" : "bad",
      means:
        "Work is found once a minute instead of at once: webhooks, mails and receipts come that much later.",
      todo: "See whether the process of npm start (or your Inngest server) is up, and whether INNGEST_BASE_URL and INNGEST_EVENT_KEY are those of it. The log names what fails.",
    };
  }
  if (failed === 0)
    return {
      name,
      value: "It works",
      state: "well",
      means: "What comes up is worked on at once.",
      todo: null,
    };
  return {
    ...{ name, value: `It works again; ${failed} failed since the start`, state: "well", todo: null },
    means: "What was not told then was found within a minute.",
  };
}
