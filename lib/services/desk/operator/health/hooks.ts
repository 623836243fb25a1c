import type { World } from "@/lib/services/core/world";
import { countedMax, countOf, type HealthLine, waitOf } from "./line";

/** How many deliveries wait for their next attempt, and how sellers' servers do. */
export async function readWebhooks(world: World): Promise<HealthLine[]> {
  const { rows } = await world.pool.query<{
    backlog: number;
    endpoints: number;
    failing: number;
    disabled: number;
  }>(
    `SELECT
       (SELECT count(*)::int FROM (SELECT 1 FROM webhook_deliveries
          WHERE status = 'pending' LIMIT ${countedMax + 1}) pending) AS backlog,
       count(*)::int AS endpoints,
       count(*) FILTER (WHERE failing_since IS NOT NULL AND disabled_at IS NULL)::int AS failing,
       count(*) FILTER (WHERE disabled_at IS NOT NULL)::int AS disabled
     FROM webhook_endpoints WHERE deleted_at IS NULL`,
  );
  const { backlog = 0, endpoints = 0, failing = 0, disabled = 0 } = rows[0] ?? {};
  return [
    {
      name: "Webhook backlog",
      value: countOf(backlog, "delivery", "deliveries"),
      state: backlog > countedMax ? "watch" : "well",
      means:
        backlog === 0
          ? "Every event reached its endpoints, or their tries are over."
          : "They wait for their first or next try; each is tried 12 times over 10 hours.",
      todo:
        backlog > countedMax
          ? "See whether one endpoint holds most of them: a store whose server is down. They go by themselves once it is back."
          : null,
    },
    {
      name: "Sellers’ endpoints",
      value: `${endpoints} in all, ${failing} failing, ${disabled} switched off`,
      state: endpoints > 3 && failing > endpoints / 2 ? "bad" : failing > 0 ? "watch" : "well",
      means:
        failing > 0
          ? "Their servers do not answer 2xx just now. Their owners get a mail, and nothing is lost."
          : "Those that are on answer as they should.",
      todo:
        endpoints > 3 && failing > endpoints / 2
          ? "When most fail at once it is our way out to the internet: name service, firewall, certificates."
          : null,
    },
  ];
}

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
