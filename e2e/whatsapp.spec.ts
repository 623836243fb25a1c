import { sandboxWhatsapp } from "@/lib/providers/whatsapp/create";
import { remindOfRenewal } from "@/lib/services/billing/reminders/ask";
import { makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerWhenAsked, newPhone, send } from "./payer";

// A newcomer sees the conversation without an account anywhere: on the simulated phone.

test.use({ javaScriptEnabled: false });
test.setTimeout(240_000);

test("a payer ticks WhatsApp, is reminded there, presses Renew, and has paid", async ({ page }) => {
  const store = await openStore(page.context());
  await page.goto(`${await makePlan(store, "Gold")}?ref=user_1`);
  const box = page.getByRole("checkbox", { name: "Send me messages by WhatsApp, not SMS" });
  await expect(box).not.toBeChecked();
  const phone = newPhone();
  await page.getByLabel("Mobile number").fill(phone);
  await box.check();
  await send(page, /^Pay /);
  await answerWhenAsked(page, phone);
  const handset = await page.context().newPage();
  const chat = async (text: RegExp) => {
    await expect(async () => {
      await handset.goto(new URL(`/sandbox/phone/254${phone.slice(1)}`, page.url()).toString());
      await expect(handset.getByText(text)).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 90_000 });
  };
  await chat(/KES 1,500 received for Gold/);

  const { world, seller } = store;
  const { id } = await world.db.subscription.findFirstOrThrow({ where: { storeId: seller.storeId } });
  // As the instance itself: a message is written by its number, and its clock sends it.
  const prices = { utility: null, marketing: null, authentication: null };
  const whatsapp = sandboxWhatsapp({ prices, appSecret: "" });
  await remindOfRenewal({ ...world, whatsapp }, seller, id);
  await chat(/You can renew now and lose no day\. Pay KES 1,500/);
  await send(handset, "Renew");
  await expect(handset.getByRole("button", { name: "Later" })).toBeVisible();
  await answerWhenAsked(page, phone);
  await expect
    .poll(async () => (await world.db.subscription.findUniqueOrThrow({ where: { id } })).paymentsCount, {
      timeout: 60_000,
    })
    .toBe(2);
});
