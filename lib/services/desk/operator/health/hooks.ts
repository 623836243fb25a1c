import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { countedMax, countOf, type HealthLine, waitOf } from "./line";

/** The number of waiting deliveries, and the state of sellers' endpoints. */
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
      name: said("told_backlog"),
      value: countOf(backlog, "deliveries"),
      state: backlog > countedMax ? "watch" : "well",
      means: backlog === 0 ? said("told_backlogNone_means") : said("told_backlog_means"),
      todo: backlog > countedMax ? said("told_backlog_todo") : null,
    },
    {
      name: said("told_endpoints"),
      value: said("told_endpoints_value", { all: endpoints, failing, disabled }),
      state: endpoints > 3 && failing > endpoints / 2 ? "bad" : failing > 0 ? "watch" : "well",
      means: failing > 0 ? said("told_endpointsFailing_means") : said("told_endpointsWell_means"),
      todo: endpoints > 3 && failing > endpoints / 2 ? said("told_endpoints_todo") : null,
    },
  ];
}

const badMs = 60_000;

/** Whether wake calls start new work at once, as seen by this process only. */
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
