import type { World } from "@/lib/services/core/world";
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

/** What became of mails and texts in the last 24 hours. */
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
    lineOf({ name: "E-mail", setting: "SMTP_URL", isSet: world.mailer !== null }, of("email")),
    lineOf({ name: "SMS", setting: "SMS_PROVIDER", isSet: world.sms !== null }, of("sms")),
  ];
}

function lineOf(
  { name, setting, isSet }: { name: string; setting: string; isSet: boolean },
  row: ChannelRow | undefined,
): HealthLine {
  const { sent = 0, failed = 0, kept = 0, retried = 0, last_error: lastError = null } = row ?? {};
  if (!isSet)
    return {
      ...{ name, value: `${kept} kept, none sent`, state: "watch" },
      means: `No provider is set, so nobody gets any; they are kept under Messages.`,
      todo: `Set ${setting} in the environment and start again.`,
    };
  const value = `${sent} sent, ${failed} failed, ${retried} being tried again`;
  const share = sent + failed === 0 ? 0 : failed / (sent + failed);
  if (failed + retried === 0)
    return { name, value, state: "well", means: "All of 24 hours were taken.", todo: null };
  const said = lastError ? ` The last failure: ${lastError.slice(0, 200)}` : "";
  return {
    ...{ name, value },
    state: share > 0.1 || retried > sent ? "bad" : "watch",
    means: `Some people did not get theirs.${said}`,
    todo: "A few wrong addresses are normal. If many fail for one reason, it is the provider’s settings or its account: see Messages, status Failed.",
  };
}
