import { randomUUID } from "node:crypto";
import { addDays, civilDateIn } from "@/lib/domain/civil-date";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { createInvoice } from "@/lib/services/billing/invoices/draft";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { publishOverdueInvoices, remindDueInvoices } from "@/lib/services/billing/invoices/remind";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { expireDueLinks } from "@/lib/services/catalog/payment-links/change";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import type { PastWorld, Person } from "@/lib/services/desk/demo/past-world";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { askAgain } from "@/lib/services/money/settlement/disputes/record";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { acceptSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { sendDueDigests } from "@/lib/services/notify/alerts/digest";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import type { Seller } from "@/lib/services/people/accounts/permit";
import type { Goods } from "./goods";
import { beginOfLife, buy, day, daysOfLife, hour, type Life, minute, second, zone } from "./life";
import { luckOf, people } from "./people";
import { planSubscribers } from "./subscribers";

/** What the clock of a running service does each minute (see `inngest`); in the past once a day is enough. */
async function dailyRound(world: PastWorld): Promise<void> {
  await pollOpenAttempts(world);
  await workTransfers(world);
  for (const verb of [releaseHeld, expireOrders, advanceDueSubscriptions, expireDueLinks])
    await toTheEnd(() => verb(world));
  for (const verb of [publishOverdueInvoices, remindDueSubscriptions, remindDueInvoices])
    await toTheEnd(() => verb(world));
  await tellAlerts(world);
}

/** Makes messages, which are only stored, of what the seller is told: nothing is left to be told later. */
async function tellAlerts(world: PastWorld): Promise<void> {
  await sendDueDigests(world);
  await tellDueAlerts(world);
}

const passesMax = 20;

/** A batch that did nothing and has more is tried again tomorrow. */
async function toTheEnd(pass: () => Promise<{ more: boolean }>): Promise<void> {
  for (let passes = 0; passes < passesMax; passes += 1) if (!(await pass()).more) return;
}

/** Bills of the shop's larger customers: who, what for, when (days before today), and what became of it. */
const bills: readonly [
  string,
  number,
  number,
  number,
  "paid" | "in parts" | "part paid" | "open" | "cancelled",
][] = [
  ["Kilimani Primary School", 40, 250, 84, "paid"],
  ["Savanna View Hotel", 120, 230, 77, "paid"],
  ["Umoja Dental Clinic", 12, 250, 70, "paid"],
  ["St Anne's Chapel, Karen", 25, 250, 63, "in parts"],
  ["Savanna View Hotel", 140, 230, 49, "paid"],
  ["Mwangaza Tailors", 8, 250, 45, "cancelled"],
  ["Kilimani Primary School", 44, 250, 42, "in parts"],
  ["Tumaini Car Wash", 60, 220, 33, "open"],
  ["Umoja Dental Clinic", 12, 250, 28, "paid"],
  ["Ngong Hills Bakery", 30, 240, 21, "part paid"],
  ["Savanna View Hotel", 150, 230, 18, "paid"],
  ["Jamii Day Care", 16, 250, 16, "open"],
  ["St Anne's Chapel, Karen", 25, 250, 9, "part paid"],
  ["Mwangaza Tailors", 10, 250, 5, "open"],
  ["Tumaini Car Wash", 55, 220, 2, "open"],
];

function planInvoices(life: Life): void {
  const { world, seller, daysAgo, plan } = life;
  for (const [name, quantity, price, age, fate] of bills)
    plan(daysAgo(age, 9), async () => {
      const address = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.com`;
      const issued = civilDateIn(world.clock.now(), zone);
      const body = NewInvoice.parse({
        customer_name: name,
        customer_email: address,
        items: [{ description: "Drinking water, 20 litres", quantity, unit_price: price }],
        ...{ tax_label: "VAT", tax_rate: 16, due_on: addDays(issued, 14), allow_part_payment: true },
        send: ["email"],
      });
      const { invoice } = await createInvoice(world, seller, body);
      const payer: Person = { name, phone: life.luck.pick(life.crowd).phone, email: address };
      const pay = (amount: string | null, afterDays: number) =>
        plan(daysAgo(age - afterDays, 15), async () => {
          const byCard = amount === null && quantity > 100;
          await buy(life, payer, { kind: "invoice", invoiceId: invoice.id, amount }, { byCard });
        });
      if (fate === "paid") pay(null, 6);
      if (fate === "in parts" || fate === "part paid") pay("3000", 4);
      if (fate === "in parts") pay(null, 11);
      if (fate === "cancelled")
        plan(daysAgo(age - 1, 11), async () => void (await cancelInvoice(world, seller, invoice.id)));
    });
}

/** Something that happens at a time. */
interface Act {
  at: number;
  run(): Promise<void>;
}

/**
 * Lives the past of the demo store up to `now`, by the verbs that the pages call. One thing after the other: order
 * numbers, balances and tallies follow time.
 */
export async function livePast(
  world: PastWorld,
  seller: Seller,
  { goods, password, now }: { goods: Goods; password: string; now: Date },
): Promise<void> {
  const luck = luckOf("Maji Kwetu");
  const acts: Act[] = [];
  const begin = beginOfLife(now).getTime();
  const life: Life = {
    ...{ world, seller, password, goods, luck, crowd: people(luck) },
    ...{ begin, end: now.getTime() - 10 * minute },
    plan: (at, run) => void acts.push({ at, run }),
    daysAgo: (days, atHour) => begin + (daysOfLife - days) * day + atHour * hour,
  };
  await chooseAlerts(life);
  planRounds(life);
  planCounter(life);
  planSubscribers(life);
  planInvoices(life);
  planPayouts(life);
  planTrouble(life);
  while (acts.length > 0) {
    acts.sort((one, other) => other.at - one.at);
    const next = acts.pop();
    if (!next || next.at > life.end) break;
    world.clock.set(new Date(next.at));
    await next.run();
  }
  world.clock.set(now);
  await dailyRound(world);
  await world.db.alertSettings.deleteMany({ where: { accountId: seller.accountId } });
}

/** In these days the seller was told of trouble and payouts only: nobody reads hundreds of mails about payments. */
async function chooseAlerts({ world, seller }: Life): Promise<void> {
  const choices = ["money_waits/email", "dispute/email", "payout/email", "subscription_cancelled/email"];
  const { accountId, userId } = seller;
  const updatedAt = world.clock.now();
  await world.db.alertSettings.create({ data: { accountId, userId, hasChosen: true, choices, updatedAt } });
}

/** Each morning at nine. */
function planRounds({ world, begin, plan }: Life): void {
  for (let n = 0; n < daysOfLife; n += 1) plan(begin + n * day + 9 * hour, () => dailyRound(world));
}

const failures: [FailureReason, ...FailureReason[]] = [
  "insufficient_funds",
  "insufficient_funds",
  "wrong_pin",
  "cancelled_by_payer",
  "not_approved_in_time",
];

/** People who come to the kiosk, order for their home, or give for the well: more of them each month. */
function planCounter(life: Life): void {
  const { luck, begin, plan } = life;
  for (let n = 0; n <= daysOfLife; n += 1) {
    const visits = Math.floor(n / 45) + luck.roll(3);
    for (let visit = 0; visit < visits; visit += 1) {
      const at = begin + n * day + 7 * hour + luck.roll(12 * 60) * minute;
      const person = luck.pick(life.crowd);
      const bought = somethingBought(life);
      if (luck.once(8)) {
        const fate = luck.pick(failures);
        plan(at - 4 * minute, async () => void (await buy(life, person, bought, { fate })));
        // Not everybody tries again.
        if (luck.once(2)) continue;
      }
      const isReturned = luck.once(30);
      const byCard = luck.once(9);
      plan(at, async () => {
        const paid = await buy(life, person, bought, { byCard });
        if (isReturned) plan(at + 20 * hour, () => refund(life, paid.orderId));
      });
    }
  }
}

function somethingBought({ luck, goods }: Life): PaymentFor {
  const which = luck.roll(100);
  if (which < 50) return { kind: "payment_link", linkId: goods.refill.id, amount: null, answer: null };
  if (which < 68)
    return {
      ...{ kind: "payment_link", linkId: goods.well.id },
      ...{ amount: String(luck.pick([100, 200, 300, 500, 1000])), answer: "The Kibera neighbours" },
    };
  if (which < 86) return { kind: "product", productId: goods.dispenser.id, quantity: 1 + luck.roll(2) };
  return { kind: "product", productId: goods.tank.id, quantity: 1 };
}

async function refund({ world, seller }: Life, orderId: number): Promise<void> {
  const reason = "Brought back, the seal was broken";
  await requestRefund(world, seller, { orderId, reason, requestKey: randomUUID() });
  world.clock.set(new Date(world.clock.now().getTime() + 6 * second));
  await workTransfers(world);
}

/** To the seller's own phone every fortnight; once to a number that could not take it. */
function planPayouts({ world, seller, password, begin, plan }: Life): void {
  const [own, wrong] = ["0722 000 100", "0722 000 119"];
  const destinations = new Map<string, number>();
  const payOut = async (phone: string) => {
    const { availableMinor } = await readWallet(world.db, seller.storeId, "KES");
    const amount = String((availableMinor * 8n) / 1000n);
    const destinationId = destinations.get(phone) ?? 0;
    await requestPayout(world, seller, { id: randomUUID(), destinationId, amount, password });
    world.clock.set(new Date(world.clock.now().getTime() + 6 * second));
    await workTransfers(world);
  };
  // Early, because nothing goes to a new account on its first day.
  plan(begin + 10 * day, async () => {
    for (const phone of [own, wrong]) {
      const to = { kind: "mobile_money" as const, phone, network: "", name: "Achieng Otieno", password };
      destinations.set(phone, (await addDestination(world, seller, to)).id);
    }
  });
  for (const n of [14, 28, 42, 56, 70, 84]) plan(begin + n * day + 17 * hour, () => payOut(own));
  plan(begin + 36 * day + 17 * hour, () => payOut(wrong));
}

/** What a seller must look at: odd money, a payment that came late, and a payer who went to the bank. */
function planTrouble(life: Life): void {
  const { world, seller, goods, daysAgo, plan } = life;
  const tank: PaymentFor = { kind: "product", productId: goods.tank.id, quantity: 1 };
  // Where a number ends in 269, the sandbox pays a little less than it was asked for.
  const short = (name: string): Person => ({ name, phone: "0722 451 269", email: null });
  plan(daysAgo(30, 11), async () => {
    const { attemptId } = await buy(life, short("Beatrice Nafula"), tank);
    plan(daysAgo(29, 9), async () => void (await acceptSuspense(world, seller, attemptId)));
  });
  plan(daysAgo(1, 13), async () => void (await buy(life, short("Beatrice Nafula"), tank)));
  plan(daysAgo(3, 16), async () => {
    await buy(life, { name: "Cyrus Mbugua", phone: "0733 618 204", email: null }, tank, { fate: "late" });
  });
  plan(daysAgo(12, 12), async () => {
    const payer = { name: "Salma Rashid", phone: "0722 907 316", email: "salma.rashid@example.com" };
    const { attemptId } = await buy(life, payer, tank, { byCard: true });
    plan(daysAgo(2, 10), () => dispute(world, attemptId));
  });
}

async function dispute(world: PastWorld, attemptId: string): Promise<void> {
  const [openedAt, dueAt] = [world.clock.now(), new Date(world.clock.now().getTime() + 9 * day)];
  const reason = "Product/service not received";
  world.disputes.set(attemptId, { ref: `dp_${attemptId}`, state: "open", reason, openedAt, dueAt });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  await askAgain(world, world.rails.all[0] ?? null, attempt);
}
