import type { StoreRow } from "@/lib/db/rows";
import type { AlertChannel } from "@/lib/domain/alerts";
import { civilDateIn } from "@/lib/domain/civil-date";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "../messages/mail-owners";
import { messageLanguage, type ValuesOf } from "../messages/notices";
import { renderEmail, renderSms, type Voice } from "../messages/render";
import type { AlertText, Reader } from "./readers";

interface Sending {
  store: StoreRow;
  reader: Pick<Reader, "user" | "accountId">;
  channel: AlertChannel;
  alert: AlertText;
  /** Names the message, so that it is queued once on each channel. */
  key: string;
}

/**
 * Queues one alert for one person on one channel. It belongs to no store's list of messages, because it is private.
 * False, and nothing queued, where the channel does not reach this person.
 */
export async function sendAlert(unit: Unit, sending: Sending): Promise<boolean> {
  switch (sending.channel) {
    case "email":
      return mail(unit, sending);
    case "sms":
      return text(unit, sending);
    case "push":
      return push(unit, sending);
  }
}

async function mail(unit: Unit, sending: Sending): Promise<boolean> {
  const { user } = sending.reader;
  const { kind, values } = filled(unit.world, sending);
  const mail = renderEmail(kind, values, voiceOf(unit.world, sending), user.name);
  await queue(unit, sending, { recipient: user.email, ...mail });
  return true;
}

/** A suspended store takes no money, so nobody pays for its texts. */
async function text(unit: Unit, sending: Sending): Promise<boolean> {
  const { reader, store } = sending;
  if (unit.world.sms === null || !reader.user.phone || store.status === "suspended") return false;
  if (!(await takeSms(unit, store))) {
    await mailStopped(unit, store);
    return false;
  }
  const { kind, values } = filled(unit.world, sending);
  const body = renderSms(kind, values, voiceOf(unit.world, sending));
  await queue(unit, sending, { recipient: reader.user.phone, subject: "", body });
  return true;
}

/** The owners hear once a month that its limit has stopped the texts. Who set it to none knows. */
async function mailStopped(unit: Unit, store: StoreRow): Promise<void> {
  if (store.smsAlertsMax < 1) return;
  const month = unit.now.toISOString().slice(0, 7);
  await mailOwners(
    unit,
    { storeId: store.id, accountId: store.accountId },
    {
      kind: "sms_alerts_stopped",
      values: {
        store: store.name,
        max: store.smsAlertsMax,
        link: `${unit.world.config.siteUrl}/dashboard/settings/notifications`,
      },
      dedupeKey: `sms_alerts_stopped/${store.id}/${month}`,
    },
  );
}

/** One message for each browser. It says no more than the subject of the mail, and which page to open. */
async function push(unit: Unit, sending: Sending): Promise<boolean> {
  const { alert, reader, store, key } = sending;
  const devices = await unit.tx.pushDevice.findMany({
    where: { userId: reader.user.id },
    select: { id: true },
  });
  const { kind, values } = filled(unit.world, sending);
  const { subject } = renderEmail(kind, values, voiceOf(unit.world, sending), "");
  for (const { id } of devices) {
    const body = { recipient: String(id), subject: store.name, body: subject };
    const action = { label: null, url: alert.path };
    await queue(unit, { ...sending, key: `${key}/${id}` }, { ...body, action });
  }
  return devices.length > 0;
}

async function queue(
  unit: Unit,
  { reader, channel, alert, key }: Sending,
  message: Pick<Parameters<Unit["queueMessage"]>[0], "recipient" | "subject" | "body" | "action">,
): Promise<void> {
  await unit.queueMessage({
    why: "own",
    // Whoever has no confirmed owner may still write to their own browsers.
    accountId: channel === "push" ? null : reader.accountId,
    storeId: null,
    ...{ channel, template: alert.kind, dedupeKey: `${key}/${channel}` },
    ...message,
  });
}

function filled(world: World, { alert: { kind, values, path } }: Sending) {
  const link = `${world.config.siteUrl}${path}`;
  // Safe: an alert has the values of its kind; a missing one throws when the text is written.
  return { kind, values: { ...values, link } as ValuesOf<typeof kind> };
}

/** How the service speaks to a person of a store. */
export function voiceOf(world: World, { store, reader }: Pick<Sending, "store" | "reader">): Voice {
  const language = messageLanguage(reader.user.language, store.language);
  const { timeZone, name: seller } = store;
  return { language, timeZone, serviceName: world.config.serviceName, seller, contact: null };
}

/**
 * Counts one SMS alert of this month (UTC). False, and nothing counted, where the store's limit is reached. One
 * statement, so that concurrent ones are all counted.
 */
export async function takeSms(unit: Unit, store: Pick<StoreRow, "id" | "smsAlertsMax">): Promise<boolean> {
  if (store.smsAlertsMax < 1) return false;
  const counted = await unit.tx.$queryRaw<unknown[]>`
    INSERT INTO sending_counts AS c (subject, day, sent)
    VALUES (${subjectOf(store)}, ${monthEnd(unit.now)}::date, 1)
    ON CONFLICT (subject, day) DO UPDATE SET sent = c.sent + 1 WHERE c.sent < ${store.smsAlertsMax}
    RETURNING 1`;
  return counted.length > 0;
}

/** How many texts went out in a store's name this month (UTC): alerts to its people, and messages to its customers. */
export async function readSmsCounts(
  world: World,
  store: Pick<StoreRow, "id">,
): Promise<{ alerts: number; customers: number }> {
  const now = world.clock.now();
  const [row, customers] = await Promise.all([
    world.db.sendingCount.findUnique({
      where: { subject_day: { subject: subjectOf(store), day: new Date(`${monthEnd(now)}T00:00:00Z`) } },
    }),
    world.db.message.count({
      where: {
        storeId: store.id,
        channel: "sms",
        status: "sent",
        createdAt: { gte: new Date(`${monthEnd(now).slice(0, 8)}01T00:00:00Z`) },
      },
    }),
  ]);
  return { alerts: row?.sent ?? 0, customers };
}

function subjectOf({ id }: Pick<StoreRow, "id">): string {
  return `sms_alerts/${id}`;
}

/** The last day of the month: counts are deleted once their day is over. */
function monthEnd(now: Date): string {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return civilDateIn(new Date(Date.UTC(year, month + 1, 0)), "UTC");
}
