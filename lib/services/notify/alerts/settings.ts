import type { StoreRow } from "@/lib/db/rows";
import {
  type AlertChannel,
  type AlertChoice,
  type AlertEvent,
  alertEvents,
  nextHourAt,
  type QuietHours,
  readChoices,
} from "@/lib/domain/alerts";
import type { Money } from "@/lib/domain/money";
import { Invalid, NotFound, type Problems, say } from "@/lib/domain/refusal";
import { mayDo, type Role, rolesUnder } from "@/lib/domain/roles";
import { maskedPhone } from "@/lib/providers/phone";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { NotAllowed, permit, type Seller } from "@/lib/services/people/accounts/permit";
import { isTimeZone } from "@/lib/services/people/accounts/places";
import { choicesOf, mayRead, type Reader, readerInclude } from "./readers";
import { readSmsCounts, sendAlert } from "./send";

export interface AlertSettingsView {
  /** False: an owner or admin has to let this person have notifications first. */
  mayRead: boolean;
  /** The channels that work here. */
  channels: readonly AlertChannel[];
  /** What can be told of here: without wallets there are no payouts. */
  events: readonly AlertEvent[];
  choices: readonly AlertChoice[];
  quiet: QuietHours | null;
  /** Null: the zone of the store. */
  timeZone: string | null;
  digestHour: number | null;
  /** Masked; null where none is proven. */
  phone: string | null;
  sms: {
    /** False: no provider is set up, so no SMS can be sent. */
    works: boolean;
    price: Money | null;
    /** How many went out this month: alerts, and messages to customers. */
    alerts: number;
    customers: number;
    alertsMax: number;
  };
  /** The other members, and whether they are told; empty for who may not choose that. */
  members: { userId: number; name: string; role: Role; allowed: boolean; mayChange: boolean }[];
}

/** Everything that the caller's page of notifications shows. */
export async function readAlertSettings(world: World, seller: Seller): Promise<AlertSettingsView> {
  const { accountId, userId, storeId } = seller;
  const [reader, store] = await Promise.all([
    world.db.member.findUniqueOrThrow({
      where: { accountId_userId: { accountId, userId } },
      include: readerInclude,
    }),
    world.db.store.findUniqueOrThrow({ where: { id: storeId } }),
  ]);
  const { alertSettings: own, user } = reader;
  const hasQuiet = own?.quietFrom != null && own.quietUntil !== null;
  return {
    mayRead: mayRead(reader),
    channels: channelsHere(world),
    events: alertEvents.filter((event) => event !== "payout" || world.config.wallets),
    choices: choicesOf(reader),
    quiet: hasQuiet ? { from: own.quietFrom ?? 0, until: own.quietUntil ?? 0 } : null,
    timeZone: own?.timeZone ?? null,
    digestHour: own?.digestHour ?? null,
    phone: user.phone === null ? null : maskedPhone(user.phone),
    sms: {
      works: world.sms !== null,
      price: world.config.smsPrice,
      ...(await readSmsCounts(world, store)),
      alertsMax: store.smsAlertsMax,
    },
    members: await membersFor(world, seller),
  };
}

async function membersFor(world: World, seller: Seller): Promise<AlertSettingsView["members"]> {
  if (!mayDo(seller, "team.change")) return [];
  const members = await world.db.member.findMany({
    where: { accountId: seller.accountId, userId: { not: seller.userId } },
    include: readerInclude,
    orderBy: { userId: "asc" },
    take: 200,
  });
  return members.map((member) => ({
    ...{ userId: member.userId, name: member.user.name, role: member.role, allowed: mayRead(member) },
    mayChange: member.role !== "owner" && rolesUnder(seller.role).includes(member.role),
  }));
}

/** As typed: an empty hour is none, an empty zone is the store's. */
export interface TypedAlertSettings {
  choices: string[];
  quietFrom: string;
  quietUntil: string;
  timeZone: string;
  digestHour: string;
}

/** Stores what the caller wants to be told, for all stores of the account. Throws NotAllowed, or Invalid by field. */
export async function saveAlertSettings(
  world: World,
  seller: Seller,
  typed: TypedAlertSettings,
): Promise<void> {
  const [quietFrom, quietUntil, digestHour] = [typed.quietFrom, typed.quietUntil, typed.digestHour].map(
    hourOf,
  );
  const errors: Problems = {};
  if (quietFrom === undefined) errors.quietFrom = [say("choose_hour")];
  if (quietUntil === undefined) errors.quietUntil = [say("choose_hour")];
  if ((quietFrom === null) !== (quietUntil === null)) errors.quietFrom = [say("quiet_both")];
  if (digestHour === undefined) errors.digestHour = [say("choose_hour")];
  if (typed.timeZone !== "" && !isTimeZone(typed.timeZone)) errors.timeZone = [say("choose_time_zone")];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const { accountId, userId } = seller;
  await transact(world, async (unit) => {
    const { reader, store } = await requireReader(unit, seller);
    const here = channelsHere(world);
    // What was chosen for a channel that does not work now is not shown, and stays.
    const elsewhere = choicesOf(reader).filter((choice) => !here.some((one) => choice.endsWith(`/${one}`)));
    const timeZone = typed.timeZone || null;
    const next = digestHour == null ? null : nextHourAt(unit.now, digestHour, timeZone ?? store.timeZone);
    const data = {
      ...{ choices: readChoices([...typed.choices, ...elsewhere]), hasChosen: true, timeZone },
      ...{ quietFrom: quietFrom ?? null, quietUntil: quietUntil ?? null },
      ...{ digestHour: digestHour ?? null, nextDigestAt: next, updatedAt: unit.now },
    };
    await unit.tx.alertSettings.upsert({
      where: { accountId_userId: { accountId, userId } },
      create: { accountId, userId, ...data },
      update: data,
    });
  });
}

function channelsHere(world: World): AlertChannel[] {
  return world.sms ? ["email", "push", "sms"] : ["email", "push"];
}

/** Null for none; undefined for what is no hour. */
function hourOf(text: string): number | null | undefined {
  if (text === "") return null;
  return /^\d{1,2}$/.test(text) && Number(text) < 24 ? Number(text) : undefined;
}

/** Lets a member have notifications, or not any more. Owners always have them. Throws NotAllowed, NotFound. */
export async function letMemberRead(
  world: World,
  seller: Seller,
  userId: number,
  allowed: boolean,
): Promise<{ name: string }> {
  permit(seller, "team.change");
  const { accountId, actor } = seller;
  return transact(world, async (unit) => {
    const member = await unit.tx.member.findUnique({
      where: { accountId_userId: { accountId, userId } },
      include: readerInclude,
    });
    if (!member) throw new NotFound();
    if (member.role === "owner" || !rolesUnder(seller.role).includes(member.role))
      throw new NotAllowed(say("role_owners"));
    await unit.tx.alertSettings.upsert({
      where: { accountId_userId: { accountId, userId } },
      create: { accountId, userId, allowed, updatedAt: unit.now },
      update: { allowed, updatedAt: unit.now },
    });
    const action = allowed ? "alerts.allowed" : "alerts.stopped";
    await unit.audit({ accountId, actor }, { target: `user:${userId}`, action });
    return { name: member.user.name };
  });
}

export const smsAlertsMaxMax = 10_000;

/** Sets how many alerts a month may go out by SMS. Throws NotAllowed, or Invalid on `smsAlertsMax`. */
export async function changeSmsAlertsMax(world: World, seller: Seller, typed: string): Promise<void> {
  permit(seller, "store.settings");
  const max = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(max <= smsAlertsMaxMax))
    throw new Invalid({ smsAlertsMax: [say("sms_max_range", { max: smsAlertsMaxMax })] });
  const { accountId, storeId, actor } = seller;
  await transact(world, async (unit) => {
    await unit.tx.store.update({ where: { id: storeId, accountId }, data: { smsAlertsMax: max } });
    const entry = { target: `store:${storeId}`, action: "store.sms_alerts_max", details: { max } };
    await unit.audit({ accountId, storeId, actor }, entry);
  });
}

const testsMax = 5;

/**
 * Sends the caller a message as an alert would come, on one channel. Five a day, because an SMS costs. Throws
 * NotAllowed, or Invalid on `form`.
 */
export async function sendTestAlert(world: World, seller: Seller, channel: AlertChannel): Promise<void> {
  if (channel === "sms" && !world.sms) throw new Invalid({ form: [say("sms_off")] });
  await transact(world, async (unit) => {
    const { reader, store } = await requireReader(unit, seller);
    const subject = `alert_tests/${reader.accountId}/${reader.userId}`;
    const [counted] = await unit.tx.$queryRaw<{ sent: number }[]>`
      INSERT INTO sending_counts AS c (subject, day, sent)
      VALUES (${subject}, (${unit.now}::timestamptz AT TIME ZONE 'UTC')::date, 1)
      ON CONFLICT (subject, day) DO UPDATE SET sent = c.sent + 1 WHERE c.sent < ${testsMax} RETURNING sent`;
    if (!counted) throw new Invalid({ form: [say("tests_many")] });
    const alert = { kind: "alert_test" as const, values: {}, path: "/dashboard/settings/notifications" };
    const key = `${subject}/${unit.now.getTime()}`;
    const isSent = await sendAlert(unit, { store, reader, channel, alert, key });
    if (!isSent) throw new Invalid({ form: [say(channel === "push" ? "device_needed" : "phone_needed")] });
  });
}

/** The caller as a reader, and their store. Throws NotAllowed for a member whom nobody let have notifications. */
export async function requireReader(
  unit: Unit,
  { accountId, userId, storeId }: Seller,
): Promise<{ reader: Reader; store: StoreRow }> {
  const reader = await unit.tx.member.findUnique({
    where: { accountId_userId: { accountId, userId } },
    include: readerInclude,
  });
  if (!reader || !mayRead(reader)) throw new NotAllowed(say("alerts_off"));
  return { reader, store: await unit.store(storeId) };
}
