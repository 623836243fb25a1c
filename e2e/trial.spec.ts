import type { Page } from "@playwright/test";
import { ask } from "@/scripts/lab/testing/database";
import { embeddedDatabaseUrl } from "@/scripts/start/data-directory";
import { makePlan, openStore, ownDataDir } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone, send, untilReceipt } from "./payer";

type Store = Awaited<ReturnType<typeof openStore>>;

test.use({ javaScriptEnabled: false });

/** A plan with seven free days; its store and its subscribe page. */
async function planWithTrial(page: Page): Promise<{ store: Store; address: string }> {
  const store = await openStore(page.context());
  const address = await makePlan(store);
  await store.world.db.product.updateMany({
    where: { storeId: store.seller.storeId },
    data: { trialDays: 7 },
  });
  // All stories come from one address, which begins five trials an hour.
  await store.world.db.rateLimit.deleteMany({ where: { subject: { startsWith: "trial:" } } });
  return { store, address };
}

/** What the code is, from the make-believe phone. */
async function codeOn(page: Page, phone: string): Promise<string> {
  const handset = await page.context().newPage();
  await handset.goto(new URL(`/sandbox/phone/254${phone.slice(1)}`, page.url()).toString());
  const text = await handset
    .getByText(/is your code for/)
    .first()
    .textContent();
  await handset.close();
  return /\d{6}/.exec(text ?? "")?.[0] ?? "";
}

async function beginFreeDays(page: Page, address: string, phone: string): Promise<void> {
  await page.goto(`${address}?ref=user_1`);
  await expect(page.getByRole("heading", { name: "7 days free, then KES 1,500 every month" })).toBeVisible();
  await page.getByLabel("Your mobile number").fill(phone);
  await send(page, "Start the free days");
  await page.getByLabel("Code").fill(await codeOn(page, phone));
  await send(page, "Begin");
  await expect(page.getByText("Free until")).toBeVisible();
}

/** Moves all dates of the store's subscription, as if its free days had passed. */
async function daysPass({ world, seller }: Store): Promise<void> {
  await world.db.$executeRaw`
    UPDATE subscriptions SET started_at = started_at - interval '8 days', anchor_at = anchor_at - interval '8 days',
      current_period_start = current_period_start - interval '8 days', next_due_at = now(),
      current_period_end = current_period_end - interval '8 days', grace_ends_at = grace_ends_at - interval '8 days',
      trial_ends_at = trial_ends_at - interval '8 days' WHERE store_id = ${seller.storeId}`;
  await world.db.$executeRaw`
    UPDATE subscription_periods SET starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days',
      paid_at = paid_at - interval '8 days' WHERE store_id = ${seller.storeId}`;
  // What was told of its end is as long ago. Events are never changed but here.
  const told = "payload::jsonb #>> '{data,access_ends_at}'";
  const earlier = `to_char((${told})::timestamptz AT TIME ZONE 'UTC' - interval '8 days', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
  await ask(
    embeddedDatabaseUrl(ownDataDir()),
    `SET session_replication_role = replica; UPDATE events SET payload = jsonb_set(payload::jsonb, '{data,access_ends_at}', to_jsonb(${earlier}))::text
     WHERE store_id = ${seller.storeId} AND ${told} IS NOT NULL`,
  );
}

test("free days by phone, from the link to their end, had once, and then paid for", async ({
  page,
  complaints,
}) => {
  complaints.allow(/422/);
  const { store, address } = await planWithTrial(page);
  const phone = newPhone();
  await beginFreeDays(page, address, phone);
  const manage = page.url();
  await daysPass(store);
  await page.goto(manage);
  await expect(page.getByText("Your access ended on")).toBeVisible();

  // Another ref, the same phone.
  await page.goto(`${address}?ref=user_2`);
  await page.getByLabel("Your mobile number").fill(phone);
  await send(page, "Start the free days");
  await page.getByLabel("Code").fill(await codeOn(page, phone));
  await send(page, "Begin");
  await expect(page.getByRole("alert")).toContainText("You have had the free days. Pay to go on.");

  await page.goto(manage);
  await page.getByRole("link", { name: "Start again, KES 1,500" }).click();
  await send(page, "Pay KES 1,500");
  await answerOnPhone(page, "Approve");
  await untilReceipt(page);
  await page.goto(manage);
  await expect(page.getByText("Paid until")).toBeVisible();
});

test("a friend pays by a link that can only pay", async ({ page }) => {
  const { store, address } = await planWithTrial(page);
  await beginFreeDays(page, address, newPhone());
  await store.world.db.customer.updateMany({
    where: { accountId: store.seller.accountId },
    data: { name: "Wanjiru Kamau" },
  });
  await page.getByText("Does somebody else pay for you?").click();
  const link = await page.getByLabel("Link that only pays").inputValue();
  const friend = await page.context().browser()?.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const theirs = await friend?.newPage();
  if (!friend || !theirs) throw new Error("There is no second browser.");
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "Pay Gold for Wanjiru" })).toBeVisible();
  await expect(theirs.getByText("Kamau")).toHaveCount(0);
  await payByPhone(theirs, newPhone());
  await answerOnPhone(theirs, "Approve");
  await untilReceipt(theirs);
  await expect(theirs.getByRole("link", { name: "Manage the subscription" })).toHaveCount(0);
  await friend.close();
  await page.reload();
  await expect(page.getByText("Nothing to pay")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "KES 1,500" })).toBeVisible();
});
