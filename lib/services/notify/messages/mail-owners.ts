import type { AlertEvent } from "@/lib/domain/alerts";
import { queueMail } from "@/lib/services/core/queue-mail";
import type { Unit } from "@/lib/services/core/world";
import type { MailKind, MailValues } from "@/lib/text/mail";
import { quietEndOf, readersOf } from "../alerts/readers";
import { notify } from "./notify";

/** A mail to the people of an account, once for each fact. The reader's name is added to `values`. */
export interface OwnersMail<Kind extends MailKind> {
  kind: Kind;
  values: Omit<MailValues<Kind>, "name">;
  /**
   * What can be chosen: then it goes to those who chose it, after their quiet hours. Without one it goes to every owner,
   * at once: what protects an account cannot be switched off.
   */
  event?: AlertEvent;
  /** The message's template name, where it differs from its kind. */
  template?: string;
  /** What it is about: `order/12`. */
  objectId?: string;
  dedupeKey: string;
}

export async function mailOwners<Kind extends MailKind>(
  unit: Unit,
  { storeId, accountId }: { storeId: number; accountId: number },
  { values, dedupeKey, event, ...mail }: OwnersMail<Kind>,
): Promise<void> {
  const of = { accountId, storeId };
  for (const { user, notBefore } of await mailReaders(unit, of, event))
    await queueMail(unit, {
      ...mail,
      to: user,
      // Safe: the omitted `name` is added here.
      values: { ...values, name: user.name } as unknown as MailValues<Kind>,
      of,
      dedupeKey: `${dedupeKey}/${user.id}`,
      ...(notBefore ? { notBefore } : {}),
    });
}

/** Who gets a mail about this, oldest first, and the end of the quiet hours in which it waits. */
export async function mailReaders(
  unit: Unit,
  { storeId, accountId }: { storeId: number; accountId: number },
  event?: AlertEvent,
): Promise<MailReader[]> {
  if (!event) {
    const owners = await unit.tx.member.findMany({
      where: { accountId, role: "owner" },
      select: { user: { select: { id: true, email: true, name: true, language: true } } },
      orderBy: { userId: "asc" },
    });
    return owners.map(({ user }) => ({ user, notBefore: null }));
  }
  const readers = await readersOf(unit, { accountId, storeId }, `${event}/email`);
  const { timeZone } = await unit.store(storeId);
  return readers.map((reader) => ({
    user: reader.user,
    notBefore: quietEndOf(reader, timeZone, unit.now),
  }));
}

interface MailReader {
  user: { id: number; email: string; name: string; language: string };
  notBefore: Date | null;
}

interface Payout {
  id: string;
  storeId: number;
  currency: string;
  amountMinor: bigint;
  /** Masked: "MTN 0772 •••456". */
  destinationLabel: string;
}

const alertKinds = { payout_paid: "alert_payout_paid", payout_returned: "alert_payout_failed" } as const;

/**
 * Notifies people of the store's account about a payout, each in their own language: the owners that one is on its way,
 * because they must know of one that they did not request; of its end, those who chose to be told.
 */
export async function notifyPayout(
  unit: Unit,
  kind: "payout_sent" | "payout_paid" | "payout_returned",
  payout: Payout,
): Promise<void> {
  const store = await unit.store(payout.storeId);
  const amount = { minor: payout.amountMinor, currency: payout.currency };
  const destination = payout.destinationLabel;
  const path = "/dashboard/wallet";
  const values = { amount, destination, link: `${unit.world.config.siteUrl}${path}` };
  const of = { storeId: store.id, accountId: store.accountId };
  for (const { user, notBefore } of await mailReaders(
    unit,
    of,
    kind === "payout_sent" ? undefined : "payout",
  )) {
    await notify(unit, {
      store,
      to: { name: user.name, email: user.email, phone: null, language: user.language },
      kind,
      values,
      objectId: `payout/${payout.id}`,
      key: `${kind}/${payout.id}/${user.id}`,
      ...(notBefore ? { notBefore } : {}),
    });
  }
  if (kind === "payout_sent") return;
  const fact = `${kind}/${payout.id}`;
  const details = { destination, path };
  unit.alert({
    ...{ storeId: store.id, event: "payout", kind: alertKinds[kind], fact },
    ...{ amount, details, hasMail: true },
  });
}
