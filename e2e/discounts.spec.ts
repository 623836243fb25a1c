import { makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { newPhone, payAndSee, send } from "./payer";

test.use({ javaScriptEnabled: false });

test("a seller makes a code, and a payer is told what is wrong with another, sees the new price, and pays it", async ({
  page,
  complaints,
}) => {
  complaints.allow(/422/);
  const store = await openStore(page.context());
  const address = await makePlan(store);
  await page.goto("/dashboard/discounts");
  await page.getByRole("link", { name: "New discount" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Launch");
  await page.getByLabel("Code", { exact: true }).fill("save20");
  await page.getByLabel("How much").fill("20");
  await send(page, "Create the discount");
  await expect(page.getByText("“Launch” is ready.")).toBeVisible();

  await page.goto(`${address}?ref=user_1`);
  await page.getByText("Have a code?").click();
  await page.getByLabel("Code", { exact: true }).fill("SAVE99");
  await send(page, "Apply the code");
  await expect(page.getByText("There is no such code.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay KES 1,500" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill("save20");
  await send(page, "Apply the code");
  await expect(page.getByText("Discount SAVE20")).toBeVisible();
  await expect(page.getByText("KES 1,200 for this payment, then KES 1,500")).toBeVisible();
  await payAndSee(page);
  await page.getByRole("link", { name: "See the receipt" }).click();
  await expect(page.getByText("Discount SAVE20")).toBeVisible();
  await expect(page.getByText("KES 1,200").first()).toBeVisible();

  await page.goto("/dashboard/discounts");
  await page.getByRole("link", { name: "Launch" }).click();
  await expect(page.getByText("KES 300").first()).toBeVisible();
});

test("a voucher that was sold for cash is redeemed once, without a payment", async ({ page, complaints }) => {
  complaints.allow(/422/);
  const store = await openStore(page.context());
  const address = await makePlan(store);
  await page.goto("/dashboard/discounts/new");
  await page.getByLabel("Name", { exact: true }).fill("Scratch cards");
  await page.getByLabel("How it applies").selectOption("batch");
  await page.getByLabel("How much").fill("100");
  await send(page, "Create the discount");
  await page.getByText("Make codes").first().click();
  await page.getByLabel("How many codes").fill("2");
  await send(page, "Make codes");
  const [code] = await store.world.db.discountCode.findMany({
    where: { discount: { storeId: store.seller.storeId } },
  });

  await page.goto(`${address}?ref=user_1&code=${code?.code}`);
  await page.getByLabel("Mobile number").fill(newPhone());
  await send(page, "Get it, nothing to pay");
  await expect(page.getByText("KES 0").first()).toBeVisible();
  await page.goto(`${address}?ref=user_2&code=${code?.code}`);
  await expect(page.getByText("This code has been used as often as it can be").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay KES 1,500" })).toBeVisible();
});
