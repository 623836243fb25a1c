import type { Page } from "@playwright/test";
import { ussdCodeOf } from "@/lib/domain/ussd-menu";
import { makeKey, makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerWhenAsked, newPhone, payByPhone, send } from "./payer";

/** The executor waits for the end of the session. */

test.use({ javaScriptEnabled: false });
test.setTimeout(300_000);

test("a payer without internet dials, renews and answers the question for the PIN, and GET /access says yes", async ({
  page,
  api,
}) => {
  const store = await openStore(page.context());
  const key = await makeKey(store, "live");
  await page.goto(`${await makePlan(store, "Gold")}?ref=user_1`);
  const phone = newPhone();
  await payByPhone(page, phone);
  await answerWhenAsked(page, phone);
  await expect
    .poll(async () => (await api(key, "/access?ref=user_1")).body.has_access, {
      timeout: 100_000,
      intervals: [1_000],
    })
    .toBe(true);
  const before = (await api(key, "/access?ref=user_1")).body.access_ends_at;

  // On a page of its own: the page that waits for the payment loads itself again, and a change of address in that moment hung.
  const dialling = await page.context().newPage();
  await dialling.goto(new URL(`/sandbox/phone/254${phone.slice(1)}`, page.url()).toString());
  await dialling.getByRole("link", { name: "Dial" }).click();
  await dialling.getByLabel("Number to dial").fill(`*384*1*${ussdCodeOf(store.seller.storeId)}#`);
  await send(dialling, "Dial");
  await expect(dialling.getByText("1 Renew")).toBeVisible();
  await expect(dialling.getByText(/^\d+ of 160 characters, \d+ of 120 seconds$/)).toBeVisible();
  await reply(dialling, "1");
  await expect(dialling.getByText("Gold")).toBeVisible();
  await expect(dialling.getByText("KES 1,500")).toBeVisible();
  await reply(dialling, "1");
  await expect(dialling.getByText("will be asked for its PIN in a moment")).toBeVisible();
  await answerWhenAsked(page, phone);
  await expect
    .poll(async () => (await api(key, "/access?ref=user_1")).body.access_ends_at, {
      timeout: 100_000,
      intervals: [1_000],
    })
    .not.toBe(before);
  expect((await api(key, "/access?ref=user_1")).body.has_access).toBe(true);
  const orders = (await api(key, "/orders?source=ussd")).body.data;
  expect(orders).toMatchObject([{ source: "ussd", payment_status: "paid" }]);
  expect((await api(key, "/store")).body.data.ussd_code).toBe(ussdCodeOf(store.seller.storeId));
});

async function reply(page: Page, entry: string): Promise<void> {
  await page.getByLabel("Your answer").fill(entry);
  await send(page, "Send");
}
