import { publishOverdueInvoices } from "@/lib/services/billing/invoices/record";
import { remindDueInvoices } from "@/lib/services/billing/invoices/remind";
import { expireOrders } from "@/lib/services/billing/orders/expire";
import { remindDueSubscriptions } from "@/lib/services/billing/reminders/remind-due";
import { advanceDueSubscriptions } from "@/lib/services/billing/subscriptions/advance-due";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/expire-due";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { sendDueDigests } from "@/lib/services/notify/alerts/digest";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import type { PastWorld } from "./past-world";

/** What the clock of a running service does each minute (see `inngest`); in the past once a day is enough. */
export async function dailyRound(world: PastWorld): Promise<void> {
  await pollOpenAttempts(world);
  await workTransfers(world);
  for (const verb of [releaseHeld, expireOrders, advanceDueSubscriptions, expireDueLinks])
    await toTheEnd(() => verb(world));
  for (const verb of [publishOverdueInvoices, remindDueSubscriptions, remindDueInvoices])
    await toTheEnd(() => verb(world));
  await tellAlerts(world);
}

/** Makes messages, which are only stored, of what the seller is told: nothing is left to be told later. */
export async function tellAlerts(world: PastWorld): Promise<void> {
  await sendDueDigests(world);
  await tellDueAlerts(world);
}

const passesMax = 20;

/** A batch that did nothing and has more is tried again tomorrow. */
async function toTheEnd(pass: () => Promise<{ more: boolean }>): Promise<void> {
  for (let passes = 0; passes < passesMax; passes += 1) if (!(await pass()).more) return;
}
