import type { Prisma } from "@/lib/db/client";
import { civilDateIn } from "@/lib/domain/civil-date";
import { outsideRail } from "@/lib/domain/outside";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { cancelSubscription, shortenSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { saveSchedule } from "@/lib/services/money/out/payouts/schedule";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { type OutsidePayment, recordPayment, undoPayment } from "@/lib/services/money/outside/record";
import { acceptSuspense, returnSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { testPassword } from "../money";
import { newId, refusedInWords, saidBy, subscriptionsOf } from "./payers";
import { newInvoice, newLink, type Town } from "./town";

/** A seller does something, to what is there. */
export async function sellerActs(town: Town): Promise<string> {
  try {
    return await act(town);
  } catch (error) {
    return refusedInWords(error);
  }
}

async function act(town: Town): Promise<string> {
  switch (town.luck.roll(town.takesCash ? 13 : 10)) {
    case 0:
    case 1:
      return cancelSomeSubscription(town);
    case 2:
      return changeSomeLink(town);
    case 3:
      return cancelSomeInvoice(town);
    case 4:
      return newInvoice(town);
    case 5:
      return newLink(town);
    case 6:
      return refundSomeOrder(town);
    case 7:
    case 8:
      return settleSuspense(town);
    case 9:
      return payOut(town);
    case 10:
    case 11:
      return recordSomePayment(town);
    default:
      return undoSomePayment(town);
  }
}

async function cancelSomeSubscription(town: Town): Promise<string> {
  const { world, shop, luck } = town;
  const one = luck.any(await subscriptionsOf(town));
  if (!one) return "no subscription to cancel";
  // What a bank took back and was carried into another plan is taken off first, where there is any.
  await shortenSubscription(world, shop.live, one.id).catch(refusedInWords);
  await cancelSubscription(world, shop.live, one.id);
  return `cancelled ${one.id}`;
}

/** What the seller can do to a link while payers are on it. */
async function changeSomeLink({ world, shop, luck }: Town): Promise<string> {
  const links = await world.db.paymentLink.findMany({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
  });
  const link = luck.any(links);
  if (!link) return "no link";
  const data = luck.pick<Prisma.PaymentLinkUpdateInput>([
    { isActive: !link.isActive },
    { expiresAt: world.clock.now() },
    { expiresAt: null },
    // As the verb allows: never below what is taken already.
    { maxPayments: Math.max(1, link.slotsReserved, link.paymentsCount) + luck.roll(2) },
    { deletedAt: world.clock.now() },
  ]);
  await world.db.paymentLink.update({ where: { id: link.id }, data });
  return `link ${link.id}: ${Object.keys(data).join()}`;
}

async function cancelSomeInvoice({ world, shop, luck }: Town): Promise<string> {
  const rows = await world.db.invoice.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
  const one = luck.any(rows);
  if (!one) return "no invoice";
  await cancelInvoice(world, shop.live, one.id);
  return `cancelled ${one.number}`;
}

/** Whether the subscription ends with a whole refund: yes, no, or nobody says. Without a roll, so that old seeds stay. */
function answerOf(requestKey: string): { ends?: boolean } {
  const which = Number(requestKey) % 3;
  return which === 2 ? {} : { ends: which === 0 };
}

async function refundSomeOrder({ world, shop, luck, seller }: Town): Promise<string> {
  const rows = await world.db.order.findMany({
    where: { storeId: shop.store.id, paymentStatus: { in: ["paid", "partially_refunded"] } },
    orderBy: { id: "asc" },
  });
  const one = luck.any(rows);
  if (!one) return "no order to refund";
  const left = one.totalMinor - one.refundedMinor;
  // All that is left is what the service says it is.
  const part = luck.once(2) ? {} : { amountMinor: left / 2n + 1n };
  const requestKey = String(luck.roll(1_000_000));
  const wish = { orderId: one.id, reason: "Simulated" };
  const ask = () => requestRefund(world, seller, { ...wish, ...part, requestKey, ...answerOf(requestKey) });
  await Promise.all(luck.once(3) ? [ask(), ask()] : [ask()]);
  return `refund of ${one.number}`;
}

/** A seller takes money themselves, for an order or an invoice that may be paid or cancelled: once, or in two tabs. */
async function recordSomePayment(town: Town): Promise<string> {
  const { world, shop, luck, seller } = town;
  const paymentFor = await somethingOwed(town);
  if (!paymentFor) return "nothing to record";
  const form = {
    id: newId(town),
    for: paymentFor,
    method: luck.pick(["cash", "bank"]),
    amount: paymentFor.kind === "invoice" ? luck.pick(["", "20000", "25001"]) : "",
    day: civilDateIn(new Date(world.clock.now().getTime() - luck.roll(2) * 86_400_000), shop.store.timeZone),
    reference: luck.once(2) ? "TILL 7" : "",
    agrees: !luck.once(3),
  };
  const forms = luck.pick([[form], [form, form], [form, { ...form, id: newId(town) }]]);
  const said = await saidBy(
    forms.map((one) => () => recordPayment(world, seller, one).then(() => "recorded")),
  );
  return `${form.method} for ${JSON.stringify(paymentFor)}: ${said}`;
}

async function somethingOwed({ world, shop, luck }: Town): Promise<OutsidePayment["for"] | null> {
  const where = { storeId: shop.store.id };
  if (luck.once(2)) {
    const invoices = await world.db.invoice.findMany({ where, orderBy: { id: "asc" } });
    const invoice = luck.any(invoices.slice(-3));
    return invoice ? { kind: "invoice", invoiceId: invoice.id } : null;
  }
  const orders = await world.db.order.findMany({
    where: { ...where, ...(luck.once(4) ? {} : { paymentStatus: { in: ["pending", "failed", "expired"] } }) },
    orderBy: { id: "asc" },
  });
  const order = luck.any(orders.slice(-6));
  return order ? { kind: "order", orderId: order.id } : null;
}

/** It was a mistake: taken back once, or twice at once, or while it is given back by hand. */
async function undoSomePayment({ world, shop, luck, seller }: Town): Promise<string> {
  const rows = await world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id, rail: outsideRail },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const one = luck.any(rows);
  if (!one) return "nothing recorded";
  const undo = () => undoPayment(world, seller, { orderId: one.orderId, reason: "Simulated" });
  const wish = { orderId: one.orderId, reason: "Simulated", requestKey: String(luck.roll(1_000_000)) };
  const giveBack = () => requestRefund(world, seller, { ...wish, amountMinor: one.amountMinor / 3n + 1n });
  const acts = luck.pick([[undo], [undo, undo], [giveBack], [undo, giveBack]]);
  const undone = acts.map((act) => () => act().then(() => "done"));
  return `taken back ${one.id}: ${await saidBy(undone)}`;
}

/** Money that was set aside is accepted for its order, or given back: once, or both at once. */
async function settleSuspense({ world, shop, luck, seller }: Town): Promise<string> {
  const rows = await world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id, suspenseReason: { not: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const one = luck.any(luck.once(2) ? rows.slice(-2) : rows);
  if (!one) return "nothing set aside";
  const accept = () => acceptSuspense(world, seller, one.id);
  const giveBack = () => returnSuspense(world, seller, one.id);
  const acts = luck.pick([[accept], [giveBack], [accept, giveBack], [giveBack, giveBack]]);
  return saidBy(acts.map((act) => () => act().then(() => `settled ${one.id}`)));
}

async function payOut(town: Town): Promise<string> {
  const { world, shop, luck, seller } = town;
  const { availableMinor } = await readWallet(world.db, shop.store.id, "UGX");
  if (availableMinor < 2_000n) return "nothing to pay out";
  town.destinationId ??= (
    await addDestination(world, seller, {
      kind: "mobile_money",
      phone: `0772 555 ${luck.pick(["789", "089", "119", "129", "209", "259"])}`,
      network: "mtn_ug",
      name: "Olive",
      password: testPassword,
    })
  ).id;
  if (availableMinor % 2n === 0n) await payOutDaily(town, town.destinationId);
  const amount = String(availableMinor / 2n);
  const input = { id: newId(town), destinationId: town.destinationId, amount, password: testPassword };
  await Promise.all(Array.from({ length: 1 + luck.roll(2) }, () => requestPayout(world, seller, input)));
  return `payout of ${amount}`;
}

/** From now on all that is available goes out every day, but for a little. */
async function payOutDaily({ world, seller }: Town, destinationId: number): Promise<void> {
  const when = { weekday: "", hour: "6", minimum: "1000", keep: "500" };
  await saveSchedule(world, seller, { destination: String(destinationId), ...when, password: testPassword });
}
