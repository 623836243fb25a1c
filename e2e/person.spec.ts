import { readFileSync } from "node:fs";
import { enter } from "./backstage";
import { expect, test } from "./fixtures";

test("somebody asks for their data: the owner makes a copy, erases them, and nobody finds them any more", async ({
  page,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);
  const email = `forget-me-${Date.now()}@example.com`;
  await page.goto("/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("Wanjiru Forgetme");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Add the customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Wanjiru Forgetme" })).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Copy for programs (JSON)" }).click();
  const copy = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(copy.held[0].customer).toMatchObject({ name: "Wanjiru Forgetme", email });

  await page.getByRole("link", { name: "Erase…" }).click();
  await expect(page.getByText("It cannot be undone.")).toBeVisible();
  await page.getByRole("button", { name: "Erase for good" }).click();
  // Typing while the answer comes would be lost with the fields that it draws anew.
  await expect(page.getByText("One thing to correct")).toBeVisible();
  await page.getByLabel("Your password").fill(demo.owner.password);
  await page.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByText("The customer was erased.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Erased customer" })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
});

test("an operator makes a copy of a person at every seller, and hears where there is none", async ({
  page,
  demo,
}) => {
  await enter(page.context(), demo.operator.email);
  await page.goto("/ops/people");
  const form = page.locator('form[action="/ops/people/export"]');
  const fill = async (contact: string) => {
    await form.getByLabel("E-mail or phone").fill(contact);
    await form.getByLabel("Why").fill("Asked by letter");
    await form.getByLabel("Your password").fill(demo.operator.password);
    await form.getByRole("button", { name: "Make the copy" }).click();
  };
  await fill("nobody.at.all@example.com");
  await expect(page.getByText("No seller knows this e-mail or phone.")).toBeVisible();
});
