import type { Prisma } from "@/lib/db/client";
import type { StoreRow } from "@/lib/db/rows";
import {
  type AlertChoice,
  type AlertEvent,
  alertEvents,
  defaultChoices,
  quietEnd,
  readChoices,
} from "@/lib/domain/alerts";
import { formatMoney, type Money } from "@/lib/domain/money";
import { type Role, seesMoney } from "@/lib/domain/roles";
import type { Unit } from "@/lib/services/core/world";
import { wordsIn } from "@/lib/text/words";
import { type AlertKind, messageLanguage, type SlotValues } from "../messages/notices";

/** What is read of a member to know what they are told. */
export const readerInclude = {
  user: { select: { id: true, name: true, email: true, phone: true, language: true } },
  alertSettings: true,
} satisfies Prisma.MemberInclude;

export type Reader = Prisma.MemberGetPayload<{ include: typeof readerInclude }>;

/** Whether this person is told anything: owners are, others where an owner or admin lets them. */
export function mayRead({ role, alertSettings }: { role: Role; alertSettings: { allowed: boolean } | null }) {
  return role === "owner" || alertSettings?.allowed === true;
}

export function choicesOf({ alertSettings }: Pick<Reader, "alertSettings">): readonly AlertChoice[] {
  return alertSettings?.hasChosen ? readChoices(alertSettings.choices) : defaultChoices;
}

/** When the quiet hours of this person that hold now end; null when none hold. */
export function quietEndOf({ alertSettings }: Reader, storeZone: string, now: Date): Date | null {
  if (!alertSettings || alertSettings.quietFrom === null || alertSettings.quietUntil === null) return null;
  const quiet = { from: alertSettings.quietFrom, until: alertSettings.quietUntil };
  return quietEnd(now, quiet, alertSettings.timeZone ?? storeZone);
}

/** Whether this person may see the store. */
export function hasStore({ storeIds }: Pick<Reader, "storeIds">, storeId: number): boolean {
  return storeIds.length === 0 || storeIds.includes(storeId);
}

/** The members with this store who chose this, oldest first. */
export async function readersOf(
  unit: Unit,
  { accountId, storeId }: { accountId: number; storeId: number },
  choice: AlertChoice,
): Promise<Reader[]> {
  const members = await unit.tx.member.findMany({
    where: { accountId, OR: [{ role: "owner" }, { alertSettings: { allowed: true } }] },
    include: readerInclude,
    orderBy: { userId: "asc" },
  });
  return members.filter((member) => hasStore(member, storeId) && choicesOf(member).includes(choice));
}

/** What one message says. `path` is the page it leads to; whoever opens it must be signed in. */
export interface AlertText {
  kind: AlertKind;
  values: Partial<SlotValues>;
  path: string;
}

interface Told {
  event: AlertEvent;
  kind: string;
  currency: string | null;
  amountMinor: bigint | null;
  details: Record<string, string>;
}

export function singleAlert({ kind, currency, amountMinor, details }: Told): AlertText {
  const amount = currency !== null && amountMinor !== null ? { minor: amountMinor, currency } : null;
  const { path = "/dashboard", ...values } = details;
  // Safe: the kind was written by a verb that gave its values, in details and amount.
  return { kind: kind as AlertKind, values: { ...values, ...(amount ? { amount } : {}) }, path };
}

/** Many alerts in one message: how many of each event, and the sums of the payments. */
export function gatheredAlert(alerts: readonly Told[], reader: Reader, store: StoreRow): AlertText {
  const parts = alertEvents.flatMap((event) => {
    const some = alerts.filter((alert) => alert.event === event);
    const sums = seesMoney(reader.role) && event === "payment" ? sumsOf(some) : [];
    return some.length === 0 ? [] : [countText(reader, store, event, some.length, sums)];
  });
  const [only] = new Set(alerts.map(({ event }) => event));
  const isOneEvent = alerts.every(({ event }) => event === only);
  const path = isOneEvent && only ? pages[only] : "/dashboard";
  return { kind: "alert_gathered", values: { summary: parts.join("; ") }, path };
}

const pages: Record<AlertEvent, string> = {
  payment: "/dashboard/orders",
  payment_failed: "/dashboard/orders",
  money_waits: "/dashboard/tasks",
  refund: "/dashboard/orders",
  dispute: "/dashboard/disputes",
  reversal: "/dashboard/orders",
  payout: "/dashboard/wallet",
  subscription_cancelled: "/dashboard/subscriptions",
  quote: "/dashboard/invoices/quotes",
  endpoint: "/dashboard/developers/endpoints",
  account: "/dashboard/wallet/own",
};

/** "12 payments, KES 18,000", in the reader's language. */
export function countText(
  { user }: Pick<Reader, "user">,
  store: Pick<StoreRow, "language">,
  what: AlertEvent | "task",
  count: number,
  sums: readonly Money[] = [],
): string {
  const language = messageLanguage(user.language, store.language);
  const { loose } = wordsIn(language, "notice");
  return [loose(`count.${what}`, { count }), ...sums.map((sum) => formatMoney(sum, language))].join(", ");
}

function sumsOf(alerts: readonly Pick<Told, "currency" | "amountMinor">[]): Money[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amountMinor } of alerts)
    if (currency !== null && amountMinor !== null)
      sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  return [...sums].map(([currency, minor]) => ({ minor, currency }));
}
