import { expect, test } from "vitest";
import { claimPayment } from "@/lib/services/money/phone/claim";
import { openPages } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { phoneOf, pressedIn } from "@/lib/testing/phone-shop";
import { GET } from "./route";

const world = await openPages();

test("who typed the number of their payment and comes back is not asked to send again, while it is kept", async () => {
  const shop = await sellingStore(world);
  const { sim } = await phoneOf(world, shop);
  const { token, amount } = await pressedIn(world, shop);
  const page = async () => {
    const request = new Request(`http://localhost/attempt/${token}`);
    return (await GET(request, { params: Promise.resolve({ token }) })).text();
  };
  const kept = "do not send it again";
  expect(await page()).not.toContain(kept);
  expect(await claimPayment(world, token, sim.receives(amount))).toBe("kept");
  expect(await page()).toContain(kept);
  world.clock.advance(61 * 60_000);
  expect(await page()).not.toContain(kept);
});
