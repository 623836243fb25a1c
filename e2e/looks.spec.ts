import type { Page } from "@playwright/test";
import { makeTeam } from "./account-pages";
import { enter, makePlan, openStore } from "./backstage";
import { makeDetails } from "./detail-pages";
import { expect, test } from "./fixtures";
import { type ColorScheme, coloursOf, desk, inspect, isLookedAt, phone } from "./inspect";
import { makeMoving } from "./moving-pages";
import { empty, type Look, makeHistory, operator, outside, payShort } from "./pages";

test.setTimeout(300_000);

function inEachColour(what: string, declare: (colorScheme: ColorScheme) => void): void {
  for (const colorScheme of coloursOf(what))
    test.describe(`in ${colorScheme}`, () => {
      test.use({ colorScheme });
      declare(colorScheme);
    });
}

inEachColour("a new store", (colorScheme) => {
  test("pages before sign-in and of an empty store read well at every width", async ({
    page,
    complaints,
  }) => {
    complaints.allow(/404/);
    for (const look of outside) await openAndInspect(page, look, colorScheme);
    await openStore(page.context(), { storeName: "New store" });
    for (const look of empty) await openAndInspect(page, look, colorScheme);
  });
});

inEachColour("a store with a history", (colorScheme) => {
  test("pages of a store with a history and its payers read well at every width", async ({
    page,
    complaints,
    listener,
  }) => {
    complaints.allow(/404|422/);
    // Leaving the page of a new secret asks first; here it is left on purpose.
    page.on("dialog", (dialog) => dialog.accept());
    for (const look of await makeHistory(page, listener)) await openAndInspect(page, look, colorScheme);
  });
});

inEachColour("a team", (colorScheme) => {
  test("pages of a team and of one's own sign-in read well at every width", async ({
    page,
    browser,
    demo,
  }) => {
    for (const look of await makeTeam(page, browser, demo)) await openAndInspect(page, look, colorScheme);
  });
});

inEachColour("one thing each", (colorScheme) => {
  test("pages of one thing each, and of money on its way out, read well at every width", async ({
    page,
    demo,
  }) => {
    for (const look of await makeDetails(page, demo)) await openAndInspect(page, look, colorScheme);
  });
});

inEachColour("moving in and out", (colorScheme) => {
  test("pages of moving in, and of taking everything along, read well at every width", async ({ page }) => {
    for (const look of await makeMoving(page)) await openAndInspect(page, look, colorScheme);
  });
});

inEachColour("who runs the service", (colorScheme) => {
  test("pages of who runs the service read well at every width", async ({ page, complaints, demo }) => {
    complaints.allow(/404/);
    await payShort(page, await makePlan(await openStore(page.context(), { storeName: "Maji Kwetu" })));
    await page.context().clearCookies();
    await enter(page.context(), demo.operator.email);
    for (const look of operator) await openAndInspect(page, look, colorScheme);
  });
});

/** Asks for a page once, and looks at it where it is its turn. */
async function openAndInspect(page: Page, { name, open, status = 200 }: Look, colorScheme: ColorScheme) {
  if (typeof open === "string" && !isLookedAt(name, colorScheme)) {
    const answer = await page.request.get(open);
    expect(answer.status(), name).toBe(status);
    return;
  }
  await page.setViewportSize(colorScheme === "light" ? desk : phone);
  if (typeof open === "string") expect((await page.goto(open))?.status(), name).toBe(status);
  else await open(page);
  await inspect(page, name, colorScheme);
}
