import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { PaystackEmulator } from "@/e2e/emulators/paystack";
import type { StripeEmulator } from "@/e2e/emulators/stripe";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { checkLedger } from "../check-ledger";
import { openTown, type RailTown } from "./emulated";
import { paidWhileAway } from "./while-away";

const open: RailTown[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A payment that came from a kept card, in the books. */
async function paid(create: (typeof paidWhileAway)[number][1]) {
  const town = await openTown(create);
  open.push(town);
  const id = await town.ask(town.harness.charge.ok);
  await town.later(5_000);
  const attempt = await town.world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(attempt.status).toBe("succeeded");
  const { currency, minor } = town.harness.amount;
  return {
    ...town,
    id,
    minor,
    orderId: attempt.orderId,
    order: () => town.world.db.order.findUniqueOrThrow({ where: { id: attempt.orderId } }),
    wallet: () => readWallet(town.world.db, town.shop.store.id, currency),
    booksAgree: async () => {
      expect(await checkLedger(town.world)).toEqual([]);
      expect(await checkInvariants(town.world, { storeId: town.shop.store.id })).toEqual([]);
    },
  };
}

/** The payer disputes the payment at the bank, and it is decided for them or for the seller. */
async function dispute({ harness, id, later }: Awaited<ReturnType<typeof paid>>, ends: "lost" | "won") {
  if (harness.rail.id === "stripe") {
    // Safe: the rail is made with this emulator.
    const emulator = harness.emulator as unknown as StripeEmulator;
    await emulator.dispute(id);
    await later(1_000);
    return { decide: () => emulator.decide(ends) };
  }
  // Safe: as above; there is no third.
  const emulator = harness.emulator as unknown as PaystackEmulator;
  await emulator.dispute(id);
  await later(1_000);
  return {
    decide: () => {
      if (ends === "lost") emulator.call(id, "reversed");
      return emulator.resolve(ends === "lost" ? "merchant-accepted" : "declined");
    },
  };
}

test.each(paidWhileAway)("%s: a part of it is refunded, then the rest", async (_name, create) => {
  const one = await paid(create);
  const { world, seller, orderId, minor } = one;
  const part = (minor / 200n) * 100n;
  for (const amountMinor of [part, minor - part]) {
    await requestRefund(world, seller, {
      ...{ orderId, amountMinor, reason: "Changed my mind", requestKey: randomUUID() },
    });
    await workTransfers(world);
    await one.later(10_000);
    await workTransfers(world);
    await one.booksAgree();
  }
  expect(await one.order()).toMatchObject({ paymentStatus: "refunded", refundedMinor: minor });
  expect(await one.harness.held(one.id)).toBe(1);
});

test.each(paidWhileAway)("%s: a dispute of it is kept back, and a lost one taken", async (_name, create) => {
  const one = await paid(create);
  const { pendingMinor } = await one.wallet();
  const { decide } = await dispute(one, "lost");
  expect(await one.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: pendingMinor });
  const tasks = await one.world.db.task.findMany({ where: { storeId: one.shop.store.id } });
  expect(tasks.map(({ kind }) => kind)).toEqual(["payment_disputed"]);
  await decide();
  await one.later(60_000);
  await pollOpenAttempts(one.world);
  expect(await one.order()).toMatchObject({ paymentStatus: "refunded" });
  expect(await one.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: 0n, debtMinor: 0n });
  await one.booksAgree();
});

test.each(paidWhileAway)("%s: a dispute of it that the seller wins gives all back", async (_name, create) => {
  const one = await paid(create);
  const before = await one.wallet();
  const { decide } = await dispute(one, "won");
  await decide();
  await one.later(60_000);
  expect(await one.wallet()).toEqual(before);
  await one.booksAgree();
});
