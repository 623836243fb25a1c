import { beforeEach, expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { answerQuote } from "@/lib/services/billing/quotes/answer";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { transact } from "@/lib/services/core/unit";
import type { Unit } from "@/lib/services/core/world";
import { tellRefused } from "@/lib/services/desk/own-accounts/watch";
import type { Claimed } from "@/lib/services/hooks/webhooks/claim";
import { switchOff } from "@/lib/services/hooks/webhooks/endpoint-health";
import { doubt } from "@/lib/services/money/phone/doubt";
import { askAboutGap } from "@/lib/services/money/phone/gaps";
import { sealBalance, sealTold } from "@/lib/services/money/phone/rows";
import { tellSilent } from "@/lib/services/money/phone/silent";
import { tellUnread } from "@/lib/services/money/phone/unread";
import { askSeller } from "@/lib/services/money/till/ask";
import { testQuote } from "@/lib/testing/invoices";
import { paidOrder } from "@/lib/testing/order";
import { takers } from "@/lib/testing/outbox";
import { paidSubscription } from "@/lib/testing/subscription";
import { endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { readTexts } from "@/lib/text/catalogue";
import { notifyPayout } from "../messages/mail-owners";
import {
  alertDispute,
  alertMoneyWaits,
  alertRefundFailed,
  alertReversed,
  notifyLateFailure,
  notifyPaid,
  notifyRefunded,
} from "../messages/notify-paid";
import { saveAlertSettings } from "./settings";
import { tellDueAlerts } from "./tell-due";

let world: TestWorld;
let shop: TestStore;
beforeEach(() => {
  world = testWorld(takers());
});

/** Messages that no verb's fact stands behind. */
const others = ["alert_gathered", "alert_test", "alert_digest"];

test("each verb gives its text all that it needs, as a mail and as an SMS, in every language", async () => {
  const kinds = new Set<string>();
  for (const [at, language] of languageCodes.entries()) {
    const other = `+25677212345${at}`;
    shop = await testStore(world);
    await world.db.user.update({ where: { id: shop.owner.id }, data: { phone: other, language } });
    const events = ["payment", "payment_failed", "money_waits", "refund", "dispute", "reversal", "payout"];
    const choices = [...events, "subscription_cancelled", "quote", "endpoint", "account"].flatMap((event) => [
      `${event}/email`,
      `${event}/sms`,
    ]);
    const none = { quietFrom: "", quietUntil: "", timeZone: "", digestHour: "" };
    await saveAlertSettings(world, shop.live, { choices, ...none });
    await everything();
    expect(await tellDueAlerts(world)).toMatchObject({ failed: 0 });
    const rows = await world.db.message.findMany({
      where: { recipient: { in: [shop.owner.email, other] }, template: { startsWith: "alert_" } },
    });
    for (const { template, body, subject } of rows) {
      kinds.add(template);
      expect(`${subject}${body}`).not.toMatch(/[{}|]|undefined|null/);
      expect(body).toContain("http://localhost:3000/dashboard");
    }
    const texts = rows.filter(({ channel }) => channel === "sms");
    // An endpoint in test mode is nobody's alert, and each fact is one SMS.
    expect(texts).toHaveLength(new Set(texts.map(({ template }) => template)).size);
  }
  const all = Object.keys(readTexts("notice", "en"))
    .filter((key) => /^alert_.*\.text$/.test(key))
    .map((key) => key.slice(0, -".text".length));
  expect([...kinds].sort()).toEqual(all.filter((kind) => !others.includes(kind)).sort());
});

/** Everything that can happen, as the verbs tell it. */
async function everything(): Promise<void> {
  const order = await paidOrder(world, shop);
  const id = String(order.id);
  const amount = { minor: 150_000n, currency: "UGX" };
  const money = { id, amountMinor: amount.minor, currency: amount.currency };
  const say = (work: (unit: Unit) => Promise<void>) => transact(world, work);
  await say((unit) => notifyPaid(unit, order));
  await say((unit) => notifyLateFailure(unit, order, { id, token: "token" }));
  await say((unit) => notifyRefunded(unit, order, money));
  await say((unit) => alertRefundFailed(unit, order, money, false));
  for (const what of ["opened", "won", "lost"] as const)
    await say((unit) => alertDispute(unit, order, money, what));
  await say((unit) => alertReversed(unit, order, { sourceId: id, minor: amount.minor }));
  await say((unit) => alertMoneyWaits(unit, order, { fact: `suspense/${id}`, amount }));
  const payout = { ...money, storeId: shop.store.id, destinationLabel: "MTN 0772 •••456" };
  for (const kind of ["payout_sent", "payout_paid", "payout_returned"] as const)
    await say((unit) => notifyPayout(unit, kind, payout));
  const live = await paidSubscription(world, shop, { livemode: true });
  await cancelSubscription(world, shop.live, live.id);
  const trial = await paidSubscription(world, shop, { livemode: false });
  await cancelSubscription(world, shop.test, trial.id);
  for (const answer of [{ accepts: true as const, name: "Amina" }, { accepts: false as const }])
    await answerQuote(world, (await testQuote(world, shop.live)).token, answer);
  const key = `sandbox:${shop.store.id}`;
  await world.db.railAccount.create({
    data: {
      ...{ key, storeId: shop.store.id, rail: "sandbox", livemode: false, label: "Till", enabled: true },
      ...{ ways: [], credentialsSealed: Buffer.from(""), addressSealed: Buffer.from(""), problem: "{}" },
      ...{ addressHash: Buffer.from(key), checkedAt: order.createdAt, updatedBy: "system" },
      ...{ createdAt: order.createdAt, updatedAt: order.createdAt },
    },
  });
  await say((unit) => tellRefused(unit, key));
  const at = { account: key, receipt: "TKS1", at: order.createdAt, typed: null, phone: null, name: null };
  await world.db.tillPayment.create({
    data: {
      ...{ id: BigInt(shop.store.id), storeId: shop.store.id, rail: key, receipt: "TKS1", currency: "UGX" },
      ...{ amountMinor: 5n, paidAt: order.createdAt, createdAt: order.createdAt },
    },
  });
  const kept = { id: BigInt(shop.store.id) };
  await say(async (unit) => void (await askSeller(unit, shop.live, kept, { ...at, amount }, "no_number")));
  await ofPhone(key, say);
  for (const seller of [shop.live, shop.test]) {
    const { id: endpointId } = await endpointAt(world, seller, "http://localhost:4009/hooks");
    await world.db.webhookEndpoint.update({ where: { id: endpointId }, data: { failuresInRow: 12 } });
    // Safe: only these parts of a claimed delivery are read.
    const claimed = { ...seller, endpointId, url: "http://localhost:4009/hooks" } as unknown as Claimed;
    const attempt = { statusCode: 500, errorMessage: null } as never;
    await say((unit) => switchOff(unit, claimed, attempt));
  }
}

/** A phone that is silent and empty, whose messages have a gap, one of them false. */
async function ofPhone(rail: string, say: (work: (unit: Unit) => Promise<void>) => Promise<void>) {
  const storeId = shop.store.id;
  const at = world.clock.now();
  const told = {
    text: "",
    sender: "",
    amount: "90",
    balance: "100",
    phone: null,
    name: null,
    reference: null,
  };
  const message = await world.db.phoneMessage.create({
    data: {
      ...{ storeId, rail, digest: Buffer.from(rail), kind: "received", currency: "UGX", movedMinor: 90n, at },
      ...{ sealed: sealTold(world, told), state: "waiting", isExact: true, heardAt: at },
    },
  });
  const chain = { rail, storeId, createdAt: at, anchorAt: at, gapBefore: message.id };
  await world.db.phoneChain.create({ data: { ...chain, anchorSealed: sealBalance(world, 5n) } });
  await say((unit) => askAboutGap(unit, storeId, rail));
  await say((unit) => doubt(unit, storeId, message));
  await say((unit) => tellUnread(unit, storeId, rail, message.id));
  for (const why of ["silent", "empty"] as const)
    await say((unit) => tellSilent(unit, { rail, storeId, why }));
}
