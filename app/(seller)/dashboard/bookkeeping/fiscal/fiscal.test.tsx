import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { GET as receipt } from "@/app/(pay)/receipt/[token]/route";
import { connectDevice } from "@/lib/services/money/fiscal/device";
import { gatherDocuments } from "@/lib/services/money/fiscal/gather";
import { workFiscal } from "@/lib/services/money/fiscal/send";
import { undoPayment } from "@/lib/services/money/outside/record";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { atPages, html, search, signIn } from "@/lib/testing/dashboard";
import { sellingStore } from "@/lib/testing/money";
import { PayerBrowser } from "@/lib/testing/payer-browser";
import { testWorld } from "@/lib/testing/world";
import DevicePage from "../../settings/fiscal/page";
import TasksPage from "../../tasks/page";
import { GET as file } from "./export/route";
import MonthPage from "./page";

// What a seller and a payer see of tax documents, with the simulated authority.

const world = atPages(testWorld());
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  shop = await sellingStore(world, { store: { country: "KE", currency: "KES", timeZone: "Africa/Nairobi" } });
  await signIn(world, shop);
  await connectDevice(world, shop.seller, {
    ...{ kind: "practice", tin: "P051234567A", branch: "00", serial: "dvc1130", key: "", lastNumber: "" },
    ...{ untaxedClass: "D", itemClass: "50201700" },
  });
  world.clock.advance(1_000);
});

async function sell(): Promise<{ orderId: number; page: () => Promise<string> }> {
  const { orderId } = await sellAtCounter(world, shop.seller, {
    ...{ id: randomUUID(), lines: [{ name: "Tea", quantity: "2", price: "750" }], reference: "" },
    ...{ method: "cash", customer: { name: "", email: "", phone: "" } },
  });
  world.clock.advance(1_000);
  const { receiptToken } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  const payer = new PayerBrowser("10.3.0.1");
  return { orderId, page: async () => (await payer.open(receipt, `/receipt/${receiptToken}`)).text() };
}

test("a receipt says that its number is being made, has it then, and the credit note of what was taken back", async () => {
  const { orderId, page } = await sell();
  const before = await page();
  expect(before).toContain("The tax receipt (PRACTICE) is being made.");
  expect(before).not.toContain("is not a KRA eTIMS invoice");
  await workFiscal(world);
  const signed = await page();
  expect(signed).toContain("PRACTICE receipt: KES");
  expect(signed).toContain("PRACTICE01/1");
  expect(signed).not.toContain("is being made");
  await undoPayment(world, shop.seller, { orderId, reason: "Typed twice" });
  await workFiscal(world);
  expect(await page()).toContain("PRACTICE credit note: KES");
});

test("a month has its classes and its file; the device's page says how it stands", async () => {
  await sell();
  await workFiscal(world);
  const page = await html(MonthPage(search({ month: "2026-03" })));
  expect(page).toContain("D: no VAT");
  expect(page).toContain("3,000");
  const answer = await file(new Request("http://localhost:3000/x?month=2026-03"));
  expect(answer.headers.get("content-type")).toContain("text/csv");
  expect((await answer.text()).trim().split("\r\n")).toHaveLength(4);
  expect(await html(DevicePage(search()))).toContain("PRACTICE01");
});

test("a refusal stands in Needs you, in the authority's words, with what to do and a button", async () => {
  const document = await world.db.fiscalDocument.findFirstOrThrow({ where: { storeId: shop.store.id } });
  await world.db.task.create({
    data: {
      ...{ storeId: shop.store.id, kind: "fiscal_refused", subject: `fiscal/${document.id}` },
      details: { order: "ORD-000001", code: "910", words: "Request <b>parameter</b> error" },
      createdAt: world.clock.now(),
    },
  });
  const page = await html(TasksPage(search()));
  expect(page).toContain("ORD-000001: the tax authority refused its receipt");
  expect(page).toContain("Request &lt;b&gt;parameter&lt;/b&gt; error (910).");
  expect(page).toContain("correct it under Tax receipts");
  expect(page).toContain("Send again");
});

test("a practice device is over once money is real, and its page says so in plain words", async () => {
  await sell();
  await gatherDocuments(world);
  await gatherDocuments({ ...world, rails: { ...world.rails, sandbox: null } });
  const page = await html(DevicePage(search()));
  expect(page).toContain("Connect a real device for tax receipts");
  expect(page).toContain("signed for practice only");
  expect(page).not.toContain("refuses this device");
  expect(page).toMatch(/Waiting<\/dt><dd[^>]*>0</);
});
