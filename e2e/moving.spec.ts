import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { makeKey, makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";

test.use({ javaScriptEnabled: false });

/** Work that goes on in the background, on a machine that may do much else at once. */
const working = { timeout: 60_000 };

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const sheet = `E-mail;Ref;Product;Current_period_end;Status
amina@example.com;user_1;Gold;${soon(20)};active
brian@example.com;user_2;Gold;${soon(3)};active
chipo@example.com;user_3;Gold;${soon(9)};cancelled
diallo@example.com;user_4;Gold;${soon(-30)};active
esi@example.com;user_5;Silver;${soon(20)};active
`;

test("a seller brings five subscribers along, sees who comes, takes it back, and takes everything away", async ({
  page,
}) => {
  const store = await openStore(page.context());
  await makePlan(store);
  const key = await makeKey(store, "live");
  const hasAccess = async (ref: string) => {
    const answer = await page.request.get(`/api/v1/access?ref=${ref}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return (await answer.json()).has_access;
  };
  await page.goto("/dashboard/subscriptions");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByLabel("CSV file").setInputFiles({
    ...{ name: "subscribers.csv", mimeType: "text/csv" },
    buffer: Buffer.from(`\ufeff${sheet}`),
  });
  await page.getByRole("button", { name: "Look at it first" }).first().click();
  await expect(page.getByRole("status")).toHaveText("4 to make, 0 there already, 1 refused");
  await expect(page.getByRole("row", { name: /esi|Silver/ })).toContainText("refused");
  expect(await hasAccess("user_1")).toBe(false);

  await page.getByRole("button", { name: "Import them" }).click();
  // The page loads itself again until it is done, also without scripts.
  await expect(page.getByRole("status")).toHaveText("4 made, 0 there already, 1 refused", working);
  for (const [ref, is] of [
    ["user_1", true],
    ["user_3", true],
    ["user_4", false],
    ["user_5", false],
  ] as const)
    expect([ref, await hasAccess(ref)]).toEqual([ref, is]);

  await page.goto("/dashboard/settings/take-along");
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Make the file" }).click();
  const ready = page.getByRole("link", { name: /^Download/ });
  await expect(ready).toBeVisible(working);
  const download = page.waitForEvent("download");
  await ready.click();
  const zip = unzipSync(readFileSync(await (await download).path()));
  const [subscriptions] = Object.entries(zip).filter(([name]) => name.endsWith("subscriptions.ndjson"));
  expect(Buffer.from(subscriptions?.[1] ?? []).toString()).toContain('"ref":"user_1"');

  await page.goto("/dashboard/subscriptions/import");
  await page.getByRole("link", { name: /^Import \d+$/ }).click();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByRole("status")).toContainText("4 taken back", working);
  expect(await hasAccess("user_1")).toBe(false);
});
