import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { phoneOf, pressedIn } from "@/lib/testing/phone-shop";
import { claimPayment } from "./claim";

const world = await openStage();
const refOf = async (id: string) => (await world.db.refund.findUniqueOrThrow({ where: { id } })).railRef;
const codeOf = (text: string) => / ID: (\d+)/.exec(text)?.[1] ?? "";

async function opened() {
  const shop = await sellingStore(world);
  const phone = await phoneOf(world, shop, { balance: 1_000_000 });
  const { hears, sim } = phone;
  const paid = async (from = "0772 123 789") => {
    const { orderId, amount } = await pressedIn(world, shop, from);
    await hears(sim.receives(amount, { from }));
    return orderId;
  };
  const givesBack = async (orderId: number) => {
    const asked = { orderId, reason: "Broken", requestKey: randomUUID() };
    return (await requestRefund(world, shop.seller, asked)).id;
  };
  /** As the network writes it where it tells no number of a phone. */
  const sendsUnnamed = async (code: string) => {
    sim.balance -= 50_000;
    const balance = `Your new balance: UGX ${sim.balance}. Transaction ID: ${code}.`;
    await hears(`You have transferred UGX 50000 to BOB. TX Charge UGX 0. ${balance}`);
  };
  return { shop, hears, sim, paid, givesBack, sendsUnnamed };
}

test("what was sent to the payer before they paid is not what was given back", async () => {
  const { hears, sim, paid, givesBack } = await opened();
  await hears(sim.sends(50_000, "0772 123 789"));
  world.clock.advance(3 * 24 * 3_600_000);
  const refund = await givesBack(await paid());
  expect(await refOf(refund)).toBeNull();
  const text = sim.sends(50_000, "0772 123 789");
  await hears(text);
  expect(await refOf(refund)).toBe(codeOf(text));
});

test("a message that may be of two payers' refunds is of neither", async () => {
  const { hears, sim, paid, givesBack, sendsUnnamed } = await opened();
  const orders = [await paid(), await paid("0772 555 111")];
  const refunds = [];
  for (const order of orders) refunds.push(await givesBack(order));
  await sendsUnnamed("555000111");
  expect(await Promise.all(refunds.map(refOf))).toEqual([null, null]);
  const text = sim.sends(50_000, "0772 123 789");
  await hears(text);
  // The first has its own message; the other one is the second's then.
  expect(await Promise.all(refunds.map(refOf))).toEqual([codeOf(text), "555000111"]);
});

test("two refunds of one amount to one payer have a message each, also where both were sent first", async () => {
  const { hears, sim, paid, givesBack } = await opened();
  const orders = [await paid(), await paid()];
  const texts = [sim.sends(50_000, "0772 123 789"), sim.sends(50_000, "0772 123 789")];
  await hears(texts);
  const refunds = [];
  for (const order of orders) refunds.push(await givesBack(order));
  expect((await Promise.all(refunds.map(refOf))).sort()).toEqual(texts.map(codeOf));
});

test("one number from two networks confirms the refund at each", async () => {
  const { shop, hears, sim, paid, givesBack } = await opened();
  const airtel = { network: "airtel_ug", number: "0752 400 400", sender: "AirtelMoney", balance: 1_000_000 };
  const other = await phoneOf(world, shop, airtel);
  const first = await paid();
  const { orderId: second } = await pressedIn(world, shop, "0752 123 789");
  const tells = (text: string) => other.hears(`${text} Bal UGX ${other.sim.balance}`);
  other.sim.balance += 50_000;
  await tells("RECEIVED. TID 77700000001. UGX 50,000 from 0752123789, AMINA TESTER.");
  const refunds = [await givesBack(first), await givesBack(second)];
  const text = sim.sends(50_000, "0772 123 789");
  await hears(text);
  other.sim.balance -= 50_000;
  const at = new Date(world.clock.now().getTime() + 3 * 3_600_000).toISOString();
  const day = `${at.slice(8, 10)}-March-${at.slice(0, 4)} ${at.slice(11, 16)}`;
  await other.hears(
    `SENT.TID ${codeOf(text)}. UGX 50,000 to AMINA TESTER 0752123789. Fee UGX 0. Bal UGX ${other.sim.balance}. Date ${day}.`,
  );
  expect(await Promise.all(refunds.map(refOf))).toEqual([codeOf(text), codeOf(text)]);
});

test("what was given back by hand stays so where the network takes the payment back besides, and its people are told", async () => {
  const shop = await sellingStore(world, { store: { currency: "KES", country: "KE" } });
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
  const kenyan = { network: "mpesa_ke", number: "0722 400 400", sender: "MPESA" } as const;
  const { hears, sim } = await phoneOf(world, shop, kenyan);
  const { orderId, token } = await pressedIn(world, shop, "0722 123 789");
  const text = sim.receives(500, { from: "0722 123 789" });
  await hears(text);
  expect(await claimPayment(world, token, text)).toBe("taken");
  await requestRefund(world, shop.seller, { orderId, reason: "Broken", requestKey: randomUUID() });
  await hears(sim.takesBack(text.slice(0, 10), 500));
  expect(await world.db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
    ...{ paymentStatus: "refunded", takenBackAt: null },
  });
  // It left the phone twice, which no booking shows.
  const told = await world.db.alert.findMany({ where: { storeId: shop.store.id, event: "reversal" } });
  expect(told).toMatchObject([{ kind: "alert_payment_reversed", amountMinor: 50_000n }]);
});
