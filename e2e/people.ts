import { type Browser, expect, type Page } from "@playwright/test";
import { enter } from "./backstage";
import type { Demo } from "./fixtures";

const account = "/dashboard/account";

/** What was mailed to an address last, as the operator of a server without mail reads it. */
export async function readMail(
  browser: Browser,
  demo: Demo,
  email: string,
  subject: RegExp,
): Promise<string> {
  const context = await browser.newContext({ baseURL: demo.site_url });
  await enter(context, demo.operator.email);
  const page = await context.newPage();
  await page.goto("/ops/messages");
  const message = page.getByRole("listitem").filter({ hasText: email }).filter({ hasText: subject }).first();
  await message.getByText("Read it").click();
  const body = (await message.locator("pre").textContent()) ?? "";
  await context.close();
  return body;
}

/** The link of a mail that leads there. */
export function linkIn(body: string, path: string): string {
  const link = new RegExp(`https?://\\S+${path}/\\S+`).exec(body)?.[0];
  if (!link) throw new Error(`no link to ${path} in: ${body}`);
  return link;
}

/** Turns two-step sign-in on as far as the QR code. Returns the secret. */
export async function beginTwoStep(page: Page, password: string): Promise<string> {
  await page.goto(`${account}/two-step`);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  return page.getByLabel("Or type this secret into it").inputValue();
}

/** Types the code that the app shows. Returns the recovery codes. */
export async function confirmTwoStep(page: Page, code: string): Promise<string[]> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Turn it on" }).click();
  const codes = page.getByRole("region", { name: "Recovery codes" }).locator("pre");
  return ((await codes.textContent()) ?? "").split("\n");
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page.locator("summary:has(bdi)").filter({ visible: true }).last().click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

/** Invites somebody; the link is shown because the server sends no mail. */
export async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto("/dashboard/team");
  await page.getByText("Invite somebody").click();
  await page.getByLabel("E-mail").fill(email);
  await page.locator(`input[name=role][value=${role}]`).check();
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText(`${email} is invited`)).toBeVisible();
  return page.getByLabel("Invitation link").inputValue();
}

/** A phone's fingerprint reader that always says yes. Returns how to take it away. */
export async function withFingerprint(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  };
}
