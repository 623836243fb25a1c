import type { Page } from "@playwright/test";
import { makePlan, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerWhenAsked, masked, newPhone, payByCard, send } from "./payer";

/**
 * The executor looks once a minute, and two of them may pass: a try that begins in the instant in which its notice is written takes from the end of that
 * notice on, and is made a minute later.
 */
const untilLooked = { timeout: 150_000, intervals: [2_000] };
const dayMs = 24 * 60 * 60_000;

test.use({ javaScriptEnabled: false });
test.setTimeout(420_000);

test("a payer ticks the box, is told before, is asked by itself, and turns it off with one press", async ({
  page,
}) => {
  const store = await openStore(page.context());
  const address = await makePlan(store, "Gold");
  await page.goto(`${address}?ref=user_1`);
  const box = page.getByRole("checkbox", { name: /^Ask my phone for KES 1,500 every month by itself/ });
  await expect(box).not.toBeChecked();
  const phone = newPhone();
  await page.getByLabel("Mobile number").fill(phone);
  await box.check();
  await send(page, /^Pay /);
  await answerWhenAsked(page, phone);
  const manage = await manageLink(page);
  await page.goto(manage);
  await expect(page.getByText(`we ask your phone ${masked(phone)} for KES 1,500 every month`)).toBeVisible();

  await moveEnd(store, 3 * dayMs);
  await expect
    .poll(() => templates(store), untilLooked)
    .toEqual(expect.arrayContaining(["renewal_notice_prompt"]));
  await moveEnd(store, dayMs);
  await answerWhenAsked(page, phone);
  await expect(async () => {
    await page.goto(manage);
    await expect(page.getByRole("link", { name: "Receipt" })).toHaveCount(2);
  }).toPass(untilLooked);

  await send(page, "Turn off");
  await expect(page.getByRole("status")).toContainText("It no longer renews by itself");
  await expect(page.getByText("You pay each time.")).toBeVisible();
  await expect(page.getByText(`We ask ${masked(phone)} for KES 1,500 every month`)).toBeVisible();
  await send(page, "Renew by phone");
  await expect(page.getByRole("status")).toContainText("From now on it renews by itself");
});

test("a payer lets their card be charged: they are told before, it is charged without them, and they turn it off", async ({
  page,
}) => {
  const store = await openStore(page.context());
  await page.goto(`${await makePlan(store, "Gold")}?ref=user_2`);
  await page.getByLabel("Card", { exact: true }).check();
  await page.getByRole("textbox", { name: /^E-mail/ }).fill("card@example.com");
  const box = page.getByRole("checkbox", { name: /^Charge this card KES 1,500 every month by itself/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await send(page, /^Pay /);
  await page.getByRole("link", { name: "Continue to the card page" }).click();
  await payByCard(page, "4242 4242 4242 4242");
  const manage = await manageLink(page);
  await page.goto(manage);
  await expect(page.getByText(/we charge KES 1,500 every month to .*4242/)).toBeVisible();

  await moveEnd(store, 3 * dayMs);
  await expect
    .poll(() => templates(store), untilLooked)
    .toEqual(expect.arrayContaining(["renewal_notice_charge"]));
  await moveEnd(store, dayMs);
  await expect(async () => {
    await page.goto(manage);
    await expect(page.getByRole("link", { name: "Receipt" })).toHaveCount(2);
  }).toPass(untilLooked);

  await send(page, "Turn off");
  await expect(page.getByRole("status")).toContainText("It no longer renews by itself");
  // The card is forgotten at its rail too.
  const where = { storeId: store.seller.storeId };
  await expect
    .poll(
      async () => (await store.world.db.paymentInstrument.findFirstOrThrow({ where })).tokenSealed,
      untilLooked,
    )
    .toBeNull();
});

/** From the page of the attempt, once it is paid. */
async function manageLink(page: Page): Promise<string> {
  const link = page.getByRole("link", { name: "Manage the subscription" });
  await expect(async () => {
    await page.reload();
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  return new URL((await link.getAttribute("href")) ?? "", page.url()).toString();
}

async function templates({ world, seller }: OpenedStore): Promise<string[]> {
  const rows = await world.db.message.findMany({ where: { storeId: seller.storeId } });
  return rows.map(({ template }) => template);
}

/**
 * As if so much of the paid time were left. It is noon at the store, so that what the day brings is due now.
 */
async function moveEnd({ world, seller }: OpenedStore, leftMs: number): Promise<void> {
  const now = Date.now();
  const hours = 12 - new Date(now).getUTCHours();
  const timeZone = hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  await world.db.store.update({ where: { id: seller.storeId }, data: { timeZone } });
  const { storeId } = seller;
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId } });
  const shift = now + leftMs - row.currentPeriodEnd.getTime();
  const moved = (at: Date) => new Date(at.getTime() + shift);
  await world.db.$executeRaw`
    UPDATE subscription_periods SET starts_at = starts_at + ${shift}::bigint * interval '1 millisecond',
      ends_at = ends_at + ${shift}::bigint * interval '1 millisecond', paid_at = paid_at + ${shift}::bigint * interval '1 millisecond'
    WHERE subscription_id = ${row.id}`;
  const end = moved(row.currentPeriodEnd);
  await world.db.subscription.update({
    where: { id: row.id },
    data: {
      ...{
        currentPeriodEnd: end,
        graceEndsAt: moved(row.graceEndsAt),
        currentPeriodStart: moved(row.currentPeriodStart),
      },
      ...{ startedAt: moved(row.startedAt), anchorAt: end, anchorPeriods: 0, nextDueAt: end },
      ...{ renewalAgreedAt: moved(row.startedAt), renewalTriedFor: end, renewalTries: 0 },
      ...{
        nextRenewalTryAt: new Date(now),
        nextReminderAt: new Date(now),
        remindersSent: [],
        remindedFor: end,
      },
    },
  });
}
