import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import type { HealthLine } from "./line";

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
export async function readMessages(world: World): Promise<HealthLine[]> {
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
  if (failed + retried === 0)
    return { name, value, state: "well", means: said("told_sent_means"), todo: null };
  return {
    ...{ name, value },
    state: share > 0.1 || retried > sent ? "bad" : "watch",
    means: lastError
      ? said("told_notSentLast_means", { said: lastError.slice(0, 200) })
      : said("told_notSent_means"),
    todo: said("told_notSent_todo"),
  };
}
