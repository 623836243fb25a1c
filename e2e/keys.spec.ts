import { makeKey, makePlan, openStore, setUpTestMode } from "./backstage";
import { expect, test } from "./fixtures";
import { linkIn, readMail, signOut } from "./people";
import { addKey, payInTestMode, signIn, takeSecret, typePassword } from "./seller";

test("a store has ten keys at most, and a deleted key is refused on the next call", async ({ page, api }) => {
  const store = await openStore(page.context());
  const first = await makeKey(store, "test", "Key 1");
  for (let n = 2; n < 10; n += 1) await makeKey(store, n % 2 ? "test" : "live", `Key ${n}`);
  await addKey(page, "live", "Key 10");
  await expect(page.getByText("10 of 10")).toBeVisible();

  await page.goto("/dashboard/developers/keys/new?mode=test");
  await page.getByLabel("Name").fill("One too many");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/A store can have 10 API keys/)).toBeVisible();

  expect((await api(first, "/store")).status).toBe(200);
  await page.goto("/dashboard/developers/keys");
  await page.getByRole("link", { name: "Replace or delete Key 1", exact: true }).click();
  await page.getByRole("button", { name: new RegExp(`^Delete .*${first.slice(-4)}$`) }).click();
  await expect(page.getByText("The key is deleted.")).toBeVisible();
  expect(await api(first, "/store")).toMatchObject({ status: 401, body: { error: "invalid_api_key" } });
  await expect(page.getByText("9 of 10")).toBeVisible();
});

test("a replaced key and the new one both work during the overlap", async ({ page, api }) => {
  await openStore(page.context());
  const old = await addKey(page, "live", "Server");
  await page.getByRole("link", { name: "Replace or delete Server" }).click();
  await page.getByRole("button", { name: "Replace key" }).click();
  const replacement = await takeSecret(page, "Secret key");
  for (const key of [old, replacement]) expect((await api(key, "/store")).status).toBe(200);
  expect(replacement).not.toBe(old);
});

test("a key that only reads changes nothing, and its replacement reads alone too", async ({ page, api }) => {
  await openStore(page.context());
  await page.goto("/dashboard/developers/keys/new?mode=live");
  await page.getByLabel("Name").fill("Monthly report");
  await page.getByLabel("What it may do").selectOption("read");
  await page.getByRole("button", { name: "Create key" }).click();
  const old = await takeSecret(page, "Secret key");
  await expect(page.getByRole("row", { name: /Monthly report/ })).toContainText("reads only");
  await page.getByRole("link", { name: "Replace or delete Monthly report" }).click();
  await expect(page.getByText("Only read: it changes nothing and takes no payments")).toBeVisible();
  await page.getByRole("button", { name: "Replace key" }).click();
  const replacement = await takeSecret(page, "Secret key");
  for (const key of [old, replacement]) {
    expect((await api(key, "/store")).status).toBe(200);
    const refused = await api(key, "/customers", "POST");
    expect(refused).toMatchObject({ status: 403, body: { error: "key_is_read_only" } });
  }
});

test("a live key never sees a test subscription", async ({ page, api }) => {
  const store = await setUpTestMode(page);
  const { key, subscribeUrl } = store;
  const live = await makeKey(store, "live");
  await payInTestMode(page, subscribeUrl, "user_1");
  await expect(page).toHaveURL(/\/manage\//);
  const [seen] = (await api(key, "/subscriptions")).body.data;
  expect(seen).toMatchObject({ ref: "user_1", livemode: false });

  expect((await api(live, "/subscriptions")).body.data).toEqual([]);
  expect((await api(live, `/subscriptions/${seen.id}`)).status).toBe(404);
  expect((await api(live, `/subscriptions/${seen.id}/cancel`, "POST")).status).toBe(404);
  expect((await api(live, "/access?ref=user_1")).body).toMatchObject({ has_access: false, status: null });
  expect((await api(key, "/access?ref=user_1")).body).toMatchObject({ has_access: true, status: "active" });
});

test("another store's key sees neither the product nor the subscription", async ({ page, browser, api }) => {
  const { subscribeUrl, key } = await setUpTestMode(page);
  await payInTestMode(page, subscribeUrl, "user_1");
  await expect(page).toHaveURL(/\/manage\//);
  const [mine] = (await api(key, "/subscriptions")).body.data;
  const context = await browser.newContext();
  const foreign = await makeKey(await openStore(context, { storeName: "Another store" }), "test");
  await context.close();
  expect((await api(foreign, `/subscriptions/${mine.id}`)).status).toBe(404);
  expect((await api(foreign, `/products/${mine.product.id}`)).status).toBe(404);
});

test("a wrong password is said in words, and five in a row bring a pause", async ({ page }) => {
  const { email } = await openStore(page.context());
  // Some other browser: one that this person used before is counted by itself.
  await page.context().clearCookies();
  for (let n = 1; n <= 5; n += 1) {
    await typePassword(page, email, "not the password");
    await expect(page.getByText("The e-mail address or the password is wrong.").first()).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue("");
  }
  await typePassword(page, email, "not the password");
  await expect(page.getByText("Too many tries. Try again in 5 minutes.").first()).toBeVisible();
});

test("signing out ends the session; the pages behind it ask for sign-in, and open after it", async ({
  page,
}) => {
  const { email, password } = await openStore(page.context());
  await signOut(page);
  await page.goto("/dashboard/developers/keys");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText("You are not signed in")).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard\/developers\/keys$/);
});

test("a password is reset by the link in the operator's outbox, once, and ends other sessions", async ({
  page,
  browser,
  demo,
}) => {
  const { email } = await openStore(page.context());
  const other = await browser.newPage({ baseURL: demo.site_url });
  await other.goto("/forgot-password");
  await other.getByLabel("E-mail").fill(email);
  await other.getByRole("button", { name: "Send the link" }).click();
  await expect(other.getByText("Check your mail")).toBeVisible();
  const link = linkIn(await readMail(browser, demo, email, /Set a new password/), "/reset-password");

  const password = "a better password than before";
  await other.goto(link);
  await other.getByLabel("New password").fill(password);
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByText("Your new password is set.")).toBeVisible();
  await other.goto(link);
  await expect(other.getByText("This link no longer works")).toBeVisible();

  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email, password);
  await expect(page.getByRole("heading", { name: "Hello, Amani Njoroge" })).toBeVisible();
  await other.close();
});

test("a page that does not exist and a foreign one look the same", async ({ page, complaints }) => {
  complaints.allow(/404/);
  await makePlan(await openStore(page.context()));
  for (const path of ["/dashboard/developers/keys/1", "/dashboard/developers/endpoints/1?mode=test"]) {
    expect((await page.goto(path))?.status()).toBe(404);
  }
});

test("a second press while a key is made makes no second one, and the one that is shown works", async ({
  page,
  api,
}) => {
  await openStore(page.context());
  await page.goto("/dashboard/developers/keys/new?mode=test");
  await page.getByLabel("Name").fill("Pressed twice");
  await page.getByRole("button", { name: "Create key" }).dblclick();
  expect((await api(await takeSecret(page, "Secret key"), "/store")).status).toBe(200);
  await expect(page.getByText("1 of 10")).toBeVisible();
});
