import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { type Operator, requireOperator } from "../operator";
import { readBooks, readReconciliationLine } from "./books";
import { countedMax, countOf, type HealthGroup, type HealthLine, waitOf, well } from "./line";
import { readNetworks, readRailLines } from "./networks";
import { readExecutor, readQueues } from "./queues";
import { readBackups, readServer } from "./server";

const sinceMs = 24 * 60 * 60 * 1000;

interface ChannelRow {
  channel: "email" | "sms";
  sent: number;
  failed: number;
  kept: number;
  retried: number;
  last_error: string | null;
}

/** The results of mails and SMS in the last 24 hours. */
async function readMessages(world: World): Promise<HealthLine[]> {
  const since = new Date(world.clock.now().getTime() - sinceMs);
  const { rows } = await world.pool.query<ChannelRow>(
    `SELECT channel::text,
       count(*) FILTER (WHERE status = 'sent')::int AS sent,
       count(*) FILTER (WHERE status = 'failed')::int AS failed,
       count(*) FILTER (WHERE status = 'kept')::int AS kept,
       count(*) FILTER (WHERE status = 'queued' AND attempts_made > 0)::int AS retried,
       (array_agg(last_error ORDER BY created_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS last_error
     FROM messages WHERE created_at >= $1 GROUP BY channel`,
    [since],
  );
  const of = (channel: "email" | "sms") => rows.find((row) => row.channel === channel);
  return [
    lineOf({ name: said("told_email"), setting: "SMTP_URL", isSet: world.mailer !== null }, of("email")),
    lineOf({ name: said("told_sms"), setting: "SMS_PROVIDER", isSet: world.sms !== null }, of("sms")),
  ];
}

function lineOf(
  { name, setting, isSet }: { name: Said; setting: string; isSet: boolean },
  row: ChannelRow | undefined,
): HealthLine {
  const { sent = 0, failed = 0, kept = 0, retried = 0, last_error: lastError = null } = row ?? {};
  if (!isSet)
    return {
      ...{ name, value: said("told_kept", { kept }), state: "watch" },
      means: said("told_kept_means"),
      todo: said("told_kept_todo", { setting }),
    };
  const value = said("told_sent", { sent, failed, retried });
  const share = sent + failed === 0 ? 0 : failed / (sent + failed);
  if (failed + retried === 0) return well(name, value, said("told_sent_means"));
  return {
    ...{ name, value },
    state: share > 0.1 || retried > sent ? "bad" : "watch",
    means: lastError
      ? said("told_notSentLast_means", { said: lastError.slice(0, 200) })
      : said("told_notSent_means"),
    todo: said("told_notSent_todo"),
  };
}

/** The number of waiting deliveries, and the state of sellers' endpoints. */
async function readWebhooks(world: World): Promise<HealthLine[]> {
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

const wakesBadMs = 60_000;

/** Whether wake calls start new work at once, as seen by this process only. */
function readWakes({ wakes, clock }: World): HealthLine {
  const name = said("told_wakes");
  const { failed, failingSince } = wakes;
  if (failingSince) {
    const waits = clock.now().getTime() - failingSince.getTime();
    return {
      ...{ name, value: said("told_wakesFail", { wait: waitOf(waits) }) },
      state: waits < wakesBadMs ? "watch" : "bad",
      means: said("told_wakesFail_means"),
      todo: said("told_wakesFail_todo"),
    };
  }
  if (failed === 0) return well(name, said("told_wakesWork"), said("told_wakesWork_means"));
  return well(name, said("told_wakesAgain", { count: failed }), said("told_wakesAgain_means"));
}

/** The health of the service, line by line, each with its meaning and what to do. Throws NotAllowed. */
export async function readHealth(world: World, operator: Operator): Promise<HealthGroup[]> {
  await requireOperator(world.db, operator);
  return readLines(world);
}

/** The same for the watch, which nobody is signed in for. */
export async function readLines(world: World): Promise<HealthGroup[]> {
  const [executor, queues, webhooks, rails, networks, messages, books, reconciliation, server, backups] =
    await Promise.all([
      readExecutor(world),
      readQueues(world),
      readWebhooks(world),
      readRailLines(world),
      readNetworks(world),
      readMessages(world),
      readBooks(world),
      readReconciliationLine(world),
      readServer(world),
      readBackups(world),
    ]);
  return [
    { title: said("told_queues"), lines: [executor, readWakes(world), ...queues] },
    { title: said("told_webhooks"), lines: webhooks },
    { title: said("told_rails"), lines: rails },
    { title: said("told_byNetwork"), lines: networks },
    { title: said("told_mailAndSms"), lines: messages },
    {
      title: said("told_booksAndServer"),
      lines: [books, ...(reconciliation ? [reconciliation] : []), ...server, ...backups],
    },
  ];
}
