import { afterAll, beforeAll, expect, test } from "vitest";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { testPassword as password, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { claimPayment } from "./claim";
import { answerGap, startChain } from "./gaps";
import { forwardPlayTexts, playPhoneOf, readPlaySim, sendPlayMoney } from "./play";

let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;
let key: string;
const [sims, payer] = ["256772400400", "256772123789"];

beforeAll(async () => {
  world = await payingWorld();
  shop = await sellingStore(world);
  const saved = await saveAccount(world, shop.seller, {
    ...{ rail: "phone", livemode: false, label: "Practice phone", password },
    credentials: { network: "mtn_ug", number: "0772 400 400" },
  });
  ({ key } = saved);
});
afterAll(() => world.close());

const states = async () =>
  (await world.db.phoneMessage.findMany({ where: { rail: key }, orderBy: { id: "asc" } })).map(
    ({ state }) => state,
  );
const send = (amount: string, fate = "arrives", from = payer) =>
  sendPlayMoney(world, from, { number: from === payer ? "0772 400 400" : "0772 123 789", amount, fate });

test("a practice phone has play money on its SIM, and what it says to type is believed", async () => {
  expect(await readPlaySim(world, payer)).toBeNull();
  expect(await readPlaySim(world, sims)).toEqual({ balance: { minor: 10_000n, currency: "UGX" }, texts: [] });
  await startChain(world, shop.seller, key, "10000");
  world.clock.advance(60_000);
});

test("a payer of the sandbox is led to their own simulated phone, sends, and it is paid", async () => {
  const { id, token } = await press(world, shop, {
    ...{
      phone: "0772 123 789",
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    },
  });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(attempt.rail).toBe(key);
  const path = playPhoneOf(world, attempt, `+${payer}`);
  expect(path).toBe(`/sandbox/phone/${payer}/send?number=0772+400400&amount=${attempt.amountMinor}`);
  const sent = await send(String(attempt.amountMinor), "lost");
  expect(await claimPayment(world, token, (sent as { code: string }).code)).toBe("kept");
  expect(await forwardPlayTexts(world, sims)).toBe(1);
  await world.settled();
  expect((await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).status).toBe("succeeded");
  expect(await forwardPlayTexts(world, sims)).toBe(0);
});

test("a message that comes twice is one; a forged one never fits, and the next true one shows that it was false", async () => {
  await send("700", "twice");
  await send("900", "forged");
  expect(await states()).toEqual(["fits", "fits", "waiting"]);
  world.clock.advance(10 * 60_000);
  await send("300");
  expect(await states()).toEqual(["fits", "fits", "false", "fits"]);
});

test("what was taken out unseen is a gap of its size, which the owner's yes closes", async () => {
  const before = (await readPlaySim(world, sims))?.balance.minor ?? 0n;
  await send("400", "lost", sims);
  await send("250");
  expect((await states()).at(-1)).toBe("waiting");
  expect((await readPlaySim(world, sims))?.balance.minor).toBe(before - 150n);
  const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
  await answerGap(world, shop.seller, key, gapBefore ?? 0n, true);
  expect((await states()).at(-1)).toBe("fits");
});

test("nobody, no amount, and more than there is: nothing moves, and the reason is said", async () => {
  const there = (await readPlaySim(world, sims))?.balance;
  expect(await sendPlayMoney(world, payer, { number: "0772 999 999", amount: "5", fate: "arrives" })).toEqual(
    {
      kind: "nobody",
    },
  );
  expect(await send("none")).toEqual({ kind: "no_amount" });
  expect(await send("99999999", "arrives", sims)).toEqual({ kind: "too_little", there });
  expect(await sendPlayMoney(world, "x", { number: "1", amount: "5", fate: "" })).toBeNull();
  expect((await readPlaySim(world, sims))?.balance).toEqual(there);
});
