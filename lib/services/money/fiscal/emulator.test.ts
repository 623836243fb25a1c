import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EtimsEmulator, startEtims } from "@/e2e/emulators/etims";
import { fiscalOf } from "@/lib/services/billing/orders/fiscal";
import { checkFiscal } from "@/lib/testing/check-fiscal";
import { device, kenya } from "@/lib/testing/fiscal-shop";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { sellAtCounter } from "../outside/sell";
import { connectDevice, readDevice, setFiscalItem } from "./device";
import { sendAgain } from "./read";
import { workFiscal } from "./send";

// The adapter over an emulator that somebody else wrote from the documents: it checks each field of a sale and its sums.

const world = await openStage();
let etims: EtimsEmulator;
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  etims = await startEtims();
  etims.unkind.gapless = true;
  world.config.etims = etims.url;
  world.clock.set(new Date("2026-04-12T08:00:00Z"));
  shop = await sellingStore(world, { store: kenya });
  await world.db.store.update({
    where: { id: shop.store.id },
    data: { taxLabel: "VAT", taxRatePpm: 160_000, taxFrom: "2026-01-01" },
  });
});
afterAll(() => etims.close());
afterEach(async () => {
  expect(problems()).toEqual([]);
  expect(await checkFiscal(world, shop.store.id)).toEqual([]);
});

const typed = { ...device("A123456789Z"), serial: "dvcv1130" };
/** What it found wrong since the last time. */
let seen = 0;
function problems(): readonly string[] {
  const found = etims.problems.slice(seen);
  seen = etims.problems.length;
  return found;
}

const documents = () =>
  world.db.fiscalDocument.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });

async function sell(lines: [name: string, quantity: string, price: string][]): Promise<number> {
  const { orderId } = await sellAtCounter(world, shop.seller, {
    ...{ id: randomUUID(), lines: lines.map(([name, quantity, price]) => ({ name, quantity, price })) },
    ...{ reference: "", method: "cash", customer: { name: "", email: "", phone: "" } },
  });
  world.clock.advance(1_000);
  return orderId;
}

async function work() {
  world.clock.advance(60_000);
  await workFiscal(world);
}

/** So much of an order went back, as a refund that is paid leaves it. */
async function giveBack(orderId: number, minor: bigint) {
  const { totalMinor } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  const paymentStatus = minor === totalMinor ? "refunded" : "partially_refunded";
  await world.db.order.update({ where: { id: orderId }, data: { refundedMinor: minor, paymentStatus } });
  // No event tells of it, so the look of the hour finds it.
  world.clock.advance(60 * 60_000);
}

test("a device is connected once, and checked again with the key that it has", async () => {
  await connectDevice(world, shop.seller, typed);
  expect((await readDevice(world, shop.live)).device).toMatchObject({
    taxpayer: "Taxpayer1130",
    lastNumber: 0,
  });
  await connectDevice(world, shop.seller, typed);
  expect(etims.requests.filter(({ path }) => path.endsWith("selectInitOsdcInfo"))).toHaveLength(1);
  world.clock.advance(1_000);
});

test("sales of several lines, odd cents and parts that go back are signed with numbers in a row", async () => {
  const first = await sell([
    ["Rope", "3", "333.33"],
    ["Soap", "7", "19.99"],
  ]);
  await sell([["Tea", "1", "0.07"]]);
  await work();
  for (const minor of [1_111n, 5_557n, 113_992n]) {
    await giveBack(first, minor);
    await work();
  }
  expect((await documents()).map(({ status, kind, number }) => [status, kind, number])).toEqual([
    ...[
      ["signed", "sale", 1],
      ["signed", "sale", 2],
    ],
    ...[3, 4, 5].map((number) => ["signed", "credit_note", number]),
  ]);
  expect(etims.sales.map(({ isCredit, orgInvcNo }) => [isCredit, orgInvcNo])).toEqual([
    ...[
      [false, 0],
      [false, 0],
      [true, 1],
      [true, 1],
      [true, 1],
    ],
  ]);
  const order = await world.db.order.findUniqueOrThrow({ where: { id: first } });
  const [sale] = (await fiscalOf(world, [order])).get(first) ?? [];
  expect(sale).toMatchObject({
    receiptNumber: "1",
    signature: etims.sales[0]?.data.rcptSign,
    controlUnit: "KRACU013000001",
  });
});

test("a class that is not in the list is refused, and signed once it was mended; a changed one has a new code", async () => {
  const [product] = shop.products;
  const name = (await world.db.product.findUniqueOrThrow({ where: { id: product.id } })).name;
  await setFiscalItem(world, shop.seller, { productId: product.id, taxClass: "", itemClass: "99999999" });
  await world.db.product.update({
    where: { id: product.id },
    data: { currency: "KES", kind: "service", interval: null },
  });
  await sell([[name, "1", "500"]]);
  await work();
  const refused = (await documents()).at(-1);
  expect(refused).toMatchObject({ status: "refused", errorCode: "910", number: null });
  expect(problems()).toEqual(["itemClsCd"]);
  await setFiscalItem(world, shop.seller, { productId: product.id, taxClass: "", itemClass: "5059690800" });
  await sendAgain(world, shop.seller, refused?.id ?? 0n);
  await work();
  await setFiscalItem(world, shop.seller, { productId: product.id, taxClass: "", itemClass: "8111150000" });
  await sell([[name, "1", "500"]]);
  await work();
  expect((await documents()).slice(-2)).toMatchObject([{ status: "signed" }, { status: "signed" }]);
  const codes = [...etims.items.keys()].filter((code) => code.includes(String(product.id).padStart(7, "0")));
  expect(codes.map((code) => code.slice(-2))).toEqual(["00", "01"]);
});

test("what comes while it is down, or answers with trouble of its own, is signed afterwards in order", async () => {
  const before = etims.sales.length;
  etims.switches.down = true;
  await sell([["Rope", "1", "10"]]);
  await work();
  etims.switches.down = false;
  etims.refuseNext("999", 1, "saveTrnsSalesOsdc");
  await sell([["Rope", "1", "11"]]);
  await work();
  expect((await documents()).slice(-2)).toMatchObject([{ status: "queued" }, { status: "queued" }]);
  await work();
  expect((await documents()).slice(-2)).toMatchObject([{ status: "signed" }, { status: "signed" }]);
  expect(etims.sales.slice(before).map(({ total }) => total)).toEqual([10, 11]);
});

test("a document whose answer was lost counts once, under its number, and a person hears that its code is missing", async () => {
  const before = etims.sales.length;
  etims.switches.http500AfterCommit = true;
  await sell([["Rope", "1", "12"]]);
  await work();
  etims.switches.http500AfterCommit = false;
  expect((await documents()).at(-1)).toMatchObject({ status: "queued", number: before + 1 });
  await work();
  expect(problems()).toEqual(["invcNo"]);
  expect((await documents()).at(-1)).toMatchObject({ status: "signed", number: before + 1, signature: null });
  expect(etims.sales).toHaveLength(before + 1);
  const task = await world.db.task.findFirst({ where: { storeId: shop.store.id, kind: "fiscal_unread" } });
  expect(task).toMatchObject({ resolvedAt: null, details: { number: String(before + 1) } });
});
