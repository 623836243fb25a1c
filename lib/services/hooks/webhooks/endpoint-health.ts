import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { type Said, said } from "@/lib/text/mail";
import type { Claimed } from "./claim";
import type { DeliveryAttempt } from "./delivery-attempt";
import { type DisabledReason, skipPending } from "./endpoint";

const dayMs = 24 * 60 * 60 * 1000;
const giveUpMs = 5 * dayMs;
const giveUpFailures = 10;

/** One 2xx answer resets all earlier failures. */
export async function recordSuccess(unit: Unit, endpointId: number, attempt: DeliveryAttempt): Promise<void> {
  await unit.tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: { failingSince: null, failuresInRow: 0, lastSuccessAt: attempt.endedAt },
  });
}

/**
 * Whether the endpoint must be switched off after this failure: five days without a success, and at least ten failures.
 */
export function endsIt(claimed: Claimed, attempt: DeliveryAttempt): boolean {
  const failingSince = claimed.failingSince ?? attempt.startedAt;
  return (
    claimed.failuresInRow + 1 >= giveUpFailures &&
    attempt.endedAt.getTime() - failingSince.getTime() >= giveUpMs
  );
}

/**
 * Switches off an endpoint that failed for too long: waiting deliveries become skipped, and the owners are notified.
 * Does nothing if a success or the owner's own change came in between. The caller has locked its row.
 */
export async function switchOff(unit: Unit, claimed: Claimed, attempt: DeliveryAttempt): Promise<void> {
  const { failuresInRow, disabledAt, deletedAt } = await unit.tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: claimed.endpointId },
  });
  if (disabledAt || deletedAt || failuresInRow < giveUpFailures) return;
  await unit.tx.webhookEndpoint.update({
    where: { id: claimed.endpointId },
    data: { disabledAt: unit.now, disabledReason: "failing" satisfies DisabledReason },
  });
  await skipPending(unit, claimed.endpointId, "endpoint_disabled");
  await unit.audit(
    { accountId: claimed.accountId, storeId: claimed.storeId, actor: "system" },
    {
      action: "webhook_endpoint.disabled",
      target: `webhook_endpoint:${claimed.endpointId}`,
      reason: "Five days without one success.",
      details: { failuresInRow },
    },
  );
  // In live mode only: test mode sends no mail (spec, Test mode behaviour); the dashboard shows the endpoint's state.
  if (!claimed.livemode) return;
  await mailOwners(unit, claimed, {
    kind: "webhook_endpoint_disabled",
    event: "endpoint",
    values: { url: claimed.url, problem: problemOf(attempt), link: developerPage(unit.world) },
    dedupeKey: `webhook_endpoint_disabled/${claimed.endpointId}/${unit.now.getTime()}`,
  });
  const values = { item: claimed.url, path: "/dashboard/developers/endpoints" };
  unit.alert({
    ...{ storeId: claimed.storeId, event: "endpoint", kind: "alert_endpoint", hasMail: true },
    fact: `webhook_endpoint_disabled/${claimed.endpointId}/${unit.now.getTime()}`,
    details: values,
  });
}

/** Notifies the owners that a delivery was given up, at most once a day for an endpoint. */
export async function warnOwners(unit: Unit, claimed: Claimed, attempt: DeliveryAttempt): Promise<void> {
  const latest = new Date(unit.now.getTime() - dayMs);
  const { count } = await unit.tx.webhookEndpoint.updateMany({
    where: { id: claimed.endpointId, OR: [{ warnedAt: null }, { warnedAt: { lte: latest } }] },
    data: { warnedAt: unit.now },
  });
  if (count === 0) return;
  if (!claimed.livemode) return;
  await mailOwners(unit, claimed, {
    kind: "webhook_failing",
    event: "endpoint",
    values: {
      ...{ event: claimed.eventId, type: claimed.type, url: claimed.url },
      ...{ problem: problemOf(attempt), link: developerPage(unit.world) },
    },
    dedupeKey: `webhook_failing/${claimed.endpointId}/${claimed.eventId}`,
  });
}

function problemOf({ statusCode, errorMessage }: DeliveryAttempt): Said | string {
  if (statusCode === null) return errorMessage ?? said("hook.none");
  return statusCode === 410 ? said("hook.gone") : said("hook.status", { status: statusCode });
}

function developerPage(world: World): string {
  return `${world.config.siteUrl}/dashboard/developers`;
}
