import { beforeAll, describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { paidOrder } from "@/lib/testing/order";
import { sentInvoice } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { NotAllowed, type Seller } from "../accounts/permit";
import { readCustomer, readCustomerDetail } from "./detail";
import { mergeCustomers, planMerge } from "./merge";
import { addCustomer, type TypedCustomer } from "./save";
import { updateCustomer } from "./update";

const world = testWorld();
let shop: TestStore;
let seller: Seller;

beforeAll(async () => {
  shop = await testStore(world);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
});

const nobody: TypedCustomer = {
  ...{ name: "", email: "", phone: "", company: "", country: "", city: "", address: "" },
};

async function two() {
  const kept = await paidOrder(world, shop, { name: "Amina Okello" });
  const merged = await paidOrder(world, shop, { name: "A. Okello" });
  const email = `a${merged.id}@example.com`;
  await world.db.customer.update({ where: { id: merged.customerId }, data: { email, city: "Jinja" } });
  return { kept, merged, email, ids: { keepId: kept.customerId, mergedId: merged.customerId } };
}

describe("two customers who are one person", () => {
  test("money history of both belongs to the one that stays, to the shilling, and the books still agree", async () => {
    const { kept, merged, email, ids } = await two();
    const subscription = await paidSubscription(world, shop, { livemode: true, email });
    const invoice = await sentInvoice(world, shop, { customerId: ids.mergedId });
    const plan = await planMerge(world, seller, ids.keepId, ids.mergedId);
    expect(plan.moves).toEqual({ orders: 1, subscriptions: 1, invoices: 1 });
    expect(plan.filled).toEqual([
      { field: "email", value: email },
      { field: "city", value: "Jinja" },
    ]);
    expect(plan.lost).toEqual([{ field: "name", value: "A. Okello" }]);

    // The rows are made by hand, so some invariants complain of them; merging adds no complaint.
    const scope = { storeId: seller.storeId };
    const before = await checkInvariants(world, scope);
    const after = await mergeCustomers(world, seller, ids);
    expect(after).toMatchObject({
      lifetimeMinor: 100_000n,
      row: { name: "Amina Okello", email, city: "Jinja" },
    });
    const owner = async (table: "order" | "invoice", id: number) =>
      table === "order"
        ? (await world.db.order.findUniqueOrThrow({ where: { id } })).customerId
        : (await world.db.invoice.findUniqueOrThrow({ where: { id } })).customerId;
    expect(await owner("order", kept.id)).toBe(ids.keepId);
    expect(await owner("order", merged.id)).toBe(ids.keepId);
    expect(await owner("invoice", invoice.id)).toBe(ids.keepId);
    const moved = await world.db.subscription.findUniqueOrThrow({ where: { id: subscription.id } });
    expect(moved.customerId).toBe(ids.keepId);
    await expect(readCustomer(world, seller, ids.mergedId)).rejects.toThrow(NotFound);
    expect(await checkInvariants(world, scope)).toEqual(before);
  });

  test("it is told once as customer.updated, noted, and shown in the history", async () => {
    const { ids } = await two();
    await mergeCustomers(world, seller, ids);
    const events = await world.db.event.findMany({ where: { objectId: `customer/${ids.keepId}` } });
    expect(events.map(({ type }) => type)).toEqual(["customer.updated"]);
    const { history } = await readCustomerDetail(world, seller, ids.keepId);
    expect(history.map(({ what }) => what)).toContainEqual({ did: "customer_merged" });
  });

  test("pressing twice at once merges once", async () => {
    const { ids } = await two();
    const both = await Promise.allSettled([
      mergeCustomers(world, seller, ids),
      mergeCustomers(world, seller, ids),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await readCustomer(world, seller, ids.keepId)).lifetimeMinor).toBe(100_000n);
  });

  test("blocked stays blocked, and the earlier beginning is kept", async () => {
    const { ids } = await two();
    const long = new Date("2025-01-01T00:00:00.000Z");
    await world.db.customer.update({
      where: { id: ids.mergedId },
      data: { status: "blocked", customerSince: long },
    });
    const { row } = await mergeCustomers(world, seller, ids);
    expect(row).toMatchObject({ status: "blocked", customerSince: long });
  });

  test("only owners and admins may, nobody with themselves, and nobody of another account", async () => {
    const { ids } = await two();
    for (const role of ["support", "developer", "viewer"] as const)
      await expect(mergeCustomers(world, { ...seller, role }, ids)).rejects.toThrow(NotAllowed);
    await expect(mergeCustomers(world, seller, { keepId: ids.keepId, mergedId: ids.keepId })).rejects.toThrow(
      Invalid,
    );
    const other = await testStore(world);
    const stranger: Seller = { ...other.live, userId: other.owner.id, role: "owner" };
    await expect(mergeCustomers(world, stranger, ids)).rejects.toThrow(NotFound);
    await expect(planMerge(world, stranger, ids.keepId, ids.mergedId)).rejects.toThrow(NotFound);
  });
});

describe("by hand", () => {
  test("a customer who is known already is shown and not changed", async () => {
    const typed = { ...nobody, name: "Carol", email: "carol@example.com" };
    const first = await addCustomer(world, seller, typed);
    const again = await addCustomer(world, seller, {
      ...typed,
      name: "Carol Two",
      email: " CAROL@example.com",
    });
    if (!("added" in first) || !("known" in again)) throw new Error("The second one is the first.");
    expect(again.known).toMatchObject({ id: first.added.id, name: "Carol" });
  });

  test("changes are noted with who made them, without what they say", async () => {
    const made = await addCustomer(world, seller, { ...nobody, name: "Dan", phone: "0772 000111" });
    if (!("added" in made)) throw new Error("Nobody has this phone.");
    await updateCustomer(world, seller, made.added.id, { name: "Daniel", email: "dan@example.com" });
    const { history } = await readCustomerDetail(world, seller, made.added.id);
    expect(history.map(({ what, by }) => [what, by])).toContainEqual([
      { did: "customer_changed" },
      { name: "Olive Owner" },
    ]);
    const noted = await world.db.auditEntry.findFirstOrThrow({
      where: { target: `customer:${made.added.id}`, action: "customer.changed" },
    });
    expect(noted.details).toEqual({ what: "name, email" });
  });

  test("somebody with the same name is offered for merging", async () => {
    const one = await addCustomer(world, seller, { ...nobody, name: "Esi Mensah", email: "esi@example.com" });
    await addCustomer(world, seller, { ...nobody, name: "esi mensah", phone: "0772 000222" });
    if (!("added" in one)) throw new Error("Nobody has this e-mail.");
    const { twins } = await readCustomerDetail(world, seller, one.added.id);
    expect(twins.map(({ row, why }) => [row.name, why])).toEqual([["esi mensah", "name"]]);
  });

  test("who may only look neither adds nor changes", async () => {
    const viewer = { ...seller, role: "viewer" as const };
    await expect(
      addCustomer(world, viewer, { ...nobody, name: "X", email: "x@example.com" }),
    ).rejects.toThrow(NotAllowed);
    await expect(updateCustomer(world, viewer, 1, { name: "X" })).rejects.toThrow(NotAllowed);
  });
});
