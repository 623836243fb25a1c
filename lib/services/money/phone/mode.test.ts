import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { removeAccount, saveAccount, switchAccount } from "@/lib/services/desk/own-accounts/connect";
import { openStage } from "@/lib/testing/in-paying-world";
import { testPassword as password, sellingStore } from "@/lib/testing/money";
import { openTasks, phoneOf, pressedIn } from "@/lib/testing/phone-shop";
import { sealTillTask, sellTillPayment } from "../till/decide";
import { claimPayment } from "./claim";
import { sendPlayMoney } from "./play";

const world = await openStage();
const number = "0772 411 222";
const account = (livemode: boolean) => ({
  ...{ rail: "phone", livemode, label: "Shop phone", password },
  credentials: { network: "mtn_ug", number },
});

test("play money that a practice phone told of pays for nothing once real money is taken", async () => {
  const shop = await sellingStore(world);
  const { key } = await phoneOf(world, shop, { livemode: false, number, balance: 10_000 });
  const sent = await sendPlayMoney(world, "256772123789", { number, amount: "50000", fate: "arrives" });
  await world.settled();
  const code = sent?.kind === "moved" ? sent.code : "";
  await saveAccount(world, shop.seller, { key, ...account(true) }).catch(() => null);
  const { id, token } = await pressedIn(world, shop, "0772 123 789");
  const { livemode } = await world.db.railAccount.findUniqueOrThrow({ where: { key } });
  const claimed = await claimPayment(world, token, code);
  const { status } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect([claimed, status, livemode]).not.toEqual(["taken", "succeeded", true]);
});

test("a phone whose balance was typed stays in its mode, for that of a practice phone is known to all", async () => {
  const shop = await sellingStore(world);
  const { key } = await phoneOf(world, shop, { livemode: false, number, balance: 10_000 });
  await expect(saveAccount(world, shop.seller, { key, ...account(true) })).rejects.toThrow(Invalid);
  const other = await sellingStore(world);
  const live = await phoneOf(world, other);
  await expect(saveAccount(world, other.seller, { key: live.key, ...account(false) })).rejects.toThrow(
    Invalid,
  );
});

test("one that told of nothing yet may change its mode", async () => {
  const shop = await sellingStore(world);
  const { key } = await saveAccount(world, shop.seller, account(false));
  expect(await saveAccount(world, shop.seller, { key, ...account(true) })).toMatchObject({ ok: true });
});

test("play money that waits for its seller does so no more when its account is taken off", async () => {
  const shop = await sellingStore(world);
  const { key } = await phoneOf(world, shop, { livemode: false, number, balance: 10_000 });
  await sendPlayMoney(world, "256772123789", { number, amount: "50000", fate: "arrives" });
  await world.settled();
  const [task] = await world.db.task.findMany({ where: { storeId: shop.store.id, kind: "till_payment" } });
  if (!task) throw new Error("Nobody was asked.");
  await switchAccount(world, shop.seller, { key, on: false, password });
  world.clock.advance(60_000);
  await removeAccount(world, shop.seller, { key, password });
  expect(await openTasks(world, shop)).toEqual([]);
  const seller = { ...shop.seller, shown: sealTillTask(world, task) };
  await expect(sellTillPayment(world, seller, BigInt(task.subject))).rejects.toThrow(Invalid);
});
