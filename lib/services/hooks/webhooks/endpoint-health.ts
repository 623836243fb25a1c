import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import type { Attempt } from "./attempt";
import type { Claimed } from "./claim";
import { type DisabledReason, skipPending } from "./endpoint";

const dayMs = 24 * 60 * 60 * 1000;
const giveUpMs = 5 * dayMs;
const giveUpFailures = 10;

/** One answer of 2xx forgives everything before it. */
export async function recordSuccess(unit: Unit, endpointId: number, attempt: Attempt): Promise<void> {
  await unit.tx.webhookEndpoint.update({
    where: { id: endpointId },
    data: { failingSince: null, failuresInRow: 0, lastSuccessAt: attempt.endedAt },
  });
}

/** Whether this failure is the one after which an endpoint is switched off: five days without one success, and ten failures. */
export function endsIt(claimed: Claimed, attempt: Attempt): boolean {
  const failingSince = claimed.failingSince ?? attempt.startedAt;
  return (
    claimed.failuresInRow + 1 >= giveUpFailures &&
    attempt.endedAt.getTime() - failingSince.getTime() >= giveUpMs
  );
}

/**
 * Switches an endpoint off that failed for too long: what waits is kept as skipped, and the owners are told. Whatever
 * came between, a success or the owner's hand, is left as it is. The caller has its row locked.
 */
export async function switchOff(world: World, unit: Unit, claimed: Claimed, attempt: Attempt): Promise<void> {
  const { failuresInRow, disabledAt, deletedAt } = await unit.tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: claimed.endpointId },
  });
  if (disabledAt || deletedAt || failuresInRow < giveUpFailures) return;
  await unit.tx.webhookEndpoint.update({
    where: { id: claimed.endpointId },
    data: { disabledAt: unit.now, disabledReason: "failing" satisfies DisabledReason },
  });
  await skipPending(unit, claimed.endpointId, "endpoint_disabled");
  await unit.audit({
    accountId: claimed.accountId,
    storeId: claimed.storeId,
    actor: "system",
    action: "webhook_endpoint.disabled",
    target: `webhook_endpoint:${claimed.endpointId}`,
    reason: "Five days without one success.",
    details: { failuresInRow },
  });
  await tellOwners(unit, claimed, {
    template: "webhook_endpoint_disabled",
    key: `webhook_endpoint_disabled/${claimed.endpointId}/${unit.now.getTime()}`,
    subject: "We stopped sending events to your server",
    lines: [
      `For five days no event could be delivered to ${claimed.url}, so we stopped trying. The last problem: ${problemOf(attempt)}.`,
      "Nothing is lost: events are kept as skipped. When your server answers again, send a test ping, turn the endpoint on and resend what was missed:",
      developerPage(world),
    ],
  });
}

/** Tells the owners that an event was given up, at most once a day for an endpoint. */
export async function warnOwners(
  world: World,
  unit: Unit,
  claimed: Claimed,
  attempt: Attempt,
): Promise<void> {
  const latest = new Date(unit.now.getTime() - dayMs);
  const { count } = await unit.tx.webhookEndpoint.updateMany({
    where: { id: claimed.endpointId, OR: [{ warnedAt: null }, { warnedAt: { lte: latest } }] },
    data: { warnedAt: unit.now },
  });
  if (count === 0) return;
  await tellOwners(unit, claimed, {
    template: "webhook_failing",
    key: `webhook_failing/${claimed.endpointId}/${claimed.eventId}`,
    subject: "An event could not be delivered to your server",
    lines: [
      `The event ${claimed.eventId} (${claimed.type}) could not be delivered to ${claimed.url}. The last problem: ${problemOf(attempt)}.`,
      "We have stopped trying for this event. When your server answers again, resend it from the event log:",
      developerPage(world),
    ],
  });
}

/** In live mode only: test mode sends no mail (spec, Test mode behaviour); its endpoints show their state in the dashboard. */
async function tellOwners(
  unit: Unit,
  claimed: Claimed,
  mail: { template: string; key: string; subject: string; lines: string[] },
): Promise<void> {
  if (!claimed.livemode) return;
  const { template, key, subject, lines } = mail;
  const body = (name: string) => [`Hello ${name},`, ...lines].join("\n\n");
  await mailOwners(unit, claimed, { template, subject, body, dedupeKey: key });
}

function problemOf(attempt: Attempt): string {
  if (attempt.statusCode === null) return attempt.errorMessage ?? "no answer";
  if (attempt.statusCode === 410) return "it answered 410, which says that nobody is there any more";
  return `it answered ${attempt.statusCode}`;
}

function developerPage(world: World): string {
  return `${world.config.siteUrl}/dashboard/developers`;
}
