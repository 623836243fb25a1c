import { beforeAll, expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { openedForField } from "@/lib/domain/opened-for";
import { atPages, formWith, html, of, seenIn, signIn } from "@/lib/testing/dashboard";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import ConfirmRefundPage from "./[id]/refund/confirm/page";
import RefundPage from "./[id]/refund/page";
import { chooseRefundAction, refundAction } from "./actions";

const world = atPages(await openStage());
let shop: Awaited<ReturnType<typeof sellingStore>>;
let order: string;

beforeAll(async () => {
  shop = await sellingStore(world);
  await signIn(world, shop);
  order = String((await paidPayment(world, shop)).orderId);
}, 60_000);

const wish = (amount: string, reason: string) => formOf({ amount, reason });

function formOf(fields: Record<string, string>): FormData {
  const all = { id: order, ...fields, [openedForField]: String(shop.store.id) };
  return formWith(all);
}

test("a refund names who gets how much, holds all of it, and needs no reason", async () => {
  const page = await html(RefundPage(of(Number(order))));
  for (const part of ["Customer", "Can be refunded", 'name="amount"', "May stay empty"])
    expect(page).toContain(part);
  const [, held = ""] = /name="amount"[^>]*value="([^"]*)"/.exec(page) ?? [];
  const whole = await chooseRefundAction(freshForm, wish(held, " ")).catch(({ digest }) => digest);
  expect(whole).toContain("reason=no+reason+given");
  expect(Object.keys((await chooseRefundAction(freshForm, wish("abc", " "))).errors)).toEqual(["amount"]);
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

test("the page that confirms a refund says so when it is opened again after the press", async () => {
  const chosen = await chooseRefundAction(freshForm, wish("500", "Broken")).catch((error) => error.digest);
  const [, query] = /confirm\?([^;]*)/.exec(chosen) ?? [];
  const { key, ...asked } = Object.fromEntries(new URLSearchParams(query));
  const opened = () =>
    html(ConfirmRefundPage({ ...of(order), searchParams: Promise.resolve({ ...asked, key }) }));
  const page = await opened();
  expect(page).toMatch(new RegExp(`name="minor".*value="${key}"`));
  const minor = { minor: "500", reason: "Broken", key: String(key), byHand: "", seen: seenIn(page) };
  await expect(refundAction(freshForm, formOf(minor))).rejects.toThrow("NEXT_REDIRECT");
  const again = await opened();
  expect(again).toContain("This refund was made already");
  expect(again).not.toContain('name="minor"');
  // One that is under way or was of all leaves nothing to begin again for.
  expect(again).not.toContain("Begin again");
  expect(again).toContain("A refund of this order is under way");
});

test("a refund of all asks whether the subscription ends, and does what was said", async () => {
  const { orderId } = await paidPayment(world, shop);
  const ask = (amount: string) =>
    html(ConfirmRefundPage({ ...of(String(orderId)), searchParams: Promise.resolve({ amount }) }));
  expect(await ask("500")).not.toContain('name="ends"');
  const whole = await ask("");
  // It is the only payment, so ending is what is chosen unless the seller says otherwise.
  expect(whole).toMatch(/<select[^>]*name="ends"[\s\S]*<option value="yes" selected=""/);
  expect(whole).toContain("access stops as soon as the money has arrived");
  const pressed = {
    id: String(orderId),
    minor: "50000",
    reason: "Sorry",
    key: "k1",
    byHand: "",
    ends: "yes",
    seen: seenIn(whole),
  };
  await expect(refundAction(freshForm, formOf(pressed))).rejects.toThrow("NEXT_REDIRECT");
  await later(world, 5_000);
  const { subscription } = await world.db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { subscription: true },
  });
  expect(subscription?.endedAt).not.toBeNull();
});
