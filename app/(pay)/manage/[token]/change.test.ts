import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { ProductRow } from "@/lib/db/rows";
import { manageToken } from "@/lib/services/core/manage-token";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openPages } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { productPrice } from "@/lib/testing/prices";
import { product } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { GET as attemptPage } from "../../attempt/[token]/route";
import { GET as receipt } from "../../receipt/[token]/route";
import { GET as change, POST as changePost } from "./change/route";
import { GET as manage, POST as managePost } from "./route";

const world = await openPages();
let shop: Awaited<ReturnType<typeof sellingStore>>;
let token: string;
let id: string;
let pro: ProductRow;
let small: ProductRow;

beforeEach(async () => {
  shop = await sellingStore(world);
  const { orderId } = await paidPayment(world, shop);
  const order = await world.db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { subscription: true },
  });
  if (!order.subscription) throw new Error("It paid for a subscription.");
  id = order.subscription.id;
  token = manageToken(world, order.subscription);
  pro = await plan("Pro", 100_000n);
  small = await plan("Small", 20_000n);
});

function plan(name: string, priceMinor: bigint, isChoosable = true): Promise<ProductRow> {
  return product(world, shop, { kind: "subscription", interval: "month", name, priceMinor, isChoosable });
}

type Route = typeof manage;

const base = () => `${world.config.siteUrl}/manage/${token}`;
const params = () => ({ params: Promise.resolve({ token }) });
const open = (route: Route, path = "") => route(new Request(`${base()}${path}`), params());
const post = (route: Route, path: string, fields: Record<string, string>) =>
  route(
    new Request(`${base()}${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: world.config.siteUrl },
      body: new URLSearchParams(fields).toString(),
    }),
    params(),
  );
/** The hidden fields of the last form on the page that has a field of this name. */
function fieldsIn(html: string, named: string): Record<string, string> {
  const forms = html.split("<form").filter((form) => form.includes(`name="${named}"`));
  const found = [...(forms.at(-1) ?? "").matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? "",
    /value="([^"]*)"/.exec(input)?.[1] ?? "",
  ]);
  return Object.fromEntries(found);
}

/** The page that the press leads to. */
async function attemptOf(pressed: Response): Promise<string> {
  const path = pressed.headers.get("location") ?? "";
  const asked = new Request(new URL(path, world.config.siteUrl));
  return (
    await attemptPage(asked, { params: Promise.resolve({ token: path.split("/").at(-1) ?? "" }) })
  ).text();
}

function factsIn(html: string): Record<string, string> {
  const plain = (part = "") =>
    part
      .replace(/<[^>]*>/g, "")
      .replaceAll("\u00a0", " ")
      .trim();
  const rows = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)];
  return Object.fromEntries(rows.map(([, label, value]) => [plain(label), plain(value)]));
}

test("up: the plans, then what is left and what is to pay, then a payment of exactly that", async () => {
  expect(await (await open(manage)).text()).toContain(`/manage/${token}/change`);
  const list = await (await open(change, "/change")).text();
  expect(list).toContain(`/manage/${token}/change?to=${pro.id}`);
  expect(list).not.toContain(shop.products[1].name);
  const page = await (await open(change, `/change?to=${pro.id}`)).text();
  expect(page).toContain(`Unused time of ${shop.products[0].name}`);
  expect(page).toContain("− UGX 50,000");
  const fields = fieldsIn(page, "seen");
  expect([page.includes("Pay UGX 50,000"), fields.to]).toEqual([true, String(pro.id)]);
  const paid = { ...fields, id: randomUUID(), method: "mobile_money", phone: "0772123789" };
  const pressed = await post(changePost, "/change", paid);
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get("location")).toContain("/attempt/");
  const attempt = await attemptOf(pressed);
  expect(attempt).toContain(`Unused time of ${shop.products[0].name}`);
  expect(factsIn(attempt)).toMatchObject({ Price: "UGX 100,000", Amount: "UGX 50,000" });
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
  expect(await world.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
    productId: pro.id,
  });
  const order = await world.db.order.findFirstOrThrow({
    where: { subscriptionId: id, discountMinor: { gt: 0n } },
  });
  const slip = await receipt(new Request(`${world.config.siteUrl}/receipt/${order.receiptToken}`), {
    params: Promise.resolve({ token: order.receiptToken }),
  });
  expect(await slip.text()).toContain(`Unused time of ${shop.products[0].name}`);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("a price that was raised in between is shown before anything is paid", async () => {
  const fields = fieldsIn(await (await open(change, `/change?to=${pro.id}`)).text(), "seen");
  await productPrice(world, pro.id, 110_000n);
  const paid = { ...fields, id: randomUUID(), method: "mobile_money", phone: "0772123789" };
  const pressed = await post(changePost, "/change", paid);
  expect([pressed.status, (await pressed.text()).includes("Pay UGX 60,000")]).toEqual([422, true]);
  expect(await world.db.paymentAttempt.count({ where: { storeId: shop.store.id } })).toBe(1);
});

test("down: chosen for the next payment, shown, and undone with one press", async () => {
  const page = await (await open(change, `/change?to=${small.id}`)).text();
  expect(page).toContain("Nothing is paid now");
  const chosen = await post(changePost, "/change", fieldsIn(page, "press"));
  expect(chosen.headers.get("location")).toContain("done=change_chosen");
  const shown = await (await open(manage)).text();
  expect(shown).toContain("Small, UGX 20,000");
  expect(shown).toContain("Renew early, UGX 20,000");
  expect(shown).toContain('name="act" value="undo_change"');
  const undone = await post(managePost, "", { act: "undo_change" });
  expect(undone.headers.get("location")).toContain("done=change_undone");
  expect(await world.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
    pendingProductId: null,
  });
});

test("what its seller does not offer is chosen only by the link that the seller sent", async () => {
  const hidden = await plan("Hidden", 200_000n, false);
  const page = await (await open(change, `/change?to=${hidden.id}`)).text();
  expect(page).not.toContain("Hidden");
  const { paymentUrl } = await changePlan(world, shop.live, id, hidden.id);
  const { search } = new URL(paymentUrl ?? "");
  const sent = await (await open(change, `/change${search}`)).text();
  expect(sent).toContain("Hidden");
  expect(fieldsIn(sent, "seen").to).toBe(String(hidden.id));
  expect(sent).toContain("Pay UGX 150,000");
});

test("in test mode one press makes the change, and no order", async () => {
  const row = await paidSubscription(world, shop, { livemode: false, ref: "test_1" });
  [id, token] = [row.id, manageToken(world, row)];
  const page = await (await open(change, `/change?to=${pro.id}`)).text();
  const done = await post(changePost, "/change", fieldsIn(page, "press"));
  expect(done.headers.get("location")).toContain("done=changed");
  expect(await world.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...{ productId: pro.id, paymentsCount: 2 },
  });
  expect(await world.db.planChange.findFirstOrThrow({ where: { subscriptionId: id } })).toMatchObject({
    ...{ orderId: null, number: 2, creditMinor: 50_000n },
  });
});
