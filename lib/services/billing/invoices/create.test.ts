import { expect, test } from "vitest";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { createInvoice } from "./draft";

const items = [{ description: "Borehole repair", quantity: 1, unit_price: 50_000 }];
const body = (more: Record<string, unknown>) =>
  NewInvoice.parse({ customer_name: "Amina", customer_email: "amina@example.com", items, ...more });

/** A mail server that takes everything, or nothing. */
function mailing(takes: boolean): TestWorld {
  return testWorld({
    mailer: {
      async send() {
        if (!takes) throw new Error("550 no such mailbox");
        return { ref: null };
      },
    },
  });
}

test("without send it is a draft, and nothing goes out", async () => {
  const world = mailing(true);
  const { live, store } = await testStore(world);
  const { invoice, deliveries } = await createInvoice(world, live, body({}));
  expect(invoiceStatusOf(invoice, world.clock.now())).toBe("draft");
  expect(deliveries).toEqual([]);
  expect(await world.db.message.count({ where: { storeId: store.id } })).toBe(0);
});

test("with send it is sent at once: issued today, in the store's zone", async () => {
  const world = mailing(true);
  const { live } = await testStore(world);
  const { invoice, deliveries } = await createInvoice(world, live, body({ send: ["email"] }));
  expect(invoiceStatusOf(invoice, world.clock.now())).toBe("sent");
  expect(invoice).toMatchObject({
    sentAt: world.clock.now(),
    issuedOn: new Date("2026-03-02T00:00:00Z"),
  });
  expect(deliveries).toEqual([{ channel: "email", status: "sent", reason: null }]);
});

test("refused on all channels the invoice was made all the same: a draft, and why", async () => {
  const world = mailing(false);
  const { live } = await testStore(world);
  const { invoice, deliveries } = await createInvoice(world, live, body({ send: ["email"] }));
  expect(invoiceStatusOf(invoice, world.clock.now())).toBe("draft");
  expect(deliveries).toEqual([
    { channel: "email", status: "failed", reason: expect.objectContaining({ code: expect.any(String) }) },
  ]);
});

test("a channel without an address: nothing is made", async () => {
  const world = mailing(true);
  const { live, store } = await testStore(world);
  await expect(createInvoice(world, live, body({ send: ["email", "sms"] }))).rejects.toMatchObject({
    errors: { customer_phone: [expect.objectContaining({ code: expect.any(String) })] },
  });
  expect(await world.db.invoice.count({ where: { storeId: store.id } })).toBe(0);
});
