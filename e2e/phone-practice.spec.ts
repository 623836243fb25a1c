import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { newPhone, payByPhone, send } from "./payer";

// Whoever wants to see how a phone takes money has no SIM at hand: the sandbox has one, with play money on it.

test("a newcomer connects the built-in phone, loses a message, finds it again, and sees a forged one fail", async ({
  context,
  browser,
}) => {
  test.setTimeout(120_000);
  const store = await openStore(context);
  const page = await context.newPage();
  const number = `0712 4${String(Date.now()).slice(-5)}`;
  await page.goto("/dashboard/wallet/own/new?rail=phone");
  await page.getByLabel("Name", { exact: true }).fill("Practice phone");
  await page.getByLabel("Network of the SIM").selectOption({ label: "M-PESA, Kenya" });
  await page.getByLabel("Number", { exact: true }).fill(number);
  await page.getByLabel("Mode").selectOption("test");
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Connect and check" }).click();
  await page.getByRole("link", { name: "Open its built-in phone" }).click();
  await expect(page.getByText("KES 10,000 is on this phone.")).toBeVisible();
  const phonePage = page.url();
  await page.goBack();
  const account = page.url();
  await page.getByLabel("Balance of this number now").fill("10,000");
  await page.getByRole("button", { name: "Believe it from here" }).click();
  await expect(page.getByText("They fit, one after the other")).toBeVisible();

  const input = NewPaymentLink.parse({ title: "Spare key", amount: 250 });
  const { token } = await createPaymentLink(store.world, store.seller, input);
  const plain = await browser.newContext({ baseURL: new URL(account).origin, javaScriptEnabled: false });
  const payer = await plain.newPage();
  await payer.goto(`/pay/${token}`);
  await payByPhone(payer, newPhone());
  await expect(payer.getByRole("heading", { name: /^Send KES 250 to 0712/ })).toBeVisible();
  const waiting = payer.url();
  await payer.getByRole("link", { name: "Open the payer's phone" }).click();
  await expect(payer.getByLabel("Amount")).toHaveValue("250");
  await payer.getByLabel("The message about it at the seller’s phone").selectOption({ label: "is lost" });
  await send(payer, "Send");
  const [, code = ""] =
    /is (SB\d{8})/.exec((await payer.getByText("Sent. The number").textContent()) ?? "") ?? [];
  await payer.goto(waiting);
  await payer.getByLabel("Number of the payment, or the whole message").fill(code);
  await send(payer, "This is my payment");
  await expect(payer.getByText("It has not reached the seller’s phone yet.")).toBeVisible();

  await page.goto(phonePage);
  await expect(page.getByText("The shop did not hear it.")).toBeVisible();
  await page.getByRole("button", { name: "Forward what the shop did not hear" }).click();
  await expect(page.getByText("KES 10,250 is on this phone.")).toBeVisible();
  await expect(page.getByText("The shop did not hear it.")).toHaveCount(0);
  await expect(async () => {
    await payer.reload();
    await expect(payer.getByRole("link", { name: "See the receipt" })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await payer.goto(`${phonePage.replace(/\d+$/, "254722000999")}/send`);
  await payer.getByLabel("To the number").fill(number);
  await payer.getByLabel("Amount").fill("5000");
  await payer
    .getByLabel("The message about it at the seller’s phone")
    .selectOption({ label: "is forged: no money moves" });
  await send(payer, "Send");
  await expect(payer.getByText("A message was forged. No money moved.")).toBeVisible();
  await page.goto(phonePage);
  await expect(page.getByText("KES 10,250 is on this phone.")).toBeVisible();
  await page.goto(`${account}/messages`);
  await expect(page.getByRole("row", { name: "Fits" })).toHaveCount(1);
  await expect(page.getByRole("row", { name: "KES 5,000" })).not.toContainText("Fits");
  await plain.close();
});
