import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { openedForField } from "@/lib/domain/opened-for";
import { signIn } from "@/lib/testing/dashboard";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { chooseRefundAction } from "./actions";

// The cookies and headers of a request belong to Next.
const jar = vi.hoisted(() => new Map<string, { value: string }>());
vi.mock("next/headers", () => ({
  cookies: async () => jar,
  headers: async () => new Headers({ origin: "http://localhost:3000" }),
}));

let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;
let order: string;

beforeAll(async () => {
  world = await payingWorld();
  Object.assign(globalThis, { senteWorld: world });
  shop = await sellingStore(world);
  await signIn(world, shop, jar);
  order = String((await paidPayment(world, shop)).orderId);
}, 60_000);
afterAll(async () => {
  Object.assign(globalThis, { senteWorld: undefined });
  await world.close();
});

function wish(amount: string, reason: string): FormData {
  const form = new FormData();
  const fields = { id: order, amount, reason, [openedForField]: String(shop.store.id) };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("a missing reason and a bad amount of a refund are told on one try", async () => {
  const both = await chooseRefundAction(freshForm, wish("abc", " "));
  expect(Object.keys(both.errors).sort()).toEqual(["amount", "reason"]);
  const one = await chooseRefundAction(freshForm, wish("500", " "));
  expect(Object.keys(one.errors)).toEqual(["reason"]);
  await expect(chooseRefundAction(freshForm, wish("500", "Broken"))).rejects.toThrow("NEXT_REDIRECT");
});

test("what is wrong with the amount of a refund is what is told", async () => {
  const told = async (amount: string) =>
    (await chooseRefundAction(freshForm, wish(amount, "Broken"))).errors.amount?.join(" ");
  expect(await told("1234567890123456")).toMatch(/^At most [A-Z]{3} [\d,]+ of this order can go back\.$/);
  expect(await told("99999999")).toMatch(/^At most /);
  expect(await told("0")).toBe("Enter an amount above zero.");
  expect(await told("1.2345")).toMatch(/has no such small part\.$/);
  // Reads in two ways, so it is not guessed about.
  expect(await told("1.500")).toMatch(/^Enter an amount in /);
});
