import { expect, test } from "vitest";
import { linkStatus, linkStatuses } from "@/lib/domain/payment-link";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { NewPaymentLink, PaymentLinkChanges } from "@/lib/resources/payment-link";
import type { Caller } from "@/lib/services/core/world";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { createPaymentLink, deletePaymentLink, expireDueLinks, updatePaymentLink } from "./change";
import { listPaymentLinks, readLinkPage, readPaymentLink } from "./read";

const world = testWorld();
const page = { skip: 0, take: 100 };
const dayMs = 24 * 60 * 60 * 1000;

function create(caller: Caller, body: Record<string, unknown>) {
  return createPaymentLink(world, caller, NewPaymentLink.parse({ title: "Lessons", ...body }));
}

function change(caller: Caller, id: number, body: Record<string, unknown>) {
  return updatePaymentLink(world, caller, id, PaymentLinkChanges.parse(body));
}

test("a link is fixed, reusable and active unless told otherwise, in the store's currency", async () => {
  const { live } = await testStore(world);
  const row = await create(live, { amount: 50_000 });
  expect(row).toMatchObject({ amountType: "fixed", amountMinor: 50_000n, currency: "UGX", isReusable: true });
  expect(linkStatus(row, world.clock.now())).toBe("active");
  expect(row.token).toMatch(/^[0-9A-Za-z]{22}$/);
});

test("a fixed link without an amount, an amount with decimals its currency lacks, and a past expiry are refused", async () => {
  const { live } = await testStore(world);
  expect(() => create(live, {})).toThrow("amount_of_link");
  await expect(create(live, { amount: 10.5 })).rejects.toMatchObject({
    errors: { amount: [say("too_many_decimals", { currency: "UGX" })] },
  });
  await expect(create(live, { amount: 0 })).rejects.toBeInstanceOf(Invalid);
  await expect(create(live, { amount: 5, expires_at: "2026-03-02T09:30:00+00:00" })).rejects.toMatchObject({
    errors: { expires_at: [say("time_passed")] },
  });
});

test("a custom link needs no amount", async () => {
  const { live } = await testStore(world);
  const row = await create(live, { amount_type: "custom", min_amount: 1_000 });
  expect(row).toMatchObject({ amountType: "custom", amountMinor: null, minAmountMinor: 1_000n });
});

test("is_active false pauses a link and true resumes it; what is not sent stays", async () => {
  const { live } = await testStore(world);
  const { id } = await create(live, { amount: 500, description: "Each Tuesday" });
  const paused = await change(live, id, { is_active: false });
  expect(linkStatus(paused, world.clock.now())).toBe("paused");
  const resumed = await change(live, id, { is_active: true });
  expect(linkStatus(resumed, world.clock.now())).toBe("active");
  expect(resumed).toMatchObject({ amountMinor: 500n, description: "Each Tuesday", title: "Lessons" });
});

test("null empties what can be empty, and cannot take the amount of a fixed link", async () => {
  const { live } = await testStore(world);
  const { id } = await create(live, { amount: 500, description: "Each Tuesday", max_payments: 3 });
  expect(await change(live, id, { description: null, max_payments: null })).toMatchObject({
    description: null,
    maxPayments: null,
  });
  await expect(change(live, id, { amount: null })).rejects.toMatchObject({
    errors: { amount: [expect.objectContaining({ code: expect.any(String) })] },
  });
});

test("moving the date or raising the limit brings a link back; sending the same past date back is no mistake", async () => {
  const { live } = await testStore(world);
  const row = await create(live, { amount: 500, expires_at: "2026-03-02T10:00:00+00:00", max_payments: 1 });
  const later = testWorld();
  later.clock.advance(dayMs);
  const at = later.clock.now();
  const patch = (body: Record<string, unknown>) =>
    updatePaymentLink(later, live, row.id, PaymentLinkChanges.parse(body));
  const same = await patch({ title: "Swimming", expires_at: "2026-03-02T10:00:00+00:00" });
  expect(linkStatus(same, at)).toBe("expired");
  expect(linkStatus(await patch({ expires_at: "2026-03-09T10:00:00+03:00" }), at)).toBe("active");
  await world.db.paymentLink.update({ where: { id: row.id }, data: { paymentsCount: 1, slotsReserved: 1 } });
  expect(linkStatus(await patch({}), at)).toBe("completed");
  expect(linkStatus(await patch({ max_payments: 2 }), at)).toBe("active");
});

test("lowering the limit to what was paid completes the link and tells it once", async () => {
  const { live } = await testStore(world);
  const { id } = await create(live, { amount: 500, max_payments: 5 });
  await world.db.paymentLink.update({ where: { id }, data: { paymentsCount: 2, slotsReserved: 2 } });
  await change(live, id, { max_payments: 2 });
  await change(live, id, { max_payments: 1 });
  expect(await eventsOf(live, id)).toEqual(["payment_link.completed"]);
});

test("a deleted link is gone for the seller, its page says so, and deleting it again finds nothing", async () => {
  const { live } = await testStore(world);
  const { id, token } = await create(live, { amount: 500 });
  await deletePaymentLink(world, live, id);
  await expect(readPaymentLink(world, live, id)).rejects.toBeInstanceOf(NotFound);
  await expect(deletePaymentLink(world, live, id)).rejects.toBeInstanceOf(NotFound);
  await expect(change(live, id, { title: "x" })).rejects.toBeInstanceOf(NotFound);
  expect((await listPaymentLinks(world, live, {}, page)).total).toBe(0);
  expect((await readLinkPage(world, token))?.link.deletedAt).not.toBeNull();
});

test("another store's link is as absent as one that never was", async () => {
  const { live } = await testStore(world);
  const { live: stranger } = await testStore(world);
  const { id } = await create(live, { amount: 500 });
  await expect(readPaymentLink(world, stranger, id)).rejects.toBeInstanceOf(NotFound);
  await expect(change(stranger, id, { amount: 1 })).rejects.toBeInstanceOf(NotFound);
  await expect(deletePaymentLink(world, stranger, id)).rejects.toBeInstanceOf(NotFound);
  expect((await readPaymentLink(world, live, id)).amountMinor).toBe(500n);
});

test("whoever may only look cannot change a link", async () => {
  const { live, owner } = await testStore(world);
  const viewer = { ...live, userId: owner.id, role: "viewer" as const };
  await expect(create(viewer, { amount: 500 })).rejects.toBeInstanceOf(NotAllowed);
});

test("the list by status finds exactly the links that have that status", async () => {
  const shop = await testStore(world);
  const later = await manyLinks(world, shop);
  const { rows } = await listPaymentLinks(later, shop.live, {}, page);
  expect(rows).toHaveLength(48);
  for (const status of linkStatuses) {
    const found = await listPaymentLinks(later, shop.live, { status }, page);
    const wanted = rows.filter((row) => linkStatus(row, later.clock.now()) === status);
    expect(wanted.length).toBeGreaterThan(0);
    expect(found.rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    expect(found.total).toBe(wanted.length);
  }
});

test("the list is newest first, searches title and description as typed, and filters by is_active", async () => {
  const { live } = await testStore(world);
  const first = await create(live, { title: "Swimming 50%", amount: 1 });
  const second = await create(live, { title: "Rent", description: "the SWIMMING pool", amount: 1 });
  await change(live, second.id, { is_active: false });
  const ids = async (filters: Parameters<typeof listPaymentLinks>[2]) =>
    (await listPaymentLinks(world, live, filters, page)).rows.map(({ id }) => id);
  expect(await ids({ search: "swimming" })).toEqual([second.id, first.id]);
  expect(await ids({ search: "50%" })).toEqual([first.id]);
  expect(await ids({ search: "%" })).toEqual([first.id]);
  expect(await ids({ search: "_" })).toEqual([]);
  expect(await ids({ isActive: true })).toEqual([first.id]);
});

test("the expiry of a link is told once, at its true instant, and again only for another date", async () => {
  const { live } = await testStore(world);
  const { id } = await create(live, { amount: 500, expires_at: "2026-03-02T12:00:00+00:00" });
  const later = testWorld();
  later.clock.advance(dayMs);
  await Promise.all([expireDueLinks(later), expireDueLinks(later)]);
  await expireDueLinks(later);
  expect(await eventsOf(live, id)).toEqual(["payment_link.expired"]);
  const event = await world.db.event.findFirstOrThrow({ where: { objectId: `payment_link/${id}` } });
  expect(event.occurredAt).toEqual(new Date("2026-03-02T12:00:00Z"));
  expect(JSON.parse(event.payload).data).toMatchObject({ object: "payment_link", status: "expired" });
  await updatePaymentLink(later, live, id, PaymentLinkChanges.parse({ expires_at: "2026-03-04T12:00:00Z" }));
  later.clock.advance(2 * dayMs);
  await expireDueLinks(later);
  expect(await eventsOf(live, id)).toEqual(["payment_link.expired", "payment_link.expired"]);
});

test("a link that ran out while the clock stood still is told of for 30 days, and no longer", async () => {
  const { live } = await testStore(world);
  const [inTime, tooLate] = [testWorld(), testWorld()];
  const dates = { amount: 500, expires_at: "2026-03-02T12:00:00+00:00" };
  const [first, second] = [await create(live, dates), await create(live, dates)];
  const expiry = new Date(dates.expires_at).getTime();
  inTime.clock.advance(expiry + 30 * dayMs - 1 - inTime.clock.now().getTime());
  tooLate.clock.advance(expiry + 30 * dayMs - tooLate.clock.now().getTime());
  await expireDueLinks(tooLate);
  expect(await eventsOf(live, first.id)).toEqual([]);
  await expireDueLinks(inTime);
  expect(await eventsOf(live, first.id)).toEqual(["payment_link.expired"]);
  expect(await eventsOf(live, second.id)).toEqual(["payment_link.expired"]);
});

test("a link that is used up or deleted does not expire", async () => {
  const { live } = await testStore(world);
  const used = await create(live, { amount: 5, is_reusable: false, expires_at: "2026-03-02T12:00:00Z" });
  await world.db.paymentLink.update({ where: { id: used.id }, data: { paymentsCount: 1, slotsReserved: 1 } });
  const gone = await create(live, { amount: 5, expires_at: "2026-03-02T12:00:00Z" });
  await deletePaymentLink(world, live, gone.id);
  const later = testWorld();
  later.clock.advance(dayMs);
  await expireDueLinks(later);
  expect([...(await eventsOf(live, used.id)), ...(await eventsOf(live, gone.id))]).toEqual([]);
});

async function eventsOf(caller: Caller, id: number): Promise<string[]> {
  const rows = await world.db.event.findMany({
    where: { storeId: caller.storeId, objectId: `payment_link/${id}` },
    orderBy: { sequence: "asc" },
  });
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ type }) => type);
}

/** Every combination of what decides the status, seen at a time when half of the dates are past. */
async function manyLinks(start: TestWorld, shop: TestStore): Promise<TestWorld> {
  const later = testWorld();
  later.clock.advance(dayMs);
  const dates = [null, start.clock.now(), later.clock.now(), new Date(later.clock.now().getTime() + 1)];
  for (const isActive of [true, false])
    for (const [isReusable, maxPayments] of [
      [true, null],
      [true, 2],
      [false, null],
    ] as const)
      for (const expiresAt of dates)
        for (const paymentsCount of [0, 2])
          await start.db.paymentLink.create({
            data: {
              ...{ isActive, isReusable, maxPayments, expiresAt, paymentsCount },
              slotsReserved: paymentsCount,
              storeId: shop.store.id,
              token: Buffer.from(start.random.bytes(11)).toString("hex"),
              title: "Any",
              currency: "UGX",
              amountMinor: 1n,
              createdAt: start.clock.now(),
              updatedAt: start.clock.now(),
            },
          });
  return later;
}
