import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkFiscal } from "@/lib/testing/check-fiscal";
import { authority, device, kenya, openFiscalStage, pin } from "@/lib/testing/fiscal-shop";
import { testInvoice } from "@/lib/testing/invoices";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { requestRefund } from "../out/refunds/request";
import { recordPayment, undoPayment } from "../outside/record";
import { pollOpenAttempts } from "../settlement/poll";
import { connectDevice, disconnectDevice, readDevice } from "./device";
import { gatherDocuments } from "./gather";
import { fiscalMonth, sendAgain } from "./read";
import { record } from "./record";
import { workFiscal } from "./send";

const { world, shop, connected, sell, documents, tasks, shownOf } = await openFiscalStage();

describe("an authority", () => {
  test("that is away for three days loses nothing, blocks nobody else, and signs all in order when it is back", async () => {
    const tin = await connected();
    const other = await sellingStore(world, { store: { country: "UG" } });
    await connectDevice(world, other.seller, { ...device(pin()), kind: "practice" });
    authority.isAway = true;
    for (let day = 0; day < 3; day += 1) {
      for (let index = 0; index < 4; index += 1) await sell(String(100 + index));
      await workFiscal(world);
      world.clock.advance(24 * 60 * 60_000);
    }
    await workFiscal(world);
    expect((await documents()).filter(({ status }) => status === "signed")).toEqual([]);
    expect(await tasks()).toMatchObject([["fiscal_silent", {}]]);
    expect((await readDevice(world, shop.live)).device).toMatchObject({
      state: "connected",
      problemCode: "no_answer",
    });
    authority.isAway = false;
    world.clock.advance(60 * 60_000);
    await workFiscal(world);
    const rows = await documents();
    expect(rows.map(({ status, number }) => [status, number])).toEqual(
      rows.map((_, index) => ["signed", index + 1]),
    );
    expect(authority.sales.map(({ invcNo }) => invcNo)).toEqual(rows.map((_, index) => index + 1));
    expect(authority.sales.every((sale) => sale.tin === tin)).toBe(true);
    expect(await tasks()).toEqual([]);
  });

  test("whose answer is lost gets the same bytes again, and the document counts once; a person hears of its code", async () => {
    await connected();
    const orderId = await sell();
    await sell("50");
    authority.loses = 1;
    await workFiscal(world);
    expect(await documents()).toMatchObject([
      { status: "queued", number: 1 },
      { status: "queued", number: null },
    ]);
    const [{ payload } = { payload: null }] = await documents();
    world.clock.advance(60_000);
    await workFiscal(world);
    expect(await documents()).toMatchObject([
      { status: "signed", number: 1, signature: null, payload, attemptsMade: 2 },
      { status: "signed", number: 2, signature: "SIGN2" },
    ]);
    expect(authority.sales.map(({ invcNo }) => invcNo)).toEqual([1, 2]);
    const { number } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(await tasks()).toEqual([["fiscal_unread", { order: number, number: "1" }]]);
  });

  test("is called again after a death between call and record, when the lease is over", async () => {
    await connected();
    await sell();
    await gatherDocuments(world);
    const dead = {
      ...world,
      db: world.db.$extends({ query: { fiscalDevice: { update: () => Promise.reject(new Error("dead")) } } }),
    };
    await workFiscal(dead as unknown as typeof world);
    expect(await documents()).toMatchObject([{ status: "queued" }]);
    await workFiscal(world);
    world.clock.advance(300_000);
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "signed", number: 1 }]);
    expect(authority.sales).toHaveLength(1);
  });

  test("that has numbers of another program gets the next free one", async () => {
    const tin = await connected();
    authority.signed.set(`${tin}/1`, "theirs").set(`${tin}/2`, "theirs");
    await sell();
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "signed", number: 3, signature: "SIGN3" }]);
  });

  test("that refuses one document gives its number to the next; it is sent again once it was mended", async () => {
    await connected();
    authority.refusesClass = "8111150000";
    const refused = await sell();
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "refused", number: null, errorCode: "910" }]);
    expect(await tasks()).toMatchObject([
      ["fiscal_refused", { code: "910", words: expect.stringContaining("itemClsCd") }],
    ]);
    authority.refusesClass = "";
    await sell("70");
    await workFiscal(world);
    const [first] = await documents();
    await sendAgain(world, shop.seller, first?.id ?? 0n);
    await workFiscal(world);
    expect(
      (await documents()).map(({ status, number, orderId }) => [status, number, orderId === refused]),
    ).toEqual([
      ...[
        ["signed", 2, true],
        ["signed", 1, false],
      ],
    ]);
    expect(await tasks()).toEqual([]);
  });

  test.each([
    ["the first document", "fiscal_refused", () => ({ refusesClass: "8111150000" })],
    ["the device", "fiscal_device", (tin: string) => ({ refusesDevice: tin })],
  ])("that is back and refuses %s is not called silent any more", async (_what, kind, refusal) => {
    const tin = await connected();
    await sell();
    authority.isAway = true;
    for (let look = 0; look < 2; look += 1) {
      await workFiscal(world);
      world.clock.advance(61 * 60_000);
    }
    expect(await tasks()).toMatchObject([["fiscal_silent", {}]]);
    Object.assign(authority, { isAway: false, ...refusal(tin) });
    await workFiscal(world);
    expect((await readDevice(world, shop.live)).device).toMatchObject({ failures: 0, silentSince: null });
    expect((await tasks()).map(([open]) => open)).toEqual([kind]);
  });

  test("that refuses the device pauses it alone, and all goes on after the next check", async () => {
    const tin = await connected();
    authority.refusesDevice = tin;
    await sell();
    await workFiscal(world);
    expect((await readDevice(world, shop.live)).device).toMatchObject({
      state: "paused",
      problemCode: "901",
    });
    expect(await tasks()).toMatchObject([["fiscal_device", { code: "901" }]]);
    authority.refusesDevice = "";
    await connectDevice(world, shop.seller, device(tin));
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "signed", number: 1 }]);
    expect(await tasks()).toEqual([]);
  });
});

describe("what goes back", () => {
  test("has a credit note that names its sale, for each part, and the last takes the rest to the cent", async () => {
    const ugandan = await sellingStore(world);
    await connectDevice(world, ugandan.seller, { ...device(pin()), kind: "practice" });
    world.clock.advance(1_000);
    const { orderId } = await paidPayment(world, ugandan);
    await workFiscal(world);
    for (const amountMinor of [3_333n, 3_333n, 43_334n]) {
      await requestRefund(world, ugandan.seller, {
        orderId,
        reason: "Broken",
        requestKey: randomUUID(),
        amountMinor,
      });
      await gatherDocuments(world);
      const before = (await documents(ugandan)).length;
      await later(world, 4_000);
      await workFiscal(world);
      expect(await documents(ugandan)).toHaveLength(before + 1);
    }
    const rows = await documents(ugandan);
    expect(rows.map(({ kind, totalMinor, status }) => [kind, totalMinor, status])).toEqual([
      ["sale", 50_000n, "signed"],
      ...[3_333n, 3_333n, 43_334n].map((minor) => ["credit_note", minor, "signed"]),
    ]);
    expect(JSON.parse(rows[1]?.payload ?? "{}")).toMatchObject({
      orgInvcNo: 1,
      rcptTyCd: "R",
      rfdRsnCd: "06",
    });
    expect(await checkFiscal(world, ugandan.store.id)).toEqual([]);
  });

  test("of a payment that was recorded by mistake is all of it; before anything was signed too", async () => {
    await connected();
    const first = await sell();
    await workFiscal(world);
    const second = await sell("7");
    for (const orderId of [first, second])
      await undoPayment(world, shop.seller, { orderId, reason: "Typed twice" });
    await workFiscal(world);
    expect(authority.sales.map(({ rcptTyCd, orgInvcNo }) => [rcptTyCd, orgInvcNo])).toEqual([
      ...[
        ["S", 0],
        ["S", 0],
        ["R", 1],
        ["R", 2],
      ],
    ]);
    expect((await documents()).map(({ totalMinor }) => totalMinor)).toEqual([
      232_000n,
      1_400n,
      232_000n,
      1_400n,
    ]);
  });

  test("waits for a sale that was refused", async () => {
    await connected();
    authority.refusesClass = "8111150000";
    const orderId = await sell();
    await workFiscal(world);
    const { totalMinor } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const back = { refundedMinor: totalMinor, paymentStatus: "refunded" as const };
    await world.db.order.update({ where: { id: orderId }, data: back });
    world.clock.advance(60 * 60_000);
    await workFiscal(world);
    authority.refusesClass = "";
    expect(await documents()).toMatchObject([
      { status: "refused" },
      { status: "queued", kind: "credit_note" },
    ]);
    const [first] = await documents();
    await sendAgain(world, shop.seller, first?.id ?? 0n);
    await workFiscal(world);
    expect(authority.sales.map(({ invcNo, orgInvcNo, rcptTyCd }) => [invcNo, orgInvcNo, rcptTyCd])).toEqual([
      ...[
        [1, 0, "S"],
        [2, 1, "R"],
      ],
    ]);
  });

  test("has the class under which it was sold, whatever the store chose since", async () => {
    const tin = await connected();
    const orderId = await sell();
    await workFiscal(world);
    const now = { ...device(tin), untaxedClass: "A", itemClass: "5020220100" };
    await connectDevice(world, shop.seller, now);
    await undoPayment(world, shop.seller, { orderId, reason: "Typed twice" });
    await workFiscal(world);
    const items = authority.sales.map(({ body }) => JSON.parse(body).itemList[0]);
    expect(items.map(({ taxTyCd, itemClsCd, itemCd }) => [taxTyCd, itemClsCd, itemCd])).toEqual(
      Array(2).fill(["D", "8111150000", items[0].itemCd]),
    );
    const of = { month: "2026-04", currency: "KES", timeZone: "Africa/Nairobi" };
    expect((await fiscalMonth(world, shop.live, of)).classes).toMatchObject([
      { taxClass: "D", soldMinor: 232_000n, creditedMinor: 232_000n, netMinor: 0n },
    ]);
  });
});

describe("a credit note of a sale that another device signed", () => {
  test("is not sent under a number that is somebody else's there, and goes out once the sale's own PIN is back", async () => {
    const old = await connected();
    const orderId = await sell();
    await workFiscal(world);
    await connected();
    await sell("5");
    await workFiscal(world);
    await undoPayment(world, shop.seller, { orderId, reason: "Typed twice" });
    await workFiscal(world);
    expect(authority.sales.map(({ rcptTyCd }) => rcptTyCd)).toEqual(["S", "S"]);
    expect(await tasks()).toMatchObject([["fiscal_refused", { code: "other_device" }]]);
    await connectDevice(world, shop.seller, device(old));
    const note = (await documents()).find(({ kind }) => kind === "credit_note");
    await sendAgain(world, shop.seller, note?.id ?? 0n);
    await workFiscal(world);
    expect(authority.sales.at(-1)).toMatchObject({ tin: old, invcNo: 2, orgInvcNo: 1, rcptTyCd: "R" });
    expect(await tasks()).toEqual([]);
  });

  test("is not made where the sale was for practice, nor in other money than the device's", async () => {
    const other = await sellingStore(world, { store: kenya });
    await connectDevice(world, other.seller, { ...device(pin()), kind: "practice" });
    world.clock.advance(1_000);
    const first = await sell("5", other);
    await workFiscal(world);
    await connected(other);
    const second = await sell("6", other);
    await workFiscal(world);
    for (const orderId of [first, second])
      await undoPayment(world, other.seller, { orderId, reason: "Typed twice" });
    await world.db.order.update({ where: { id: second }, data: { currency: "USD" } });
    await workFiscal(world);
    expect((await documents(other)).map(({ kind }) => kind)).toEqual(["sale", "sale"]);
  });
});

describe("a practice device", () => {
  test("signs nothing where money is real, tells the owner, and gives a real one neither key, number nor items", async () => {
    const tin = pin();
    await connectDevice(world, shop.seller, { ...device(tin), kind: "practice" });
    world.clock.advance(1_000);
    await sell();
    await workFiscal(world);
    const real = { ...world, rails: { ...world.rails, sandbox: null } };
    await sell();
    await gatherDocuments(world);
    expect(await readDevice(world, shop.live)).toMatchObject({ queued: 1 });
    const late = await sell();
    await workFiscal(real);
    expect(await documents()).toMatchObject([{ status: "signed" }]);
    expect(await readDevice(world, shop.live)).toMatchObject({ queued: 0, device: { state: "paused" } });
    expect(await shownOf(late)).toBe(undefined);
    expect(await tasks()).toMatchObject([["fiscal_practice", {}]]);
    await connectDevice(real, shop.seller, device(tin));
    world.clock.advance(1_000);
    await sell();
    await workFiscal(real);
    expect(authority.sales.map(({ invcNo }) => invcNo)).toEqual([1]);
    const item = await world.db.fiscalItem.findFirst({ where: { storeId: shop.store.id } });
    expect(item).toMatchObject({
      saved: expect.stringContaining(`etims_oscu ${world.config.etims} ${tin} 00 `),
    });
    expect(await tasks()).toEqual([]);
  });
});

describe("a device that another replaces", () => {
  test("keeps what was sent to it and not answered, as a task, until it is back", async () => {
    const old = await connected();
    await sell();
    authority.loses = 1;
    await workFiscal(world);
    const [sent] = await documents();
    await connected();
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "queued", number: 1, deviceId: sent?.deviceId }]);
    expect(authority.sales).toHaveLength(1);
    expect(await tasks()).toMatchObject([["fiscal_unknown", { number: "1" }]]);
    await connectDevice(world, shop.seller, device(old));
    await workFiscal(world);
    expect(await documents()).toMatchObject([{ status: "signed", number: 1, deviceId: sent?.deviceId }]);
    expect(authority.sales).toHaveLength(1);
    expect(await tasks()).toMatchObject([["fiscal_unread", { number: "1" }]]);
  });

  test("while its answer is on its way has the document under its own number", async () => {
    await connected();
    await sell();
    const old = (await readDevice(world, shop.live)).device;
    const post: typeof world.post = async (...args) => {
      const said = await world.post(...args);
      if (JSON.stringify(args).includes("saveTrnsSalesOsdc"))
        await connectDevice(world, shop.seller, device(pin()));
      return said;
    };
    await workFiscal({ ...world, post });
    await workFiscal(world);
    expect(await documents()).toMatchObject([
      { status: "signed", number: 1, deviceId: old?.id, signature: "SIGN1" },
    ]);
    expect(authority.sales).toHaveLength(1);
    expect(await tasks()).toEqual([]);
  });

  test("never counts back, and a late answer of another number changes nothing", async () => {
    const other = await sellingStore(world, { store: kenya });
    await connected(other);
    await sell("5", other);
    await sell("6", other);
    authority.loses = 1;
    await workFiscal(world);
    const { device: row } = await readDevice(world, other.live);
    const [first] = await documents(other);
    if (!row || !first) throw new Error("Nothing waits.");
    await world.db.fiscalDevice.update({ where: { id: row.id }, data: { lastNumber: 9 } });
    const late = { kind: "exists", code: "994", words: "", signature: null } as const;
    const no = { kind: "refused", code: "910", words: "" } as const;
    for (const answer of [late, no]) await record(world, row, { ...first, number: 4 }, answer);
    for (const answer of [late, no]) await record(world, row, { ...first, deviceId: row.id + 1 }, answer);
    expect(await documents(other)).toMatchObject([{ status: "queued", number: 1 }, { status: "queued" }]);
    await record(world, row, { ...first, numberAttempts: 2 }, late);
    expect(await documents(other)).toMatchObject([{ status: "signed", number: 1 }, { status: "queued" }]);
    expect(await readDevice(world, other.live)).toMatchObject({ device: { lastNumber: 9 } });
  });

  test("is looked at a last time, and the new one looks as far back", async () => {
    await connected();
    const since = (await readDevice(world, shop.live)).device?.connectedAt;
    await sell();
    const tin = await connected();
    expect((await readDevice(world, shop.live)).device).toMatchObject({ tin, connectedAt: since });
    expect(await documents()).toMatchObject([{ status: "queued" }]);
    await workFiscal(world);
    expect(authority.sales).toMatchObject([{ tin, invcNo: 1 }]);
    await sell();
    await disconnectDevice(world, shop.seller);
    expect(await documents()).toMatchObject([{ status: "signed" }, { status: "queued" }]);
  });
});

/** As many as a busy shop sells in three days. */
const many = process.env.LONG ? 1_000 : 120;

test(`${many} documents after three days of silence are each signed once, in order, while a second authority is silent still`, async () => {
  await connected();
  const ids: number[] = [];
  for (let index = 0; index < many; index += 1) ids.push(await sell(String(10 + (index % 90))));
  authority.isAway = true;
  await workFiscal(world);
  world.clock.advance(3 * 24 * 60 * 60_000);
  authority.isAway = false;
  const silent = await sellingStore(world, { store: kenya });
  const quiet = await connected(silent);
  authority.refusesDevice = quiet;
  await sell("5", silent);
  for (let pass = 0; pass < 20; pass += 1) {
    const { nextDueAt } = await workFiscal(world);
    if (!nextDueAt) break;
    world.clock.advance(1_000);
  }
  const rows = await documents();
  expect(rows.map(({ number, status }) => [number, status])).toEqual(
    ids.map((_, index) => [index + 1, "signed"]),
  );
  expect(authority.sales.map(({ invcNo }) => invcNo)).toEqual(ids.map((_, index) => index + 1));
}, 240_000);

describe("an invoice", () => {
  async function payPart(invoiceId: number, amount = ""): Promise<number> {
    const { orderId } = await recordPayment(world, shop.seller, {
      ...{ id: randomUUID(), for: { kind: "invoice", invoiceId }, method: "cash", amount },
      ...{ day: "2026-04-12", reference: "", agrees: false },
    });
    world.clock.advance(1_000);
    return orderId;
  }
  const item = (description: string, quantity: number, unit_price: number) => ({
    ...{ description, quantity, unit_price },
  });

  test("that states 16 % is signed with it", async () => {
    await connected();
    const invoice = await testInvoice(world, shop.live, {
      ...{ items: [item("Borehole repair", 1, 1_000)], tax_label: "VAT", tax_rate: 16 },
    });
    expect(invoice).toMatchObject({ taxMinor: 16_000n, totalMinor: 116_000n });
    const orderId = await payPart(invoice.id);
    await workFiscal(world);
    expect(JSON.parse(authority.sales[0]?.body ?? "{}")).toMatchObject({
      ...{ totAmt: 1_160, taxblAmtB: 1_160, taxAmtB: 160, totTaxAmt: 160, taxblAmtD: 0 },
    });
    // The order's own tax stays none: its document says the invoice's.
    expect(await world.db.order.findUnique({ where: { id: orderId } })).toMatchObject({ taxMinor: 0n });
  });

  test("that is paid in parts has exactly its tax once all is paid, whatever was taken back between", async () => {
    await connected();
    const { id, ...invoice } = await testInvoice(world, shop.live, {
      ...{ items: [item("Pipe", 3, 33.33), item("Work", 1.5, 7.77)], discount: 1.64 },
      ...{ tax_label: "VAT", tax_rate: 16, allow_part_payment: true },
    });
    expect(invoice).toMatchObject({ taxMinor: 1_760n, totalMinor: 12_761n });
    await payPart(id, "33.33");
    const middle = await payPart(id, "40");
    await payPart(id);
    await workFiscal(world);
    await undoPayment(world, shop.seller, { orderId: middle, reason: "Never came" });
    world.clock.advance(1_000);
    await workFiscal(world);
    await payPart(id);
    await workFiscal(world);
    expect((await documents()).map(({ kind, totalMinor, taxMinor }) => [kind, totalMinor, taxMinor])).toEqual(
      [
        ["sale", 3_333n, 460n],
        ["sale", 4_000n, 551n],
        ["sale", 5_428n, 749n],
        ["credit_note", 4_000n, 551n],
        ["sale", 4_000n, 551n],
      ],
    );
    expect(authority.sales.map(({ body }) => JSON.parse(body).taxAmtB)).toEqual([
      ...[4.6, 5.51, 7.49, 5.51, 5.51],
    ]);
  });

  test("that is paid by phone has no tax on the charges that its payer bears, and parts that go back have all of it", async () => {
    const ugandan = await sellingStore(world, { store: { buyerPaysCharges: true } });
    await connectDevice(world, ugandan.seller, { ...device(pin()), kind: "practice" });
    world.clock.advance(1_000);
    const tax = { tax_label: "VAT", tax_rate: 16 };
    const { id: invoiceId, totalMinor, taxMinor } = await testInvoice(world, ugandan.live, tax);
    await press(world, ugandan, { for: { kind: "invoice", invoiceId, amount: null }, phone: "0772 123 789" });
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    await workFiscal(world);
    const [sale] = await documents(ugandan);
    const charged = (sale?.totalMinor ?? 0n) - totalMinor;
    expect(charged).toBeGreaterThan(0n);
    expect(sale).toMatchObject({
      ...{
        taxMinor,
        lines: [{ totalMinor: String(totalMinor), taxClass: "B" }, { totalMinor: String(charged) }],
      },
    });
    for (const amountMinor of [3_333n, (sale?.totalMinor ?? 0n) - 3_333n]) {
      const wish = { orderId: sale?.orderId ?? 0, reason: "Broken", requestKey: randomUUID(), amountMinor };
      await requestRefund(world, ugandan.seller, wish);
      await later(world, 4_000);
      await workFiscal(world);
    }
    const [, ...notes] = await documents(ugandan);
    expect(notes.map(({ kind }) => kind)).toEqual(["credit_note", "credit_note"]);
    expect(notes.reduce((sum, note) => sum + note.taxMinor, 0n)).toBe(taxMinor);
    expect(await checkFiscal(world, ugandan.store.id)).toEqual([]);
  });

  test("with a rate that the authority does not know is refused, and not sent", async () => {
    await connected();
    const { id } = await testInvoice(world, shop.live, { tax_label: "VAT", tax_rate: 18 });
    await payPart(id);
    await workFiscal(world);
    expect(authority.sales).toEqual([]);
    expect(await tasks()).toMatchObject([["fiscal_refused", { code: "tax_rate" }]]);
  });

  test("without a tax is of the class that the store chose", async () => {
    await connected();
    const { id } = await testInvoice(world, shop.live);
    await payPart(id);
    await workFiscal(world);
    expect(JSON.parse(authority.sales[0]?.body ?? "{}")).toMatchObject({ taxblAmtD: 50_000, totTaxAmt: 0 });
  });
});
