import { openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone } from "./payer";

// A seller is told that she has been paid, as she chose it; and the dashboard without a line.

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("she chooses what she is told and when, and sends herself a test", async ({ page }) => {
    const { email, world } = await openStore(page.context(), { storeName: "Duka la Saa" });
    await page.goto("/dashboard/settings");
    await page.getByRole("link", { name: "Notifications" }).click();
    await expect(page.getByLabel("A payment came, E-mail")).toBeChecked();
    await expect(page.getByText("No SMS can be sent")).toBeVisible();
    await page.getByLabel("A dispute was opened or decided, E-mail").uncheck();
    await page.getByText("Quiet hours and daily summary").click();
    await page.getByLabel("Quiet from").selectOption("22:00");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("Choose when quiet hours begin and when they end");
    await page.getByLabel("Quiet until").selectOption("06:00");
    await page.getByLabel("Daily summary at").selectOption("07:00");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your notifications are saved.")).toBeVisible();
    await expect(page.getByLabel("A dispute was opened or decided, E-mail")).not.toBeChecked();
    await expect(page.getByLabel("Quiet from")).toHaveValue("22");
    await page.getByRole("button", { name: "Send me a test e-mail" }).click();
    await expect(page.getByText("The test is on its way.")).toBeVisible();
    const mail = await world.db.message.findFirstOrThrow({
      where: { recipient: email, template: "alert_test" },
    });
    expect(mail.body).toContain("Nothing was paid.");
  });
});

test("a customer pays with a phone, and the owner's mail says who, how much and for what", async ({
  page,
  browser,
}) => {
  const { email, world } = await openStore(page.context(), { storeName: "Duka la Habari" });
  await page.goto("/dashboard/links/new");
  await page.getByLabel("Title", { exact: true }).fill("Two jars of honey");
  await page.getByLabel("Amount in KES", { exact: true }).fill("700");
  await page.getByRole("button", { name: "Create payment link" }).click();
  const link = await page.getByRole("link", { name: "Open the page" }).getAttribute("href");
  const payer = await (await browser.newContext()).newPage();
  await payer.goto(new URL(link ?? "", page.url()).toString());
  await payByPhone(payer, newPhone());
  await answerOnPhone(payer, "Approve");
  await expect(payer.getByRole("link", { name: /receipt/i }).first()).toBeVisible({ timeout: 30_000 });
  // The payer's browser knows nothing of the dashboard's worker.
  expect(await payer.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  const told = () =>
    world.db.message.findMany({ where: { recipient: email, template: { startsWith: "alert_" } } });
  await expect.poll(async () => (await told()).length, { timeout: 70_000 }).toBe(1);
  const [mail] = await told();
  expect(mail?.subject).toMatch(/^KES 700 from /);
  expect(mail?.body).toContain("for Two jars of honey");
  await page.goto(
    new URL(/\/dashboard\/orders\/\S+/.exec(mail?.body ?? "")?.[0] ?? "", page.url()).toString(),
  );
  await expect(page.getByText("Two jars of honey").first()).toBeVisible();
});

test("without a line the dashboard says so, keeps no page of the shop, and comes back", async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  await openStore(context, { storeName: "Duka la Mbali" });
  await page.goto("/dashboard");
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(new URL(scope).pathname).toBe("/dashboard");
  await context.setOffline(true);
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("heading", { name: "You are offline." })).toBeVisible();
  await expect(page.getByText("Nothing was sent.")).toBeVisible();
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    return (await Promise.all(stores.map((store) => store.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toEqual(["/offline"]);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible();
});

test("a phone can put the dashboard on its home screen", async ({ page }) => {
  await page.goto("/sign-in");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ start_url: "/dashboard", display: "standalone" });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()["content-type"]).toBe(type);
    const bytes = await icon.body();
    expect(bytes.byteLength).toBeLessThan(10_000);
    // The width and the height of a PNG stand at its bytes 16 and 20.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});
