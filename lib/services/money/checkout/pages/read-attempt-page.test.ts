import { expect, test } from "vitest";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { saveCustomer } from "@/lib/services/people/customers/save";
import { openShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../../settlement/poll";
import { readAttemptPage } from "./read-attempt-page";

const browser = "thepayersownbrowser000";

const { world, shop } = await openShop((made) => {
  // One phone rings so often for all stores together; each test is a day of its own.
  made.clock.advance(24 * 60 * 60_000 + 1);
  return testStore(made);
});

async function subscribe(input: Parameters<typeof press>[2]): Promise<string> {
  const { token } = await press(world, shop, input);
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  return token;
}

const linkIn = async (token: string) => (await readAttemptPage(world, token, browser))?.manageUrl;

const mary = { name: "Mary", company: null, country: null, city: null, address: null };

test("whoever types the e-mail of a customer gets no link that acts for that customer", async () => {
  await saveCustomer(world, shop.live, { ...mary, email: "mary@example.org", phone: null });
  const token = await subscribe({ email: "mary@example.org", phone: "0772 666 789" });
  expect((await readAttemptPage(world, token, browser))?.state).toBe("paid");
  expect(await linkIn(token)).toBeNull();
});

test("a customer who comes again and pays from their own phone has it", async () => {
  await saveCustomer(world, shop.live, { ...mary, email: "mary@example.org", phone: "+256772666789" });
  expect(await linkIn(await subscribe({ email: "mary@example.org", phone: "0772 666 789" }))).toContain(
    "/manage/",
  );
});

test("so has somebody new, with an e-mail or a phone alone, until it is replaced", async () => {
  const first = await subscribe({ email: "new@example.org" });
  expect(await linkIn(first)).toContain("/manage/");
  expect(await linkIn(await subscribe({ for: other(), phone: "0772 777 789" }))).toContain("/manage/");
  const { id } = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
    orderBy: { createdAt: "asc" },
  });
  await replaceManageLink(world, { ...shop.live, actor: "payer" }, id);
  expect(await linkIn(first)).toBeNull();
});

test("a browser that kept its cookie for longer than a day has it no more", async () => {
  const token = await subscribe({ email: "new@example.org" });
  world.clock.advance(24 * 60 * 60_000);
  expect(await linkIn(token)).toBeNull();
});

function other() {
  return { kind: "subscription_start" as const, productId: shop.products[0].id, ref: "user_2" };
}
