import { expect, test } from "vitest";
import { actions, may, type Role, roles, rolesUnder } from "./roles";

const allowed = (role: Role) => actions.filter((action) => may(role, action));

test("an owner may do everything and who only looks nothing", () => {
  expect(allowed("owner")).toEqual(actions);
  expect(allowed("viewer")).toEqual([]);
});

test("keys, signing secrets and money on its way out are the owner's alone", () => {
  const alone = actions.filter((action) => roles.every((role) => may(role, action) === (role === "owner")));
  expect(alone.sort()).toEqual([
    "customer.erase",
    "endpoint.secret",
    "key.change",
    "payout.destination",
    "payout.request",
    "rail_account.change",
    "store.create",
    "store.take_along",
    "store.verification",
    "whatsapp.change",
  ]);
});

test("support works with orders, customers, links and invoices, and moves no money", () => {
  expect(allowed("support").sort()).toEqual([
    "customer.change",
    "discount.change",
    "invoice.change",
    "note.write",
    "order.handle",
    "payment_link.change",
    "subscription.cancel",
    "subscription.change_plan",
    "subscription.extend",
    "task.resolve",
  ]);
});

test("a developer looks after endpoints, test mode and products, and moves no money", () => {
  for (const action of ["endpoint.change", "event.resend", "test_mode.change", "product.change"] as const)
    expect(may("developer", action)).toBe(true);
  for (const action of ["refund.request", "suspense.settle", "team.change", "store.settings"] as const)
    expect(may("developer", action)).toBe(false);
});

test("an admin hands out every role but owner; the others none", () => {
  expect(rolesUnder("owner")).toEqual(roles);
  expect(rolesUnder("admin")).toEqual(["admin", "support", "developer", "viewer"]);
  for (const role of ["support", "developer", "viewer"] as const) expect(rolesUnder(role)).toEqual([]);
});
