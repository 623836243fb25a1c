import { expect, type Page } from "@playwright/test";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { createQuote } from "@/lib/services/billing/quotes/quotes";
import { payForUrl } from "@/lib/services/core/manage-token";
import { makeGoods, makeKey, makePlan, makeProduct, type OpenedStore, openStore } from "./backstage";
import { buyDelivering, makeDelivering } from "./delivered";
import { answerOnPhone, newPhone, payByPhone } from "./payer";

/** A payer's page in one state that stays as it is, whoever opens it. */
export interface PayerPage {
  name: string;
  address: string;
  status?: number;
  /** An invoice of fifty lines. */
  isLong?: boolean;
  /** Pictures of products that are in sight at first. */
  pictures?: number;
}

/** A store with payments in every state that lasts and that is wanted, made the way people make them. */
export async function makePayerPages(page: Page, isWanted: (name: string) => boolean): Promise<PayerPage[]> {
  const store = await openStore(page.context(), { storeName: "Maji Kwetu" });
  const subscribe = await makePlan(store, "Gold");
  const silver = await makePlan(store, "Silver");
  const tried = await makePlan(store, "Bronze");
  const { world, seller } = store;
  await world.db.product.update({ where: byAddress(tried), data: { trialDays: 7 } });
  const dear = await makePlan(store, "Platinum");
  for (const [address, priceMinor] of [[silver, 150_000n] as const, [dear, 300_000n] as const])
    await world.db.product.update({ where: byAddress(address), data: { priceMinor, isChoosable: true } });
  const tea = await makeProduct(store, "Kericho tea");
  for (let n = 1; n <= 23; n += 1) await makePlan(store, `Plan ${n} for a large family in Kilimani`);
  for (const name of ["Tank of 1,000 litres", "Hose of rubber"]) await makeProduct(store, name);
  const key = await makeKey(store, "live", "Budget");
  const { origin } = new URL(subscribe);
  const make = async (path: string, data: Record<string, unknown>) => {
    const headers = { Authorization: `Bearer ${key}` };
    const post = () => page.request.post(`${origin}/api/v1${path}`, { headers, data });
    let answer = await post();
    // Another test may try many wrong keys from this address just now: a new key then waits, as the answer says.
    if (answer.status() === 429) {
      await page.waitForTimeout((Number(answer.headers()["retry-after"]) + 1) * 1000);
      answer = await post();
    }
    expect(answer.status(), path).toBe(201);
    return (await answer.json()).data;
  };
  const links = {
    fixed: await make("/payment-links", { title: "Swimming lessons", amount: 2_500 }),
    open: await make("/payment-links", {
      title: "Donations",
      description: "For the new borehole.",
      amount_type: "custom",
      min_amount: 100,
      custom_question: "In whose name?",
      collect_email: true,
    }),
    paused: await make("/payment-links", { title: "Paused", amount: 10, is_active: false }),
  };
  const { slug } = await store.world.db.store.findUniqueOrThrow({ where: { id: store.seller.storeId } });
  const shop = `/store/${slug}`;
  const invoice = await make("/invoices", longInvoice());
  const lines = NewInvoice.parse(longInvoice()).items.slice(0, 3);
  const body = NewInvoice.parse({ customer_name: "Achieng Odhiambo", items: lines });
  const quote = await createQuote(store.world, store.seller, { body, dueDays: 14, validUntil: "2099-12-31" });
  const paidAt = await payThrough(page, `${subscribe}?ref=user_1`);
  const paid = await world.db.subscription.findFirstOrThrow({ where: { storeId: seller.storeId } });
  const payFor = payForUrl(world, paid);
  const idOf = async (address: string) =>
    (await world.db.product.findUniqueOrThrow({ where: byAddress(address) })).id;
  const all = [
    { name: "subscribe", address: `${subscribe}?ref=user_2` },
    { name: "subscribe, free days", address: `${tried}?ref=user_2` },
    { name: "trial", address: `${tried}/trial?ref=user_2` },
    { name: "renew for somebody", address: payFor },
    { name: "subscribe, has it", address: `${subscribe}?ref=user_1` },
    { name: "subscribe, bad link", address: `${subscribe}?ref=${"x".repeat(300)}`, status: 422 },
    { name: "product", address: tea, pictures: 1 },
    { name: "product, brought", address: await makeGoods(store, "Clay pot") },
    { name: "store", address: `${origin}${shop}`, pictures: 3 },
    { name: "store, older", address: `${origin}${shop}?page=2`, pictures: 3 },
    { name: "poster", address: `${tea}/poster`, pictures: 1 },
    { name: "link, fixed", address: links.fixed.url },
    { name: "link, open amount", address: links.open.url },
    { name: "link, paused", address: links.paused.url },
    { name: "quote", address: `${origin}/quote/${quote.token}` },
    { name: "invoice of 50 lines", address: invoice.url, isLong: true },
    ...(await attempts(page, [subscribe, silver], isWanted)),
    { name: "attempt, paid", address: paidAt.attempt },
    { name: "receipt", address: paidAt.receipt },
    { name: "manage", address: paidAt.manage },
    { name: "manage, renew", address: `${paidAt.manage}/renew` },
    { name: "manage, contact", address: `${paidAt.manage}/contact` },
    { name: "manage, cancel", address: `${paidAt.manage}/cancel` },
    { name: "manage, change", address: `${paidAt.manage}/change` },
    { name: "manage, change now", address: `${paidAt.manage}/change?to=${await idOf(dear)}` },
    { name: "manage, change later", address: `${paidAt.manage}/change?to=${await idOf(silver)}` },
    ...(await sandboxPages(page, links.fixed.url)),
    ...(await downloads(page, store, isWanted)),
    { name: "not found", address: `${origin}/pay/nothing`, status: 404 },
  ];
  return all.filter(({ name }) => isWanted(name));
}

/** What was bought, and the same once the money is back. */
async function downloads(
  page: Page,
  store: OpenedStore,
  isWanted: (name: string) => boolean,
): Promise<PayerPage[]> {
  if (!isWanted("downloads") && !isWanted("downloads, over")) return [];
  const { address } = await makeDelivering(store, "Vegetables and fruit of the highlands");
  const opened = await buyDelivering(page, address);
  const over = await buyDelivering(page, address);
  const id = Number(new URL(over).pathname.split("/")[2]?.split(".")[0]);
  await store.world.db.order.update({ where: { id }, data: { paymentStatus: "refunded" } });
  return [
    { name: "downloads", address: opened },
    { name: "downloads, over", address: over, status: 410 },
  ];
}

/** The product of a page. */
function byAddress(address: string): { token: string } {
  return { token: address.split("/").at(-1) ?? "" };
}

/** Pays with the phone, to the receipt, as a payer does; says where the pages of it are. */
export async function payThrough(page: Page, address: string) {
  await page.goto(address);
  await payByPhone(page, newPhone());
  const attempt = page.url();
  await answerOnPhone(page, "Approve");
  const link = page.getByRole("link", { name: "Manage the subscription" });
  const manage = new URL((await link.getAttribute("href")) ?? "", attempt).toString();
  await page.getByRole("link", { name: "See the receipt" }).click();
  const receipt = page.url();
  return { attempt, receipt, manage };
}

/** Each number's last digits decide what becomes of it. */
async function attempts(
  page: Page,
  pages: [string, string],
  isWanted: (name: string) => boolean,
): Promise<PayerPage[]> {
  const endings = {
    waiting: "129",
    "a code": "189",
    "no funds": "049",
    "no wallet": "029",
    "over the limit": "019",
    busy: "159",
    "wrong PIN": "139",
    cancelled: "149",
    "network down": "169",
    "amount differs": "269",
  };
  const made: { name: string; address: string }[] = [];
  const wanted = Object.entries(endings).filter(([name]) => isWanted(`attempt, ${name}`));
  for (const [index, [name, ending]] of wanted.entries()) {
    // Ten payments a minute and address can begin on one page.
    await page.goto(`${pages[index % 2]}?ref=${ending}`);
    await payByPhone(page, newPhone(ending));
    await page.waitForURL("**/attempt/**");
    made.push({ name: `attempt, ${name}`, address: page.url() });
  }
  // The failures come some seconds after the request.
  for (const { name, address } of made) {
    if (name === "attempt, waiting" || name === "attempt, a code") continue;
    await page.goto(address);
    await expect(page.getByRole("status")).not.toContainText("Check your phone", { timeout: 20_000 });
  }
  return made;
}

async function sandboxPages(page: Page, link: string): Promise<PayerPage[]> {
  await page.goto(link);
  await page.getByLabel("Card", { exact: true }).check();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.waitForURL("**/attempt/**");
  const attempt = page.url();
  const button = page.getByRole("link", { name: "Continue to the card page" });
  const card = new URL((await button.getAttribute("href")) ?? "", attempt).toString();
  return [
    { name: "attempt, card", address: attempt },
    { name: "sandbox card", address: card },
    { name: "sandbox phone", address: new URL("/sandbox/phone/254712345678", attempt).toString() },
    {
      name: "sandbox phone, dialling",
      address: new URL("/sandbox/phone/254712345678/dial", attempt).toString(),
    },
  ];
}

function longInvoice() {
  const words = "Delivery of clean water to the tank behind the house, with the hose and a new seal";
  return {
    customer_name: "Achieng Odhiambo",
    customer_email: "achieng@example.com",
    items: Array.from({ length: 50 }, (_, line) => ({
      description: `${line + 1}. ${words}, week ${line * 7}`,
      quantity: line + 1,
      unit_price: 100 + line * 7,
    })),
    allow_part_payment: true,
    send: ["email"],
  };
}
