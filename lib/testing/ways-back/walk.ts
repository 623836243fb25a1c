import { randomUUID } from "node:crypto";
import type { RailDispute, TransferResult } from "@/lib/providers/rails/port";
import { nothingTyped } from "@/lib/services/billing/moving/read-file";
import { importSubscription } from "@/lib/services/billing/moving/slice";
import { addPool } from "@/lib/services/catalog/deliverables/save";
import { changeTax } from "@/lib/services/catalog/stores/update-store";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { checkRefund } from "@/lib/services/money/out/refunds/work";
import { recordPayment, undoPayment } from "@/lib/services/money/outside/record";
import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { recordDisputes } from "@/lib/services/money/settlement/disputes/record";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { settle } from "@/lib/services/money/settlement/settle";
import { discount } from "../discounts";
import { later, sellingStore, testPassword } from "../money";
import { type PayingWorld, press, withRail } from "../payments";
import { paymentLink, product, sentInvoice } from "../products";
import type { Cell, Source, Way } from "./table";

/** One cell, walked by the verbs that sellers, payers and rails use. */
export interface Walk {
  world: PayingWorld;
  shop: Awaited<ReturnType<typeof sellingStore>>;
  cell: Cell;
}

/** What was paid, so that it can go back. */
export interface Paid {
  orderId: number;
  attemptId: string;
  minor: bigint;
}

const code = "SAVE20";
const dayMs = 86_400_000;

/** A store of its own for each cell, in which a reversal ends what its money bought. */
export async function beginWalk(world: PayingWorld, cell: Cell): Promise<Walk> {
  world.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  // Nobody of an earlier walk is charged in this one.
  await world.db.subscription.updateMany({ data: { nextRenewalTryAt: null } });
  const shop = await sellingStore(world, { store: { endsAccessOnReversal: true } });
  if (cell.around === "tax")
    await changeTax(world, shop.seller, { label: "VAT", rate: "18", from: "2026-01-01" });
  if (cell.around === "own_account") {
    const account = { rail: "sandbox", livemode: true, label: "Till", credentials: {} };
    await saveAccount(world, shop.seller, { ...account, password: testPassword });
  }
  if (cell.around === "discount") await discount(world, shop, { code, duration: "forever" });
  return { world, shop, cell };
}

/** The money comes in, with what is around it. */
export async function comesIn(walk: Walk): Promise<Paid> {
  const { world, cell } = walk;
  const paid = await paidAs[cell.source](walk);
  if (cell.around === "change_credit" && cell.source !== "change") await changes(walk, paid);
  if (cell.around === "suspense") {
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: paid.attemptId } });
    await says(walk, "succeeded", paid, { receipt: "second", railRef: attempt.railRef ?? "" });
  }
  return paid;
}

/** It goes back. */
export async function goesBack(walk: Walk, paid: Paid): Promise<void> {
  await backBy[walk.cell.way](walk, paid);
}

const paidAs: Record<Source, (walk: Walk) => Promise<Paid>> = {
  first: (walk) => begins(walk),
  async by_hand(walk) {
    const subscriptionId = await subscribed(walk);
    const isByOther = walk.cell.around === "paid_by_other";
    return pays(walk, { kind: "subscription_renewal", subscriptionId, isByOther }, { other: isByOther });
  },
  async scheduled(walk) {
    const { world, shop } = walk;
    const subscriptionId = await subscribed(walk, true);
    const where = { id: subscriptionId, nextRenewalTryAt: { not: null } };
    const { nextRenewalTryAt } = await world.db.subscription.findFirstOrThrow({ where });
    world.clock.set(nextRenewalTryAt ?? world.clock.now());
    await renewDue(world);
    await comes(walk);
    const tried = { storeId: shop.store.id, initiator: "schedule" as const, status: "succeeded" as const };
    return paidBy(await world.db.paymentAttempt.findFirstOrThrow({ where: tried }));
  },
  async change(walk) {
    const subscriptionId = await subscribed(walk);
    walk.world.clock.advance(dayMs);
    return pays(walk, { kind: "subscription_change", subscriptionId, productId: walk.shop.products[1].id });
  },
  async invoice_whole(walk) {
    const { id } = await sentInvoice(walk.world, walk.shop);
    return pays(walk, { kind: "invoice", invoiceId: id, amount: null });
  },
  async invoice_part(walk) {
    const { id } = await sentInvoice(walk.world, walk.shop, { allowPartPayment: true });
    return pays(walk, { kind: "invoice", invoiceId: id, amount: "40000" });
  },
  async link(walk) {
    const { id } = await paymentLink(walk.world, walk.shop, { isReusable: true });
    return pays(walk, { kind: "payment_link", linkId: id, amount: null, answer: null });
  },
  async product(walk) {
    const { id } = await product(walk.world, walk.shop, { kind: "physical", priceMinor: 50_000n });
    return pays(walk, { kind: "product", productId: id, quantity: 1 });
  },
  async digital(walk) {
    const { world, shop } = walk;
    const { id } = await product(world, shop, { kind: "digital", priceMinor: 50_000n });
    await addPool(world, shop.seller, id, { name: "Key", codes: "AAA\nBBB" });
    return pays(walk, { kind: "product", productId: id, quantity: 1 });
  },
  /** The payer's own payment failed, and they bring cash. */
  async recorded(walk) {
    const { world, shop } = walk;
    const subscriptionId = await subscribed(walk);
    const { id } = await presses(walk, { kind: "subscription_renewal", subscriptionId }, { digits: "139" });
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    const attemptId = randomUUID();
    const day = world.clock.now().toISOString().slice(0, 10);
    await recordPayment(world, shop.seller, {
      ...{ id: attemptId, for: { kind: "order", orderId }, method: "cash", amount: "" },
      ...{ day, reference: "", agrees: false },
    });
    return paidBy(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } }));
  },
  free: () => Promise.reject(new Error("Nothing is paid.")),
  imported: () => Promise.reject(new Error("Nothing is paid here.")),
};

const backBy: Record<Way, (walk: Walk, paid: Paid) => Promise<void>> = {
  part_refund: (walk, paid) => refunds(walk, paid, paid.minor / 3n).then(() => {}),
  whole_refund: (walk, paid) => refunds(walk, paid).then(() => {}),
  async refund_fails_late(walk, paid) {
    const id = await refunds(walk, paid);
    const back: TransferResult = { kind: "reversed", railRef: "r" };
    await checkRefund(withRail(walk.world, { refundStatus: async () => back }), id);
  },
  reversal_part: (walk, paid) => takes(walk, paid, paid.minor / 3n),
  reversal_whole: (walk, paid) => takes(walk, paid, paid.minor),
  dispute_open: (walk, paid) => disputes(walk, paid, ["open"]),
  dispute_won: (walk, paid) => disputes(walk, paid, ["open", "won"]),
  dispute_lost: (walk, paid) => disputes(walk, paid, ["open", "lost"]),
  dispute_fraud: (walk, paid) => disputes(walk, paid, ["open"], "fraudulent"),
};

/** The subscription that something else is paid for: it was moved in, or paid for first. */
async function subscribed(walk: Walk, keeps = false): Promise<string> {
  const { world, shop, cell } = walk;
  if (cell.around !== "import") return subscriptionOf(walk, await begins(walk, keeps));
  const { id } = await importSubscription(world, shop.live, {
    ...{ ...nothingTyped, product: String(shop.products[0].id), ref: "user_1", email: "ann@example.com" },
    ...{ startedAt: "2026-02-20", end: "2026-03-20", status: "active" },
  });
  // Only the payer lets it renew by itself: with their next payment.
  if (keeps) await pays(walk, { kind: "subscription_renewal", subscriptionId: id }, { keeps });
  return id;
}

async function begins(walk: Walk, keeps = false): Promise<Paid> {
  const start = { kind: "subscription_start", productId: walk.shop.products[0].id, ref: "user_1" } as const;
  return pays(walk, start, { keeps: keeps || walk.cell.around === "kept_card" });
}

/** The rest of what was paid is carried into the year. */
async function changes(walk: Walk, paid: Paid): Promise<void> {
  walk.world.clock.advance(dayMs);
  const subscriptionId = await subscriptionOf(walk, paid);
  await pays(walk, { kind: "subscription_change", subscriptionId, productId: walk.shop.products[1].id });
}

async function subscriptionOf({ world }: Walk, { orderId }: Pick<Paid, "orderId">): Promise<string> {
  const { subscriptionId } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  if (!subscriptionId) throw new Error("That was no subscription.");
  return subscriptionId;
}

interface How {
  keeps?: boolean;
  other?: boolean;
  digits?: string;
}

async function pays(walk: Walk, paymentFor: PaymentFor, how: How = {}): Promise<Paid> {
  const { id } = await presses(walk, paymentFor, how);
  return paidBy(await walk.world.db.paymentAttempt.findUniqueOrThrow({ where: { id } }));
}

let pressed = 0;

/** By phone, another each time, or by a card that is kept; what came of it is known after it. */
async function presses(
  walk: Walk,
  paymentFor: PaymentFor,
  { keeps = false, other = false, digits = "789" }: How,
): Promise<{ id: string }> {
  const { world, shop, cell } = walk;
  pressed += 1;
  const text = "Charge this card by itself.";
  const phone = `0772 ${String(100 + (pressed % 900))} ${digits}`;
  const typed = cell.around === "discount" && paymentFor.kind !== "subscription_change" ? { code } : {};
  const made = await press(world, shop, {
    for: paymentFor,
    email: other ? "cousin@example.com" : "ann@example.com",
    ...typed,
    ...(keeps
      ? { method: "card", phone: undefined, renews: { text: () => text, language: "en" } }
      : { method: "mobile_money", phone }),
  });
  if (keeps) {
    const card = { number: "4242424242424242", expiry: "12/30", cvc: "123" };
    const step = await world.sandbox.cardPage.pay(made.id, card);
    if (step.kind === "three_d_secure") await world.sandbox.cardPage.confirm(made.id, true);
  }
  await comes(walk);
  return made;
}

async function comes({ world }: Walk): Promise<void> {
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

function paidBy(attempt: { id: string; orderId: number; amountMinor: bigint; status: string }): Paid {
  if (attempt.status !== "succeeded") throw new Error(`It was not paid: ${attempt.status}.`);
  return { orderId: attempt.orderId, attemptId: attempt.id, minor: attempt.amountMinor };
}

/** All that is left, or a part; whoever has all back loses what they bought. */
async function refunds(walk: Walk, { orderId }: Paid, amountMinor?: bigint): Promise<string> {
  const { id } = await requestRefund(walk.world, walk.shop.seller, {
    ...{ orderId, reason: "Walked", requestKey: randomUUID(), ends: true },
    ...(amountMinor ? { amountMinor } : {}),
  });
  await comes(walk);
  return id;
}

/** The rail's word, of the payment itself or of both payments under its attempt. */
async function takes(walk: Walk, paid: Paid, minor: bigint): Promise<void> {
  const { world, shop, cell } = walk;
  if (cell.source === "recorded") {
    await undoPayment(world, shop.seller, { orderId: paid.orderId, reason: "It never came" });
    return;
  }
  await says(walk, "reversed", { ...paid, minor });
  if (cell.around === "suspense") await says(walk, "reversed", { ...paid, minor: paid.minor + minor });
}

async function says(
  { world }: Walk,
  kind: "succeeded" | "reversed",
  { attemptId, minor }: Paid,
  { receipt, railRef = `sbx_${attemptId}` }: { receipt?: string; railRef?: string } = {},
): Promise<void> {
  const amount = { minor, currency: "UGX" };
  const paidAt = world.clock.now();
  const settlement = {
    railRef,
    amount,
    paidAt,
    method: "mobile_money" as const,
    ...(receipt ? { receipt } : {}),
  };
  await settle(world, attemptId, { kind, settlement });
}

async function disputes(
  { world }: Walk,
  { attemptId }: Paid,
  states: RailDispute["state"][],
  reason = "general",
): Promise<void> {
  for (const state of states)
    await recordDisputes(world, attemptId, [{ ref: `dp_${attemptId}`, state, reason }]);
}
