import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { ProductRow } from "@/lib/db/rows";
import { downloadsMax } from "@/lib/domain/download";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { replaceDownloadLink, resetDownloads } from "@/lib/services/billing/orders/downloads";
import { deliverWaiting } from "@/lib/services/billing/orders/fulfil";
import { readOrder } from "@/lib/services/billing/orders/read";
import { callOffOrder } from "@/lib/services/billing/orders/unpaid";
import { downloadUrl, downloadUrlOf } from "@/lib/services/core/download-token";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import type { TestStore } from "@/lib/testing/world";
import { countBytes, findDownload, readBytes, readDownloadPage, uncountBytes } from "./download";
import { isSoldOut, listDeliverables } from "./read";
import { addCodes, addNote, addPool, removeDeliverable } from "./save";
import { chunkBytes, takeFile } from "./upload";

const world = await openStage();
let shop: TestStore & { seller: Seller };
let guide: ProductRow;

beforeEach(async () => {
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await sellingStore(world);
  guide = await product(world, shop, { kind: "digital", name: "Field guide" });
});

let phones = 100;

/** Somebody else buys it each time. */
async function buy(which = guide): Promise<number> {
  phones += 1;
  const { id } = await press(world, shop, {
    id: randomUUID(),
    for: { kind: "product", productId: which.id, quantity: 1 },
    phone: `0772 ${phones} 789`,
  });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).orderId;
}

const orderOf = (id: number) => readOrder(world, shop.live, id);

async function tokenOf(orderId: number): Promise<string> {
  const url = downloadUrlOf(world, await orderOf(orderId));
  if (!url) throw new Error("It opens nothing.");
  return url.split("/").at(-1) ?? "";
}

async function* bytesOf(size: number, piece = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += piece)
    yield new Uint8Array(Math.min(piece, size - at)).map((_, index) => (at + index) % 251);
}

function addFile(size: number, name = "guide.pdf", replaces: number | null = null) {
  return takeFile(world, shop.seller, { productId: guide.id, replaces }, size, async () => ({
    ...{ name, type: "application/pdf", bytes: bytesOf(size) },
  }));
}

async function read(fileId: number, first: number, last: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readBytes(world, fileId, { first, last })) parts.push(part);
  return Buffer.concat(parts);
}

const allOk = async () => expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);

test("a digital product without anything to deliver waits for its seller, and opens nothing", async () => {
  const order = await orderOf(await buy());
  expect(order).toMatchObject({ orderStatus: "processing", fulfillmentStatus: "unfulfilled" });
  expect(downloadUrlOf(world, order)).toBeNull();
  await allOk();
});

test("with something to deliver it is fulfilled at once, and the buyer is sent the link, also by a store without receipts", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { sendsReceipts: false } });
  await addNote(world, shop.seller, guide.id, {
    kind: "link",
    name: "Group",
    content: "https://example.com/g",
  });
  const order = await orderOf(await buy());
  expect(order).toMatchObject({ orderStatus: "completed", fulfillmentStatus: "fulfilled" });
  const [message] = await world.db.message.findMany({ where: { objectId: `order/${order.id}` } });
  expect(message?.template).toBe("receipt_download");
  expect(message?.body).toContain(downloadUrlOf(world, order));
  const page = await readDownloadPage(world, await tokenOf(order.id));
  expect(page?.items).toMatchObject([{ kind: "link", name: "Group", content: "https://example.com/g" }]);
});

test("a file is stored in pieces, read in any part, and its bytes are those that came", async () => {
  const size = chunkBytes * 2 + 12_345;
  const { id } = await addFile(size);
  const [listed] = await listDeliverables(world, shop.live, guide.id);
  expect(listed).toMatchObject({ id, kind: "file", name: "guide.pdf", file: { bytes: BigInt(size) } });
  const token = await tokenOf(await buy());
  const found = await findDownload(world, token, id);
  if (!found || "over" in found) throw new Error("It is open.");
  const whole = await read(found.fileId, 0, size - 1);
  expect(whole.byteLength).toBe(size);
  expect(whole[250]).toBe(250);
  for (const [first, last] of [
    [0, 0],
    [chunkBytes - 1, chunkBytes],
    [size - 1, size - 1],
    [chunkBytes, chunkBytes * 2 - 1],
  ] as const)
    expect(Buffer.compare(await read(found.fileId, first, last), whole.subarray(first, last + 1))).toBe(0);
});

test("a file that breaks off, is empty or is too large leaves nothing behind", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(chunkBytes + 1);
    throw new Error("The line broke.");
  }
  const wish = { productId: guide.id, replaces: null };
  const take = (bytes: AsyncIterable<Uint8Array>, name = "a.pdf") =>
    takeFile(world, shop.seller, wish, 1_000, async () => ({ name, type: "x", bytes }));
  await expect(take(broken())).rejects.toThrow("The line broke.");
  await expect(take(bytesOf(0))).rejects.toThrow(Invalid);
  await expect(take(bytesOf(10), "../..")).rejects.toThrow(Invalid);
  async function* endless(): AsyncGenerator<Uint8Array> {
    const piece = new Uint8Array(8 * 1024 * 1024);
    for (;;) yield piece;
  }
  await expect(take(endless())).rejects.toThrow(Invalid);
  expect(await world.db.storedFile.count({ where: { storeId: shop.store.id } })).toBe(0);
  expect((await world.db.product.findUniqueOrThrow({ where: { id: guide.id } })).delivers).toBe(false);
});

test("a store stores no more than it may, and neither do all of them together", async () => {
  const { files } = world.config;
  world.config.files = { ...files, storeMaxBytes: 1_000n };
  await addFile(600);
  await expect(addFile(600)).rejects.toThrow(Invalid);
  const other = await sellingStore(world);
  const theirs = await product(world, other, { kind: "digital" });
  const take = () =>
    takeFile(world, other.seller, { productId: theirs.id, replaces: null }, 600, async () => ({
      ...{ name: "a", type: "", bytes: bytesOf(600) },
    }));
  const { _sum } = await world.db.storedFile.aggregate({ _sum: { bytes: true } });
  world.config.files = { storeMaxBytes: 1_000n, maxBytes: (_sum.bytes ?? 0n) + 500n };
  await expect(take()).rejects.toThrow(Invalid);
  world.config.files = files;
  await take();
});

test("a new file takes the place of the old one for those who bought it before", async () => {
  const { id } = await addFile(2_000);
  const token = await tokenOf(await buy());
  await addFile(3_000, "guide-2.pdf", id);
  expect(await findDownload(world, token, id)).toMatchObject({ name: "guide-2.pdf", bytes: 3_000 });
  expect(await world.db.storedFile.count({ where: { storeId: shop.store.id } })).toBe(1);
});

test("another store's product, file and order are not found", async () => {
  const other = await sellingStore(world);
  const { id } = await addFile(1_000);
  const wish = { productId: guide.id, replaces: null };
  const file = async () => ({ name: "a", type: "", bytes: bytesOf(5) });
  await expect(takeFile(world, other.seller, wish, 5, file)).rejects.toThrow(NotFound);
  await expect(removeDeliverable(world, other.seller, id)).rejects.toThrow(NotFound);
  const orderId = await buy();
  await expect(resetDownloads(world, other.seller, orderId)).rejects.toThrow(NotFound);
  const theirs = await product(world, other, { kind: "digital", delivers: true });
  expect(theirs.storeId).not.toBe(shop.store.id);
  const token = await tokenOf(orderId);
  const strange = await takeFile(world, other.seller, { productId: theirs.id, replaces: null }, 5, file);
  expect(await findDownload(world, token, strange.id)).toBeNull();
});

test("a token that is guessed, altered or of another order opens nothing", async () => {
  await addFile(1_000);
  const [one, two] = [await buy(), await buy()];
  const token = await tokenOf(one);
  const mac = token.split(".")[1] ?? "";
  for (const guess of [
    `${two}.${mac}`,
    `${one}.${mac.slice(0, -1)}${mac.endsWith("A") ? "B" : "A"}`,
    `0${one}.${mac}`,
    `${one}.${"0".repeat(22)}`,
    "1",
    "",
    `9999999999.${mac}`,
  ])
    expect([guess, await readDownloadPage(world, guess)]).toEqual([guess, null]);
});

test("bytes are counted: parts and a resumed line are one download, and the twenty-first is refused", async () => {
  const size = 10_000;
  const { id } = await addFile(size);
  const token = await tokenOf(await buy());
  const found = await findDownload(world, token, id);
  if (!found || "over" in found) throw new Error("It is open.");
  const left = async () => (await readDownloadPage(world, token))?.items[0]?.file?.downloadsLeft;
  // Four parts at once.
  await Promise.all([1, 2, 3, 4].map(() => countBytes(world, found, size / 4)));
  expect(await left()).toBe(downloadsMax - 1);
  // The line breaks in the middle, and goes on there.
  await countBytes(world, found, size);
  await uncountBytes(world, found, size / 2);
  await countBytes(world, found, size / 2);
  expect(await left()).toBe(downloadsMax - 2);
  const taken = await Promise.all(Array.from({ length: 40 }, () => countBytes(world, found, size)));
  expect(taken.filter(Boolean)).toHaveLength(downloadsMax - 2);
  expect(await left()).toBe(0);
  await resetDownloads(world, shop.seller, Number(token.split(".")[0]));
  expect(await left()).toBe(downloadsMax);
});

test("it is open for 90 days, and again once the seller opens it", async () => {
  await addFile(1_000);
  const orderId = await buy();
  const token = await tokenOf(orderId);
  world.clock.advance(90 * 24 * 60 * 60_000);
  expect(await readDownloadPage(world, token)).toMatchObject({ over: "late", items: [] });
  await resetDownloads(world, shop.seller, orderId);
  expect(await readDownloadPage(world, token)).toMatchObject({ over: null });
});

test("a new link ends the one before, and goes to the buyer", async () => {
  await addFile(1_000);
  const orderId = await buy();
  const before = await tokenOf(orderId);
  await replaceDownloadLink(world, shop.seller, orderId);
  expect(await readDownloadPage(world, before)).toBeNull();
  const url = downloadUrlOf(world, await orderOf(orderId)) ?? "none";
  const messages = await world.db.message.findMany({ where: { objectId: `order/${orderId}` } });
  expect(messages.find(({ template }) => template === "download_link")?.body).toContain(url);
});

test("an order that its seller cancels gives out no link, though it is paid", async () => {
  const order = await buy();
  await addNote(world, shop.seller, guide.id, {
    kind: "link",
    name: "Group",
    content: "https://example.com/g",
  });
  await callOffOrder(world, shop.seller, order);
  const delivers = (await orderOf(order)).items.map((item) => ({ ...item, delivers: true }));
  expect(downloadUrlOf(world, { ...(await orderOf(order)), items: delivers })).toBeNull();
  expect(
    downloadUrlOf(world, { ...(await orderOf(order)), items: delivers, orderStatus: "processing" }),
  ).toMatch(/\/d\//);
});

test("each order gets one code of its own; used up, the product is sold out and a paid order waits with a task", async () => {
  const { id } = await addPool(world, shop.seller, guide.id, { name: "Key", codes: "AAA\nBBB\n\nAAA\n" });
  const codes: (string | null | undefined)[] = [];
  for (let n = 0; n < 2; n += 1)
    codes.push((await readDownloadPage(world, await tokenOf(await buy())))?.items[0]?.content);
  expect(codes).toEqual(["AAA", "BBB"]);
  const now = await world.db.product.findUniqueOrThrow({ where: { id: guide.id } });
  expect(await isSoldOut(world.db, now)).toBe(true);
  await expect(buy()).rejects.toThrow("not_on_sale");
  await allOk();
  expect(await addCodes(world, shop.seller, id, "BBB\nCCC")).toEqual({ added: 1 });
  expect(await isSoldOut(world.db, now)).toBe(false);
});

test("who paid for the last code too late waits, with a task, and gets the next one by the seller's press", async () => {
  const { id } = await addPool(world, shop.seller, guide.id, { name: "Key", codes: "AAA" });
  const presses = await Promise.all(
    ["0772 000 789", "0772 001 789"].map((phone) =>
      press(world, shop, {
        id: randomUUID(),
        for: { kind: "product", productId: guide.id, quantity: 1 },
        phone,
      }),
    ),
  );
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const orders = await world.db.order.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
  expect(presses).toHaveLength(2);
  expect(orders.map(({ fulfillmentStatus }) => fulfillmentStatus).sort()).toEqual([
    "fulfilled",
    "unfulfilled",
  ]);
  const late = orders.find(({ fulfillmentStatus }) => fulfillmentStatus === "unfulfilled");
  if (!late) throw new Error("One came too late.");
  const open = { storeId: shop.store.id, kind: "codes_used_up", resolvedAt: null };
  expect(await world.db.task.findMany({ where: open })).toMatchObject([{ subject: `order/${late.id}` }]);
  await allOk();
  expect(await deliverWaiting(world, shop.seller, guide.id)).toBe(0);
  await addCodes(world, shop.seller, id, "BBB");
  expect(await deliverWaiting(world, shop.seller, guide.id)).toBe(1);
  expect(await world.db.task.count({ where: open })).toBe(0);
  expect(await orderOf(late.id)).toMatchObject({ orderStatus: "completed", fulfillmentStatus: "fulfilled" });
  expect((await readDownloadPage(world, await tokenOf(late.id)))?.items[0]?.content).toBe("BBB");
  await allOk();
});

test("codes that were given stay with their orders when their pool is removed", async () => {
  const { id } = await addPool(world, shop.seller, guide.id, { name: "Key", codes: "AAA\nBBB" });
  const token = await tokenOf(await buy());
  await removeDeliverable(world, shop.seller, id);
  expect((await readDownloadPage(world, token))?.items).toMatchObject([{ content: "AAA" }]);
  expect(await listDeliverables(world, shop.live, guide.id)).toEqual([]);
  expect((await world.db.product.findUniqueOrThrow({ where: { id: guide.id } })).delivers).toBe(false);
});

test("a subscription has no codes", async () => {
  const { id } = shop.products[0];
  await expect(addPool(world, shop.seller, id, { name: "Key", codes: "A" })).rejects.toThrow(Invalid);
});

test("orders that were paid before there was anything to deliver get it by the seller's press, and are told", async () => {
  const orderId = await buy();
  await addFile(1_000);
  expect(await deliverWaiting(world, shop.seller, guide.id)).toBe(1);
  expect(await orderOf(orderId)).toMatchObject({ fulfillmentStatus: "fulfilled", handedOverAt: null });
  expect((await readDownloadPage(world, await tokenOf(orderId)))?.items).toHaveLength(1);
  const told = await world.db.message.findMany({ where: { objectId: `order/${orderId}` } });
  expect(told.map(({ template }) => template)).toContain("download_link");
});

test("what a subscription opens is open in both modes while access lasts", async () => {
  const { id: productId } = shop.products[0];
  await addNote(world, shop.seller, productId, { kind: "text", name: "Room", content: "The code is 1234." });
  const { id } = await press(world, shop, {
    id: randomUUID(),
    for: { kind: "subscription_start", productId, ref: "user-1" },
    phone: "0772 123 789",
  });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const token = await tokenOf(orderId);
  expect(await readDownloadPage(world, token)).toMatchObject({
    over: null,
    items: [{ content: "The code is 1234." }],
  });
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const url = downloadUrl(world, { kind: "subscription", id: row.id, version: row.manageVersion });
  const own = url.split("/").at(-1) ?? "";
  expect(await readDownloadPage(world, own)).toMatchObject({ over: null });
  world.clock.advance(60 * 24 * 60 * 60_000);
  for (const one of [token, own])
    expect(await readDownloadPage(world, one)).toMatchObject({ over: "ended", items: [] });
});
