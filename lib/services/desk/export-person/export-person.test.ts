import { expect, test } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import { writeNote } from "@/lib/services/billing/notes/notes";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { NotAllowed, type Seller } from "@/lib/services/people/accounts/permit";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";
import { type TestStore, testStore } from "@/lib/testing/world";
import { exportCustomer, exportHtml, exportPerson } from "./export-person";

let world: PayingWorld;
let shop: TestStore;
let seller: Seller;

inPayingWorld(testStore, (made) => {
  ({ world, shop } = made);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
});

const payer = { name: "Amina <b>Okello</b>", email: "amina.export@example.com", phone: "+256772123789" };

async function pass(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

async function bought(store: TestStore): Promise<number> {
  const jar = await product(world, store, {
    kind: "physical",
    asksPlace: true,
    name: `Jar of ${store.store.slug}`,
  });
  const delivery = { place: "Plot 7", contact: null };
  await press(world, store, { ...payer, for: { kind: "product", productId: jar.id, quantity: 1, delivery } });
  await pass();
  const where = { accountId: store.accountId, email: payer.email };
  return (await world.db.customer.findFirstOrThrow({ where })).id;
}

test("a seller gets all that their account holds about a customer, sealed data too, and nothing of another's", async () => {
  const other = await testStore(world);
  await bought(other);
  const id = await bought(shop);
  const link = await paymentLink(world, shop, { customQuestion: "Which class?" });
  await press(world, shop, {
    ...payer,
    for: { kind: "payment_link", linkId: link.id, amount: null, answer: "Tuesday" },
  });
  await pass();
  await writeNote(world, seller, { kind: "customer", id }, "Likes to talk");
  const { held } = await exportCustomer(world, seller, id);
  expect(held).toMatchObject([
    {
      customer: { id, ...payer },
      notes: [{ text: "Likes to talk" }],
      orders: [
        {
          store: shop.store.name,
          total: "5000 UGX",
          delivery: { name: payer.name, place: "Plot 7" },
          payments: [{ phone: payer.phone, status: "succeeded" }],
        },
        { answer: "Tuesday" },
      ],
    },
  ]);
  expect(held[0]?.messages.map(({ to }) => to)).toContain(payer.email);
  const text = JSON.stringify(held);
  expect(text).toContain(shop.store.slug);
  expect(text).not.toContain(other.store.slug);
  await expect(
    exportCustomer(world, { ...other.live, userId: other.owner.id, role: "owner" }, id),
  ).rejects.toThrow(NotFound);
  for (const role of ["support", "developer", "viewer"] as const)
    await expect(exportCustomer(world, { ...seller, role }, id)).rejects.toThrow(NotAllowed);
});

test("of a subscription also its changes of plan, and what was agreed about renewing it", async () => {
  const text = "Ask my phone by itself.";
  const start = { kind: "subscription_start" as const, productId: shop.products[0].id, ref: "user_1" };
  await press(world, shop, { ...payer, for: start, renews: { language: "en", text: () => text } });
  await pass();
  const { id: subscriptionId, customerId } = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
  });
  const change = { kind: "subscription_change" as const, subscriptionId, productId: shop.products[1].id };
  await press(world, shop, { ...payer, for: change });
  await pass();
  const [held] = (await exportCustomer(world, seller, customerId)).held;
  expect(held?.subscriptions).toMatchObject([
    {
      product: shop.products[1].name,
      plan_changes: [
        { from: shop.products[0].name, to: shop.products[1].name, changed_at: expect.any(Date) },
      ],
      renewal: { mode: "prompt", phone: payer.phone, consents: [{ text, ended_at: null }] },
    },
  ]);
});

test("who is limited to some stores gets what these hold", async () => {
  const id = await bought(shop);
  const { id: _, ...second } = shop.store;
  const { id: storeId } = await world.db.store.create({
    data: { ...second, slug: `${second.slug}-2`, name: "Second" },
  });
  const limited: Seller = { ...seller, role: "admin", onlyStores: [storeId] };
  await expect(exportCustomer(world, limited, id)).rejects.toThrow(NotFound);
  await world.db.customer.update({ where: { id }, data: { addedIn: storeId } });
  expect((await exportCustomer(world, limited, id)).held).toMatchObject([{ orders: [], messages: [] }]);
});

test("the operator gets it of every seller, with a reason in the log", async () => {
  const operator = { userId: shop.owner.id, actor: `user:${shop.owner.id}` };
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  await giveTestPassword(world, shop.owner.id);
  const other = await testStore(world);
  const ids = [await bought(shop), await bought(other)];
  const wish = { contact: payer.email, reason: "Asked by letter", password: testPassword };
  const { held } = await exportPerson(world, operator, wish);
  expect(held.map(({ customer }) => customer.id)).toEqual(expect.arrayContaining(ids));
  const logged = await world.db.auditEntry.findMany({
    where: { action: "customer.exported", actor: operator.actor },
  });
  expect(logged.map(({ reason }) => reason)).toContain("Asked by letter");
  await expect(exportPerson(world, operator, { ...wish, reason: " " })).rejects.toThrow(/reason/);
});

test("the page says the same, and runs nothing of what somebody typed", async () => {
  const html = exportHtml(await exportCustomer(world, seller, await bought(shop)));
  expect(html).toContain("Amina &#60;b&#62;Okello&#60;/b&#62;");
  expect(html).not.toContain("<b>");
  expect(html).toContain("Plot 7");
});
