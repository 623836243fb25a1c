import { expect, test } from "vitest";
import { openTown } from "@/lib/testing/rails/emulated";
import { mtnMomoHarness } from "@/lib/testing/rails/harnesses";

test("where one network is all that can be paid with, a number that does not tell its network is its own", async () => {
  const town = await openTown(async (more) => {
    const harness = await mtnMomoHarness(
      { ...more, country: "NG", currency: "NGN" },
      { targetEnvironment: "mtnnigeria", currency: "NGN" },
    );
    return { ...harness, country: "NG", network: "mtn_ng", amount: { minor: 150_000n, currency: "NGN" } };
  });
  try {
    const id = await town.press("0803 123 4567");
    const attempt = await town.world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    expect(attempt).toMatchObject({ rail: "mtn_momo", network: "mtn_ng", status: "pending" });
    await town.later(5_000);
    const paid = await town.world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    expect(paid).toMatchObject({ status: "succeeded", suspenseReason: null });
  } finally {
    await town.close();
  }
});
