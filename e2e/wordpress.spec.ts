import { randomUUID } from "node:crypto";
import { enter, makeKey, makePlan, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone } from "./payer";
import {
  advance,
  age,
  connectBy,
  copyAddresses,
  deliver,
  fillLogin,
  installZip,
  kept,
  type Line,
  left,
  logIn,
  openLine,
  openPlaces,
  pageUrl,
  protectInEditor,
  reader,
  refOf,
  secretPart,
  secretText,
  speak,
  untilSaid,
  whereItIs,
  writePages,
} from "./wordpress-acts";
import { missingForWordPress, openWordPress, people, type Site } from "./wordpress-site";

// The plugin of plugins/wordpress in a real WordPress, as its owner, its readers and a stranger meet it.

const isMissing = missingForWordPress.length > 0;
if (isMissing)
  console.info(`The WordPress plugin is not tried: Debian's ${missingForWordPress.join(" ")} is missing.`);
test.skip(isMissing, `A WordPress needs Debian's ${missingForWordPress.join(" ")}.`);
test.describe.configure({ mode: "serial" });

let site: Site;
let line: Line;
let store: OpenedStore;
let plan: { id: number; page: number; part: number };
let key: string;
let secret: string;

test.beforeAll(async () => {
  site = await openWordPress();
});
test.afterAll(async () => {
  await Promise.all([line?.cut(), site?.stop()]);
});

test("the owner installs the zip, connects by key and protects a page", async ({ page, context, demo }) => {
  line = await openLine(Number(new URL(demo.site_url).port));
  store = await openStore(context);
  await makePlan(store, "Gold");
  await makePlan(store, "Silver");
  key = await makeKey(store, "test");
  const products = await store.world.db.product.findMany({
    where: { storeId: store.seller.storeId },
    orderBy: { id: "asc" },
  });
  const [id = 0, silver = 0] = products.map((product) => product.id);
  plan = { id, ...writePages(site, id, silver) };

  await test.step("install and activate", () => installZip(page, site));

  await test.step("a key that does not work is not kept", async () => {
    await page
      .getByRole("row", { name: /Sente Memberships/ })
      .getByRole("link", { name: "Settings" })
      .click();
    await connectBy(page, "http://sente.example", key);
    await expect(page.getByText("This is not an address that can be used.")).toBeVisible();
    await connectBy(page, line.url, "my key");
    await expect(page.getByText("This is not a secret key.")).toBeVisible();
    await connectBy(page, line.url, `sk_test_sn_${randomUUID().replaceAll("-", "")}`);
    await expect(page.getByText("Sente does not know this key")).toBeVisible();
    await connectBy(page, site.url, key);
    await expect(page.getByText("No Sente installation answers at this address just now.")).toBeVisible();
    expect(site.php("echo json_encode( get_option( 'sente_settings' ) );")).toBe("false");
  });

  await test.step("one that works is, and is never shown again", async () => {
    await connectBy(page, `${line.url}/api/v1/`, key);
    await expect(page.getByText("Connected. The key works.")).toBeVisible();
    await expect(page.getByText(store.storeName)).toBeVisible();
    await expect(page.getByText(`ends in ${key.slice(-4)}`)).toBeVisible();
    await expect(page.getByText("Test: play money, nobody is charged")).toBeVisible();
    await expect(page.getByRole("row", { name: /^Gold KES 1,500 a month/ })).toBeVisible();
    expect(await page.content()).not.toContain(key.slice(0, -4));
  });

  await test.step("the webhook and the way back", async () => {
    secret = await copyAddresses(page, store, demo.site_url);
  });

  await test.step("until it is protected, everybody reads the page", async () => {
    expect(await whereItIs(site, secretText)).toEqual(openPlaces);
  });

  await test.step("protect it beside its text", async () => {
    await protectInEditor(page, site, plan.page, "Members of Gold");
    expect(site.php(`echo get_post_meta( ${plan.page}, '_sente_protect', true );`)).toBe(String(id));
  });

  await test.step("the blocks are whole in the editor", async () => {
    await page.goto(`${site.url}/wp-admin/post.php?post=${plan.part}&action=edit`);
    await expect(page.getByText("Only members see what is in here.")).toBeVisible();
    await expect(page.getByText(secretPart).first()).toBeVisible();
    await expect(page.getByText("KES 1,500 a month").first()).toBeVisible();
    await expect(page.getByText("unexpected or invalid content")).toHaveCount(0);
  });
});

test("what is for members is in nothing that a stranger can read", async ({ page, complaints }) => {
  complaints.allow(/404/);
  expect(await whereItIs(site, secretText)).toEqual([]);
  expect(await whereItIs(site, secretPart)).toEqual([]);
  await page.goto(pageUrl(site));
  await expect(page.getByText("A taste for everybody")).toBeVisible();
  await expect(page.getByText("This is for members.")).toBeVisible();
  // The page says of nobody who they are: that is asked where the button leads.
  expect(await page.content()).not.toMatch(/wp_[0-9a-f]{8}_|[?&;]ref=/);
});

test("a reader logs in, pays, reads, and is kept out once it has ended", async ({ browser, api, demo }) => {
  const page = await reader(browser);
  const amina = people.amina;
  await test.step("the button leads to the login, then to the payment page with their ref and e-mail", async () => {
    await page.goto(pageUrl(site));
    await page.getByRole("link", { name: "Subscribe: Gold" }).click();
    await fillLogin(page, amina);
    await page.waitForURL(/\/subscribe\//);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      test: "1",
      ref: refOf(site, amina.name),
      email: amina.email,
    });
  });
  await test.step("who has not paid is not let in", async () => {
    await page.goto(pageUrl(site));
    await expect(page.getByText("This is for members.")).toBeVisible();
    await expect(page.getByText(secretText)).toHaveCount(0);
  });
  await test.step("who has paid is back at the page, and it is open", async () => {
    await page.getByRole("link", { name: "Subscribe: Gold" }).click();
    await page.getByRole("button", { name: "Payment succeeds" }).click();
    await page.waitForURL(pageUrl(site));
    await expect(page.getByText(secretText).first()).toBeVisible();
    await page.goto(`${site.url}/parts/`);
    await expect(page.getByText(secretPart)).toBeVisible();
    await expect(page.getByRole("link", { name: "Your subscription" }).first()).toHaveAttribute(
      "href",
      /\/manage\//,
    );
    // A plan opens what is its own.
    await expect(page.getByText("For Silver alone")).toHaveCount(0);
  });
  await test.step("it stays open in the days of grace, and closes after them at once", async () => {
    const { body } = await api(key, `/subscriptions?ref=${refOf(site, amina.name)}`);
    const subscription: string = body.data[0].id;
    await advance(demo.base_url, key, subscription, "end_period");
    await page.goto(pageUrl(site));
    await expect(page.getByText(secretText).first()).toBeVisible();
    await advance(demo.base_url, key, subscription, "end_grace");
    await untilSaid(page, "Your membership has ended.");
    await expect(page.getByText(secretText)).toHaveCount(0);
    await advance(demo.base_url, key, subscription, "renew");
    await untilSaid(page, secretText);
  });
  await page.context().close();
});

test("only a genuine delivery has Sente asked anew, and it counts once", async ({ browser }) => {
  const amina = await reader(browser);
  await logIn(amina, site, people.amina);
  const ref = refOf(site, people.amina.name);
  // What Sente tells of the story before: activated, past_due, expired, renewed.
  await expect.poll(() => site.php("echo count( get_option( 'sente_seen' ) );")).toBe("4");
  await amina.goto(pageUrl(site));
  const before = kept(site);
  expect(before).toContain('"may":true');
  const answers = [
    await deliver({ site, secret }, ref, { secret: `whsec_${Buffer.alloc(32).toString("base64")}` }),
    await deliver({ site, secret }, ref, { at: Math.floor(Date.now() / 1000) - 400 }),
    await deliver({ site, secret }, ref, { signature: "" }),
    await deliver({ site, secret }, ref, { signature: `v1,${"A".repeat(43)}=` }),
  ];
  expect(answers).toEqual([400, 400, 400, 400]);
  expect(kept(site)).toBe(before);
  // Of a user of another site, of nobody, of live mode, and of no user at all.
  for (const other of ["wp_00000000_2", refOf(site, people.amina.name).replace(/\d+$/, "2x"), ""])
    expect(await deliver({ site, secret }, other)).toBe(200);
  expect(await deliver({ site, secret }, ref, { livemode: true })).toBe(200);
  expect(kept(site)).toBe(before);
  const id = `evt_${randomUUID()}`;
  expect(await deliver({ site, secret }, ref, { id })).toBe(200);
  expect(kept(site)).toBe("false");
  await amina.goto(pageUrl(site));
  const again = kept(site);
  expect(again).toContain('"may":true');
  expect(await deliver({ site, secret }, ref, { id })).toBe(200);
  expect(kept(site)).toBe(again);
});

test("while Sente is down its members stay in for a day, and others read why they wait", async ({
  browser,
  page,
}) => {
  const amina = await reader(browser);
  await logIn(amina, site, people.amina);
  const juma = await reader(browser);
  await logIn(juma, site, people.juma);
  await line.cut();
  age(site, 3_600);
  await amina.goto(pageUrl(site));
  await expect(amina.getByText(secretText).first()).toBeVisible();
  await juma.goto(pageUrl(site));
  await expect(juma.getByText("We cannot check your membership just now.")).toBeVisible();
  await expect(juma.getByRole("link", { name: /Subscribe/ })).toHaveCount(0);
  await expect(juma.getByText(secretText)).toHaveCount(0);
  age(site, 86_400);
  await amina.reload();
  await expect(amina.getByText("We cannot check your membership just now.")).toBeVisible();
  await logIn(page, site, people.admin);
  await expect(
    page.getByText("Sente: No Sente installation answers at this address just now."),
  ).toBeVisible();
  await line.mend();
  site.php("delete_transient( 'sente_pause' );");
  await amina.reload();
  await expect(amina.getByText(secretText).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText("No Sente installation answers")).toHaveCount(0);
  await amina.context().close();
  await juma.context().close();
});

test("with a live key a reader pays by phone and is let in; who disconnects closes the page", async ({
  browser,
  page,
  context,
}) => {
  await enter(context, store.email);
  await logIn(page, site, people.admin);
  await page.goto(`${site.url}/wp-admin/options-general.php?page=sente`);
  await connectBy(page, line.url, await makeKey(store, "live"));
  await expect(page.getByText("Live: real money")).toBeVisible();
  const juma = await reader(browser);
  await juma.goto(pageUrl(site));
  await juma.getByRole("link", { name: "Already a member? Log in" }).click();
  await fillLogin(juma, people.juma);
  await juma.waitForURL(pageUrl(site));
  await juma.getByRole("link", { name: "Subscribe: Gold" }).click();
  await payByPhone(juma, newPhone());
  await answerOnPhone(juma, "Approve");
  await juma.waitForURL(pageUrl(site));
  await expect(juma.getByText(secretText).first()).toBeVisible();
  // What amina paid with play money opens nothing now.
  const amina = await reader(browser);
  await logIn(amina, site, people.amina);
  await amina.goto(pageUrl(site));
  await expect(amina.getByText("This is for members.")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("Disconnected. The key is deleted here")).toBeVisible();
  await juma.reload();
  await expect(juma.getByText(secretText)).toHaveCount(0);
  await amina.context().close();
  await juma.context().close();
});

test("it speaks the language of the site; deleted, it leaves nothing behind", async ({ page }) => {
  const words = {
    sw: "Hii ni kwa wanachama.",
    fr_FR: "Ceci est réservé aux membres.",
    "": "This is for members.",
  };
  for (const [locale, sentence] of Object.entries(words)) {
    speak(site, locale);
    await page.goto(pageUrl(site));
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await logIn(page, site, people.admin);
  await page.goto(`${site.url}/wp-admin/plugins.php`);
  await page.getByRole("link", { name: "Deactivate Sente Memberships" }).click();
  await expect(page.getByText("Plugin deactivated.")).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("link", { name: "Delete Sente Memberships" }).click();
  await expect(page.getByText("Sente Memberships was successfully deleted.")).toBeVisible();
  expect(left(site)).toBe("0");
  expect(
    site
      .complaints()
      .split("\n")
      .filter((told) => told.includes("plugins/sente")),
  ).toEqual([]);
});
