import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { manageToken } from "@/lib/services/core/manage-token";
import { readAttemptPage } from "@/lib/services/money/checkout/pages/read-attempt-page";
import { PayerBrowser } from "@/lib/testing/payer-browser";
import { openOrderTown, phone } from "@/lib/testing/standing-orders";
import { GET, POST } from "./route";

// A standing order at M-PESA as its payer sees it, on their own page.

const town = openOrderTown();
let browser: PayerBrowser;
let path: string;

beforeEach(async () => {
  Object.assign(globalThis, { senteWorld: town.world });
  browser = new PayerBrowser("203.0.113.7");
  path = `/manage/${manageToken(town.world, await town.row())}`;
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

const read = async (query = "") => {
  const html = await browser.read(GET, path + query);
  expect(gzipSync(html).length).toBeLessThan(5_000);
  expect(html).not.toContain("<script");
  return html;
};
/** The hidden fields of the form that does this. */
const fieldsOf = (html: string, act: string) => {
  const form = html.split("<form").find((one) => one.includes(`value="${act}"`)) ?? "";
  const found = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return Object.fromEntries(found) as Record<string, string>;
};
const press = async (act: string) => {
  const response = await browser.post(POST, path, fieldsOf(await read(), act));
  expect(response.status).toBe(303);
};

test("the page says what is taken, from when until when; the press asks the phone, and what was read is kept", async () => {
  const terms =
    "M-PESA takes KES 500 every month from 0712 •••678 by itself: first on 27 Feb 2026, never after 26 Feb 2027. You approve it once with your PIN. Only you can stop it, at M-PESA.";
  const page = await read();
  expect(page).toContain(terms);
  expect(page).toContain("You pay each time");
  await press("order_on");
  expect(await read()).toContain("Approve the standing order there with your PIN");
  expect(await town.world.db.standingOrder.findFirst({ where: { subscriptionId: town.id } })).toMatchObject({
    ...{ text: terms, language: "en" },
  });
  await town.pass(10);
  const after = await read();
  expect(after).toContain("by itself, next on 27 Feb 2026, never after 26 Feb 2027.");
  expect(after).toContain("We cannot stop it for you.");
  expect(after).not.toContain("You pay each time");
  expect(after).not.toContain('value="renew_off"');
});

test("whoever has just paid from their own phone is offered it, in the browser that paid", async () => {
  const { token } = await town.world.db.paymentAttempt.findFirstOrThrow({
    where: { storeId: town.shop.store.id },
  });
  const paid = await readAttemptPage(town.world, token, "thepayersownbrowser000");
  expect(paid).toMatchObject({ state: "paid", offersOrder: true });
  expect(await readAttemptPage(town.world, token, "anothersbrowser0000000")).toMatchObject({
    ...{ manageUrl: null, offersOrder: false },
  });
});

test("a cancelled subscription's page says that the order still runs and how its payer stops it, until they say so", async () => {
  await press("order_on");
  await town.pass(10);
  await cancelSubscription(town.world, town.payer, town.id);
  const page = await read("?done=cancelled");
  expect(page).toContain(
    "Your standing order still runs at M-PESA and takes KES 500 every month from 0712 •••678",
  );
  expect(page).toContain("dial *334#");
  await press("order_over");
  expect(await read()).not.toContain("Ratiba");
});

test("an order that was refused says why, and may be asked for again", async () => {
  town.emulator.does.set(phone, "1032");
  await press("order_on");
  await town.pass(10);
  const page = await read();
  expect(page).toContain("There is no standing order: M-PESA did not take it.");
  expect(page).toContain("You cancelled the payment.");
  expect(page).toContain('value="order_on"');
});

test("an answer that was lost is said, in every language, on a page that is small enough", async () => {
  town.emulator.unkind.cut = true;
  await press("order_on");
  expect(await read()).toContain("We do not know whether M-PESA took your standing order.");
  for (const language of languageCodes) expect(await read(`?hl=${language}`)).toContain("M-PESA Ratiba");
});
