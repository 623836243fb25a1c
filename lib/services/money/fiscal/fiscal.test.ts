import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { serializeOrder } from "@/lib/resources/order";
import { fiscalOf, saleOf } from "@/lib/services/billing/orders/fiscal";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { authority, device, kenya, openFiscalStage, pin } from "@/lib/testing/fiscal-shop";
import { sellingStore } from "@/lib/testing/money";
import { undoPayment } from "../outside/record";
import { connectDevice, disconnectDevice, readDevice, setFiscalItem } from "./device";
import { gatherDocuments } from "./gather";
import { fiscalFile, fiscalMonth, sendAgain } from "./read";
import { workFiscal } from "./send";

const { world, shop, asked, connected, sell, documents, tasks, shownOf } = await openFiscalStage();

describe("a store with a device", () => {
  test("has its key sealed, and each sale signed with number, codes and address", async () => {
    const tin = await connected();
    const row = await world.db.fiscalDevice.findFirstOrThrow({ where: { storeId: shop.store.id } });
    expect(row).toMatchObject({
      state: "connected",
      controlUnit: "KRACU0100000001",
      currency: "KES",
      lastNumber: 0,
    });
    expect(Buffer.from(row.keySealed ?? []).toString("latin1")).not.toContain(tin);
    const orderId = await sell();
    expect(await shownOf(orderId)).toMatchObject([{ status: "queued", system: "KRA eTIMS", number: null }]);
    await workFiscal(world);
    expect(await shownOf(orderId)).toMatchObject([
      {
        ...{ status: "signed", number: 1, receiptNumber: "1", signature: "SIGN1", internalData: "INTERNAL" },
        url: `${world.config.etims}/common/link/etims/receipt/indexEtimsReceiptData?Data=${tin}00SIGN1`,
        signedAt: new Date("2026-04-12T08:00:00Z"),
      },
    ]);
    const body = JSON.parse(authority.sales[0]?.body ?? "{}");
    expect(body).toMatchObject({
      tin,
      bhfId: "00",
      rcptTyCd: "S",
      pmtTyCd: "01",
      totAmt: 2320,
      taxblAmtD: 2320,
      totTaxAmt: 0,
    });
    expect(body.itemList).toMatchObject([
      { qty: 2, prc: 1160, splyAmt: 2320, taxTyCd: "D", itemClsCd: "8111150000" },
    ]);
    const [document] = await documents();
    expect(document?.payload).not.toContain("key-");
  });

  test("has nothing signed twice by workers that run at once, nor again by a later look", async () => {
    await connected();
    await sell();
    await sell();
    await Promise.all([workFiscal(world), workFiscal(world), gatherDocuments(world)]);
    await workFiscal(world);
    world.clock.advance(2 * 60 * 60_000);
    await workFiscal(world);
    expect(authority.sales.map(({ invcNo }) => invcNo)).toEqual([1, 2]);
  });

  test("leaves orders that were paid before, and those in other money; test mode has no orders", async () => {
    await sell();
    await connected();
    const other = await sell();
    await world.db.order.update({ where: { id: other }, data: { currency: "USD" } });
    await workFiscal(world);
    expect(await documents()).toEqual([]);
    expect(await shownOf(other)).toBe(undefined);
  });

  test("finds what is dated back by days within the hour", async () => {
    await connected();
    const connectedAt = world.clock.now();
    world.clock.advance(5 * 24 * 60 * 60_000);
    await workFiscal(world);
    const id = await sell();
    await world.db.order.update({ where: { id }, data: { paidAt: connectedAt } });
    await workFiscal(world);
    expect(await documents()).toEqual([]);
    world.clock.advance(60 * 60_000);
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "signed", orderId: id }]);
  });

  test("has tax of the class of its rate, to the cent, and refuses a rate that nobody knows", async () => {
    await world.db.store.update({
      where: { id: shop.store.id },
      data: { taxLabel: "VAT", taxRatePpm: 160_000, taxFrom: "2026-01-01" },
    });
    await connected();
    await sell("333.33");
    await workFiscal(world);
    const body = JSON.parse(authority.sales[0]?.body ?? "{}");
    // 666.66 × 16 ÷ 116.
    expect(body).toMatchObject({
      taxblAmtB: 666.66,
      taxAmtB: 91.95,
      totTaxAmt: 91.95,
      taxRtB: 16,
      totAmt: 666.66,
    });
    const odd = await sell("100");
    await world.db.order.update({ where: { id: odd }, data: { taxRatePpm: 180_000 } });
    await sell("100");
    await workFiscal(world);
    expect((await documents()).map(({ status, number }) => [status, number])).toEqual([
      ...[
        ["signed", 1],
        ["refused", null],
        ["signed", 2],
      ],
    ]);
    expect(await tasks()).toMatchObject([["fiscal_refused", { code: "tax_rate" }]]);
  });
});

describe("a month", () => {
  test("has sales, credit notes and net by class, and a file of its documents", async () => {
    await connected();
    const orderId = await sell("1000");
    await sell("50");
    await workFiscal(world);
    await world.db.order.update({
      where: { id: orderId },
      data: { refundedMinor: 50_000n, paymentStatus: "partially_refunded" },
    });
    world.clock.advance(60 * 60_000);
    await workFiscal(world);
    const of = { month: "2026-04", currency: "KES", timeZone: "Africa/Nairobi" };
    expect(await fiscalMonth(world, shop.live, of)).toEqual({
      ...{ documents: 3, open: 0 },
      classes: [
        { taxClass: "D", soldMinor: 210_000n, creditedMinor: 50_000n, netMinor: 160_000n, taxMinor: 0n },
      ],
    });
    let text = "";
    for await (const piece of fiscalFile(world, shop.live, of)) text += piece;
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.document, row.number, row.total, row.total_D])).toEqual([
      ...[
        ["sale", "1", "2000", "2000"],
        ["sale", "2", "100", "100"],
        ["credit_note", "3", "-500", "-500"],
      ],
    ]);
    const other = await sellingStore(world, { store: kenya });
    expect(await fiscalMonth(world, other.live, of)).toMatchObject({ documents: 0, classes: [] });
    const support = { ...shop.seller, role: "support" as const };
    await expect(fiscalMonth(world, support, of)).rejects.toThrow(NotAllowed);
  });

  test("has what went back on the day it did, not when it was looked for, and no sum of what was refused", async () => {
    await connected();
    const orderId = await sell("1000");
    await workFiscal(world);
    const wentBack = world.clock.now();
    await undoPayment(world, shop.seller, { orderId, reason: "Typed twice" });
    world.clock.advance(20 * 24 * 60 * 60_000);
    const looked = world.clock.now();
    authority.refusesClass = "8111150000";
    await workFiscal(world);
    const [, note] = await documents();
    expect(note).toMatchObject({ status: "refused", happenedAt: wentBack, createdAt: looked });
    const of = { month: "2026-04", currency: "KES", timeZone: "Africa/Nairobi" };
    expect(await fiscalMonth(world, shop.live, of)).toMatchObject({
      ...{ documents: 2, open: 1 },
      classes: [{ soldMinor: 200_000n, creditedMinor: 0n }],
    });
  });

  test("is told by the API's order, and null where nothing is signed", async () => {
    await connected();
    const id = await sell();
    await workFiscal(world);
    const order = await world.db.order.findUniqueOrThrow({
      where: { id },
      include: { items: true, customer: true },
    });
    const shown = serializeOrder(
      order as never,
      "http://x",
      null,
      saleOf(await fiscalOf(world, [order]), order),
    );
    expect(shown.fiscal).toMatchObject({
      status: "signed",
      number: 1,
      signature: "SIGN1",
      signed_at: "2026-04-12T08:00:00+00:00",
    });
    expect(serializeOrder(order as never, "http://x", null).fiscal).toBe(null);
  });
});

describe("connecting", () => {
  test.each([
    ["kind", "efris"],
    ["tin", "12345"],
    ["tin", "P00000000\n1A"],
    ["branch", "0"],
    ["serial", "a b c d"],
    ["serial", "x".repeat(101)],
    ["key", "a\r\nb: c"],
    ["lastNumber", "-1"],
    ["untaxedClass", "B"],
    ["itemClass", "rope"],
  ])("refuses %s that is %j, and asks nobody", async (field, value) => {
    const before = asked();
    const typed = { ...device(pin()), [field]: value };
    const refused = await connectDevice(world, shop.seller, typed).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Invalid);
    expect(Object.keys((refused as Invalid).errors)).toEqual([field]);
    expect(asked()).toBe(before);
  });

  test("tells in the authority's words why a PIN is refused, and that it does not answer, and changes nothing", async () => {
    const wrong = { ...device(`X${"0".repeat(9)}A`) };
    await expect(connectDevice(world, shop.seller, wrong)).rejects.toMatchObject({
      errors: {
        form: [{ code: "fiscal_refused", values: { code: "901", words: "It is not valid device" } }],
      },
    });
    authority.isAway = true;
    await expect(connectDevice(world, shop.seller, device(pin()))).rejects.toMatchObject({
      errors: { form: [{ code: "fiscal_no_answer" }] },
    });
    expect(await readDevice(world, shop.live)).toEqual({ device: null, queued: 0, refused: 0 });
  });

  test("is for who may set the store, of their own store alone, and ends without losing what was signed", async () => {
    const support = { ...shop.seller, role: "support" as const };
    await expect(connectDevice(world, support, device(pin()))).rejects.toThrow(NotAllowed);
    await connected();
    await sell();
    await workFiscal(world);
    const other = await sellingStore(world, { store: kenya });
    const [mine] = await documents();
    await world.db.fiscalDocument.update({ where: { id: mine?.id ?? 0n }, data: { status: "refused" } });
    await expect(sendAgain(world, other.seller, mine?.id ?? 0n)).rejects.toThrow(NotFound);
    await world.db.fiscalDocument.update({ where: { id: mine?.id ?? 0n }, data: { status: "signed" } });
    await expect(disconnectDevice(world, other.seller)).rejects.toThrow(NotFound);
    const [{ id: productId } = { id: 0 }] = other.products;
    const item = { productId, taxClass: "C", itemClass: "" };
    await expect(setFiscalItem(world, shop.seller, item)).rejects.toThrow(Invalid);
    await disconnectDevice(world, shop.seller);
    await sell();
    await workFiscal(world);
    expect(await documents()).toHaveLength(1);
  });

  test("of a device that another store has is refused; practice is everybody's", async () => {
    const tin = await connected();
    const other = await sellingStore(world, { store: kenya });
    await expect(connectDevice(world, other.seller, device(tin))).rejects.toMatchObject({
      errors: { serial: [{ code: "fiscal_taken" }] },
    });
    await disconnectDevice(world, shop.seller);
    await connectDevice(world, other.seller, device(tin));
    const practice = { ...device(tin), kind: "practice" };
    for (const { seller } of [shop, other]) await connectDevice(world, seller, practice);
  });

  test("twice at once is one device", async () => {
    const tin = pin();
    await Promise.allSettled([
      connectDevice(world, shop.seller, device(tin)),
      connectDevice(world, shop.seller, device(tin)),
      connectDevice(world, shop.seller, { ...device(pin()), serial: "other" }),
    ]);
    const on = await world.db.fiscalDevice.count({
      where: { storeId: shop.store.id, state: { not: "off" } },
    });
    expect(on).toBe(1);
  });
});
