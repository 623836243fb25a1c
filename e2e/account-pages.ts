import type { Browser, Page } from "@playwright/test";
import { openStore } from "./backstage";
import type { Demo } from "./fixtures";
import type { Look } from "./pages";
import { beginTwoStep, invite, linkIn, readMail, withFingerprint } from "./people";

const account = "/dashboard/account";
const longName = "The second store of a very long name that goes on and on";

/** A team of three, two stores, and somebody whose sign-in is half and wholly protected. Ends signed in as its owner. */
export async function makeTeam(page: Page, browser: Browser, demo: Demo): Promise<Look[]> {
  const owner = await openStore(page.context(), { storeName: "Maji Kwetu" });
  const link = await invite(page, `support-${owner.email}`, "support");
  const open = await invite(page, `invited-${owner.email}`, "viewer");
  const context = await browser.newContext({ baseURL: demo.site_url });
  const second = await context.newPage();
  await second.goto(link);
  await second.getByLabel("Your name").fill("Baraka Odhiambo");
  await second.getByLabel("Password").fill("three plain words");
  await second.getByRole("button", { name: "Join" }).click();
  await second.getByRole("heading", { name: "Hello, Baraka Odhiambo" }).waitFor();
  await context.close();
  return [
    { name: "team", open: "/dashboard/team" },
    { name: "team-invited", open: (at) => invite(at, `also-${owner.email}`, "developer") },
    { name: "team-member", open: (at) => follow(at, "/dashboard/team", "Change Baraka Odhiambo") },
    { name: "team-last-owner", open: leaveAsLastOwner },
    { name: "account", open: account },
    { name: "account-wrong", open: changePasswordWrongly },
    { name: "account-email", open: `${account}/email` },
    { name: "account-email-spent", open: "/new-email/0" },
    { name: "sessions", open: `${account}/sessions` },
    { name: "passkeys-none", open: `${account}/passkeys` },
    { name: "passkeys", open: (at) => addPasskey(at, owner.password) },
    { name: "two-step-off", open: `${account}/two-step` },
    { name: "two-step-begun", open: (at) => beginTwoStep(at, owner.password) },
    { name: "store-new", open: `${account}/stores/new` },
    { name: "stores-two", open: addStore },
    { name: "team-french", open: inFrench },
    { name: "account-french", open: account },
    { name: "invitation-for-another", open: new URL(open).pathname },
    { name: "invitation", open: (at) => signedOut(at, open) },
    { name: "sign-in-link-open", open: (at) => openSignInLink(at, browser, demo, owner.email) },
  ];
}

async function follow(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("link", { name }).click();
  await page.waitForURL((url) => url.pathname !== path);
}

async function leaveAsLastOwner(page: Page): Promise<void> {
  await follow(page, "/dashboard/team", "Change Amani Njoroge");
  await page.getByRole("button", { name: "Leave the team" }).click();
  await page.getByText("An account needs an owner").waitFor();
}

async function changePasswordWrongly(page: Page): Promise<void> {
  await page.goto(account);
  await page.getByLabel("Your password").fill("not my password");
  await page.getByLabel("New password").fill("something else entirely");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("One thing to correct").waitFor();
}

async function addPasskey(page: Page, password: string): Promise<void> {
  const take = await withFingerprint(page);
  await page.goto(`${account}/passkeys`);
  await page.getByLabel("What to call it").last().fill("one_word_".repeat(8));
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("signs you in from now on.").waitFor();
  await take();
}

async function addStore(page: Page): Promise<void> {
  await page.goto(`${account}/stores/new`);
  await page.getByLabel("Name of the store").fill(longName);
  await page.getByRole("button", { name: "Add a store" }).click();
  await page.getByText(`${longName} is ready.`).waitFor();
  await page.goto(account);
  const change = page.locator("aside summary").first();
  if (await change.isVisible()) await change.click();
}

async function inFrench(page: Page): Promise<void> {
  await page.goto("/dashboard/team");
  const menu = page.getByText("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Français" }).filter({ visible: true }).click();
  await page.getByRole("heading", { name: "Équipe" }).waitFor();
}

async function signedOut(page: Page, link: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(link);
}

async function openSignInLink(page: Page, browser: Browser, demo: Demo, email: string): Promise<void> {
  await page.goto("/sign-in/link");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("Check your mail").waitFor();
  // She chose French above, so her mail is in French.
  await page.goto(linkIn(await readMail(browser, demo, email, /Connectez-vous à/), "/sign-in/link"));
}
