import { randomUUID } from "node:crypto";
import { totpCode } from "@/lib/testing/totp";
import { openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { beginTwoStep, confirmTwoStep, invite, linkIn, readMail, signOut, withFingerprint } from "./people";
import { signIn } from "./seller";

// Several people sign in and out in one story.
test.setTimeout(120_000);

const hello = { name: "Hello, Amani Njoroge" };
const halfMinuteMs = 30_000;
const code = (secret: string, ahead = 0) => totpCode(secret, new Date(Date.now() + ahead * halfMinuteMs));

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("two-step sign-in: a code of the app, each once; a recovery code when the phone is lost; off with the password and a code", async ({
      page,
    }) => {
      const { email, password } = await openStore(page.context());
      const secret = await beginTwoStep(page, password);
      const used = code(secret);
      const codes = await confirmTwoStep(page, used);
      expect(codes).toHaveLength(10);
      await page.getByRole("link", { name: "I have saved them" }).click();
      await expect(page.getByText("Recovery codes left: 10")).toBeVisible();
      await signOut(page);

      await signIn(page, email, password);
      await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
      await page.goto("/dashboard");
      await expect(page, "a password alone opens nothing").toHaveURL(/\/sign-in$/);
      await page.goto("/sign-in/code");
      await page.getByLabel("Code", { exact: true }).fill(used);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("This code is wrong or was used before.").first()).toBeVisible();
      await page.getByLabel("Code", { exact: true }).fill(code(secret, 1));
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", hello)).toBeVisible();
      await signOut(page);

      await signIn(page, email, password);
      await page.getByLabel("Code", { exact: true }).fill(codes[3] ?? "");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", hello)).toBeVisible();
      await page.goto("/dashboard/account/two-step");
      await expect(page.getByText("Recovery codes left: 9")).toBeVisible();
      await page.locator("#password-off").fill(password);
      await page.locator("#password-off-code").fill(codes[4] ?? "");
      await page.getByRole("button", { name: "Turn it off" }).click();
      await expect(page.getByText("Two-step sign-in is off.")).toBeVisible();
      await signOut(page);
      await signIn(page, email, password);
      await expect(page.getByRole("heading", hello)).toBeVisible();
    });

    test("a mailed link signs in by its button, once; opening it, as scanners do, spends nothing", async ({
      page,
      browser,
      demo,
      request,
    }) => {
      const { email } = await openStore(page.context());
      await signOut(page);
      await page.getByRole("link", { name: "Have a sign-in link mailed to you" }).click();
      await page.getByLabel("E-mail").fill(email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText("Check your mail")).toBeVisible();
      const link = linkIn(await readMail(browser, demo, email, /Sign in to/), "/sign-in/link");
      for (let opened = 0; opened < 3; opened += 1) expect((await request.get(link)).status()).toBe(200);
      await page.goto(link);
      await expect(page.getByText(email)).toBeVisible();
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", hello)).toBeVisible();
      await signOut(page);
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    });

    test("a second person joins by invitation, does what their role may, gets another one, and is shown out", async ({
      page,
      browser,
      demo,
    }) => {
      await openStore(page.context(), { storeName: "Maji Kwetu" });
      const email = `${randomUUID()}@example.com`;
      const link = await invite(page, email, "support");
      const context = await browser.newContext({ baseURL: demo.site_url, javaScriptEnabled });
      const second = await context.newPage();
      await second.goto(link);
      await expect(second.getByRole("heading", { name: "Join Maji Kwetu" })).toBeVisible();
      await second.getByLabel("Your name").fill("Baraka Odhiambo");
      await second.getByLabel("Password").fill("three plain words");
      await second.getByRole("button", { name: "Join" }).click();
      await expect(second.getByRole("heading", { name: "Hello, Baraka Odhiambo" })).toBeVisible();
      await second.goto("/dashboard/team");
      await expect(
        second.getByText("Only an owner or an admin of the store changes the team."),
      ).toBeVisible();
      await expect(second.getByRole("button", { name: "Make the link" })).toHaveCount(0);
      await second.goto("/dashboard/developers/keys");
      await expect(second.getByRole("link", { name: "Create key" })).toHaveCount(0);

      await page.goto("/dashboard/team");
      await page.getByRole("link", { name: "Change Baraka Odhiambo" }).click();
      await page.locator("input[name=role][value=admin]").check();
      await page.getByRole("button", { name: "Change role" }).click();
      await expect(page.getByText("The role of Baraka Odhiambo is changed.")).toBeVisible();
      await second.goto("/dashboard/team");
      await expect(second.getByText("Invite somebody")).toBeVisible();
      await second.getByRole("link", { name: "Change Amani Njoroge" }).click();
      await expect(second.getByText("Only an owner changes an owner.")).toBeVisible();

      await page.getByRole("link", { name: "Change Baraka Odhiambo" }).click();
      await page.getByRole("button", { name: "Remove from the team" }).click();
      await expect(page.getByText("Baraka Odhiambo is no longer in the team.")).toBeVisible();
      await second.goto("/dashboard/orders");
      await expect(second.getByText("This account has no store")).toBeVisible();
      await context.close();
    });

    test("browsers that are signed in are listed, and signed out one by one, all others, or everywhere", async ({
      page,
      browser,
      demo,
    }) => {
      const { email, password } = await openStore(page.context());
      const elsewhere = async () => {
        const context = await browser.newContext({ baseURL: demo.site_url, javaScriptEnabled });
        const other = await context.newPage();
        await signIn(other, email, password);
        await expect(other.getByRole("heading", hello)).toBeVisible();
        return other;
      };
      const [one, two] = [await elsewhere(), await elsewhere()];
      expect(await readMail(browser, demo, email, /New sign-in to/)).toContain("Browser: Chrome on");
      await page.goto("/dashboard/account/sessions");
      await expect(page.getByText("(this one)")).toBeVisible();
      await page.getByRole("button", { name: "Sign out Chrome on" }).last().click();
      await expect(page.getByText("That browser is signed out.")).toBeVisible();
      await page.getByRole("button", { name: "Sign out everywhere else" }).click();
      await expect(page.getByText("Every other browser is signed out.")).toBeVisible();
      for (const other of [one, two]) {
        await other.goto("/dashboard");
        await expect(other).toHaveURL(/\/sign-in$/);
      }
      const three = await elsewhere();
      await page.goto("/dashboard/account/sessions");
      await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
      await expect(page).toHaveURL(/\/sign-in$/);
      for (const other of [page, three]) {
        await other.goto("/dashboard");
        await expect(other).toHaveURL(/\/sign-in$/);
      }
      for (const other of [one, two, three]) await other.context().close();
    });

    test("a new password signs other browsers out and this one not", async ({ page, browser, demo }) => {
      const { email, password } = await openStore(page.context());
      const context = await browser.newContext({ baseURL: demo.site_url, javaScriptEnabled });
      const other = await context.newPage();
      await signIn(other, email, password);
      await expect(other.getByRole("heading", hello)).toBeVisible();
      await page.goto("/dashboard/account");
      await page.getByLabel("Your password").fill(password);
      await page.getByLabel("New password").fill("something quite different");
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText("Your password is changed.")).toBeVisible();
      await other.goto("/dashboard");
      await expect(other).toHaveURL(/\/sign-in$/);
      await context.close();
    });
  });
}

test("a passkey is added with the password, renamed, signs in without one, and is removed", async ({
  page,
  complaints,
}) => {
  // The browser says so when an authenticator has no key for the site.
  complaints.allow(/NotAllowedError/);
  const { email, password } = await openStore(page.context());
  const removeFingerprint = await withFingerprint(page);
  await page.goto("/dashboard/account/passkeys");
  await page.getByLabel("What to call it").last().fill("Phone of Amani");
  await page.getByLabel("Your password").last().fill("not my password");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This is not your password.").first()).toBeVisible();
  await page.getByLabel("Your password").last().fill(password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Phone of Amani signs you in from now on.")).toBeVisible();
  await page.getByText("Rename", { exact: true }).first().click();
  await page.getByLabel("What to call it").first().fill("New phone");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("It is called New phone now.")).toBeVisible();
  await signOut(page);

  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", hello)).toBeVisible();
  await page.goto("/dashboard/account/passkeys");
  await page.getByText("Remove", { exact: true }).first().click();
  await page.getByLabel("Your password").first().fill(password);
  await page.getByRole("button", { name: "Remove New phone" }).click();
  await expect(page.getByText("That passkey signs nobody in any more.")).toBeVisible();
  await signOut(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("This passkey does not sign in here.")).toBeVisible();
  await removeFingerprint();
  await signIn(page, email, password);
  await expect(page.getByRole("heading", hello)).toBeVisible();
});

test.describe("on a phone in American English", () => {
  test.use({ locale: "en-US", timezoneId: "Africa/Kampala" });

  test("the country of a new shop is that of its clock, the rest follows it, and a refusal keeps the password", async ({
    page,
  }) => {
    await page.goto("/sign-up");
    await expect(page.getByText("In Uganda: prices in UGX")).toBeVisible();
    await expect(page.getByLabel("Country")).toHaveValue("UG");
    await page.getByLabel("Password").fill("a password of mine");
    await page.getByLabel("Country").selectOption("KE");
    await expect(page.getByText("In Kenya: prices in KES, time of Nairobi")).toBeVisible();
    await page.getByText("Change currency, time or language").click();
    await page.getByLabel("Currency").selectOption("USD");
    await expect(page.getByText("In Kenya: prices in USD, time of Nairobi")).toBeVisible();
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Some things to correct")).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveValue("a password of mine");
    await expect(page.getByText("In Kenya: prices in USD, time of Nairobi")).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    test("signing up with an address that is known leads to signing in and to a new password", async ({
      page,
      context,
    }) => {
      const { email } = await openStore(context);
      await context.clearCookies();
      await page.goto("/sign-up?country=KE");
      await page.getByLabel("Name of your shop").fill("Duka la Amani");
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill("a password of mine");
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText("No account can be made with this address").first()).toBeVisible();
      const form = page.locator("form").filter({ hasText: "Name of your shop" });
      await expect(form.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
        "href",
        "/sign-in",
      );
      await form.getByRole("link", { name: "Set a new password", exact: true }).click();
      await expect(page).toHaveURL(/\/forgot-password$/);
    });
  });

test("an invitation to somebody with an account is joined after signing in, and not by somebody else", async ({
  page,
  browser,
  demo,
}) => {
  const context = await browser.newContext({ baseURL: demo.site_url });
  const other = await context.newPage();
  const invited = await openStore(context, { storeName: "Duka la Baraka" });
  await openStore(page.context(), { storeName: "Maji Kwetu" });
  const link = await invite(page, invited.email, "viewer");
  await page.goto(link);
  await expect(page.getByText("This invitation is for another address")).toBeVisible();
  await signOut(other);
  await other.goto(link);
  await other.getByRole("link", { name: "Sign in to join" }).click();
  await other.getByLabel("E-mail").fill(invited.email);
  await other.getByLabel("Password").fill(invited.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByRole("heading", hello)).toBeVisible();
  await other.goto("/dashboard/account");
  await expect(other.getByRole("main").getByText("Maji Kwetu")).toBeVisible();
  await expect(other.getByRole("main").getByText("Duka la Baraka")).toBeVisible();
  await context.close();
});
