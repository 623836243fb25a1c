import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { endHolds, moveTransfers, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone, send } from "./payer";

test.use({ javaScriptEnabled: false });
test.setTimeout(180_000);

/** Takes a file, and breaks the line once half of it is there where `breaks`. */
function take(url: string, headers: Record<string, string>, breaks: boolean) {
  return new Promise<{ status: number; etag: string; type: string; bytes: Buffer }>((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      const pieces: Buffer[] = [];
      const half = Number(response.headers["content-length"]) / 2;
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: String(response.headers.etag),
          type: String(response.headers["content-disposition"]),
          bytes: Buffer.concat(pieces),
        });
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        if (!breaks || Buffer.concat(pieces).length < half) return;
        response.destroy();
        end();
      });
      response.on("end", end);
      response.on("error", () => {});
    });
    request.on("error", reject);
    request.end();
  });
}

test("a file is sold and bought without scripts, its line breaks in the middle and goes on, and a refund ends it", async ({
  page,
  browser,
  complaints,
}) => {
  complaints.allow(/410/);
  const store = await openStore(page.context());
  const file = randomBytes(5 * 1024 * 1024);

  await page.goto("/dashboard/products/new?kind=digital");
  await page.getByLabel("Name", { exact: true }).fill("Field guide");
  await page.getByLabel("Price in KES", { exact: true }).fill("500");
  await send(page, "Save and share");
  await expect(page.getByText("Nothing is delivered yet").first()).toBeVisible();
  await page.getByRole("link", { name: "What buyers get" }).click();
  await page.getByLabel("File", { exact: true }).setInputFiles({
    ...{ name: "Guide de l’été.pdf", mimeType: "application/pdf", buffer: file },
  });
  await send(page, "Upload");
  await expect(page.getByText("Buyers get it from now on.")).toBeVisible();
  await expect(page.getByText("Guide de l’été.pdf").first()).toBeVisible();

  const { token } = await store.world.db.product.findFirstOrThrow({
    where: { storeId: store.seller.storeId },
  });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const payer = await context.newPage();
  await payer.goto(new URL(`/product/${token}`, page.url()).toString());
  await payByPhone(payer, newPhone());
  await answerOnPhone(payer, "Approve");
  const link = payer.getByRole("link", { name: /^Download/ });
  // The page that says "paid" has the file itself, and so has the receipt: one tap.
  await expect(async () => {
    await payer.reload();
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await payer.getByRole("link", { name: "See the receipt" }).click();
  const receipt = payer.url();
  await expect(payer.getByText("20 downloads left")).toBeVisible();
  const url = new URL((await link.getAttribute("href")) ?? "", receipt).toString();
  const opened = url.replace(/\/\d+$/, "");

  const broken = await take(url, {}, true);
  expect(broken.status).toBe(200);
  expect(broken.type).toMatch(/^attachment; .*filename\*=UTF-8''Guide%20de%20l/);
  expect(broken.bytes.length).toBeLessThan(file.length);
  const rest = await take(url, { range: `bytes=${broken.bytes.length}-`, "if-range": broken.etag }, false);
  expect(rest.status).toBe(206);
  const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  expect(sha256(Buffer.concat([broken.bytes, rest.bytes]))).toBe(sha256(file));

  // Whoever else reads the receipt is not given the link.
  const reader = await browser.newContext({ javaScriptEnabled: false });
  const others = await reader.newPage();
  await others.goto(receipt);
  await expect(others.getByRole("link", { name: /^Download/ })).toHaveCount(0);
  await expect(others.getByText("What was bought is opened by a link")).toBeVisible();
  await reader.close();

  await endHolds();
  const { number } = await store.world.db.order.findFirstOrThrow({
    where: { storeId: store.seller.storeId },
  });
  await page.goto(`/dashboard/orders/${number}`);
  await expect(page.getByText(/^[12] of 20 downloads/)).toBeVisible();
  await page.getByRole("link", { name: "Refund" }).click();
  await page.getByLabel("Amount in KES").fill("500");
  await page.getByLabel("Why").fill("It was the wrong one");
  await send(page, "Continue");
  await send(page, "Refund KES 500");
  await expect(async () => {
    await moveTransfers();
    await payer.goto(opened);
    await expect(payer.getByRole("heading", { name: "This download is over" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await context.close();
});
