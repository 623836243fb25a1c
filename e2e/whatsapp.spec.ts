import { sandboxWhatsapp } from "@/lib/providers/whatsapp/create";
import { remindOfRenewal } from "@/lib/services/billing/reminders/ask";
import { allTemplates } from "@/lib/services/notify/whatsapp/templates";
import { makePlan, openStore } from "./backstage";
import { startWhatsapp } from "./emulators/whatsapp";
import { expect, test } from "./fixtures";
import { openInstance } from "./open-instance";
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

test("a seller connects a number of their own, and a payer who ticks the box is reminded from it", async ({
  browser,
}) => {
  test.setTimeout(480_000);
  const number = await startWhatsapp({ realTime: true, startMs: Date.now() });
  for (const { lang, name, language, body, buttons } of allTemplates("Sente"))
    if (lang === "en") number.approve(name, language, body, { replies: buttons });
  const instance = await openInstance({ WHATSAPP_BASE_URL: number.url });
  const context = await browser.newContext({ baseURL: instance.siteUrl, javaScriptEnabled: false });
  const store = await openStore(context, { dataDir: instance.dataDir });
  const { world, seller } = store;
  // No mail server confirms it here.
  await world.db.user.update({ where: { id: seller.userId }, data: { emailVerifiedAt: new Date() } });
  const page = await context.newPage();
  await page.goto("/dashboard/settings/whatsapp");
  const connect = async (appSecret: string) => {
    await page.getByLabel("Phone number ID", { exact: true }).fill(number.phoneNumberId);
    await page.getByLabel("Token", { exact: true }).fill(number.token);
    await page.getByLabel("App secret", { exact: true }).fill(appSecret);
    await page.getByLabel("Your password", { exact: true }).fill(store.password);
    await send(page, "Check connection");
  };
  await connect("another-secret");
  await expect(page.getByText(/^WhatsApp refuses these keys \(code 100\)/).first()).toBeVisible();
  await connect(number.appSecret);
  await expect(page.getByText("WhatsApp answers for this number.")).toBeVisible();
  await expect(page.locator("main").getByText("Jasper's Market")).toBeVisible();
  const waits = page.getByText("WhatsApp does not call here yet, so nothing goes by your number");
  await expect(waits).toBeVisible();
  const address = await page.getByLabel("Callback URL").inputValue();
  expect(await number.subscribe(address, await page.getByLabel("Verify token").inputValue())).toBe(true);
  await page.reload();
  await expect(waits).toBeHidden();

  await page.goto(`${await makePlan(store, "Gold")}?ref=user_1`);
  const phone = newPhone();
  await page.getByLabel("Mobile number").fill(phone);
  await page.getByRole("checkbox", { name: "Send me messages by WhatsApp, not SMS" }).check();
  await send(page, /^Pay /);
  await answerWhenAsked(page, phone);
  const subscriptionOf = () => world.db.subscription.findFirst({ where: { storeId: seller.storeId } });
  await expect.poll(async () => (await subscriptionOf())?.paymentsCount, { timeout: 60_000 }).toBe(1);
  const { id } = await world.db.subscription.findFirstOrThrow({ where: { storeId: seller.storeId } });
  await remindOfRenewal(world, seller, id);
  const templates = () => number.sentTo(`254${phone.slice(1)}`).map(({ template }) => template?.name);
  await expect.poll(templates, { timeout: 90_000 }).toContain("sente_renewal_asked");
  await number.presses(`254${phone.slice(1)}`, "Renew");
  await answerWhenAsked(page, phone);
  await expect.poll(async () => (await subscriptionOf())?.paymentsCount, { timeout: 60_000 }).toBe(2);
  await context.close();
  await instance.stop();
  await number.close();
});
