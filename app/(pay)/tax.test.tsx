import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { paidOrder } from "@/lib/testing/order";
import { testStore, testWorld } from "@/lib/testing/world";
import { GET } from "./receipt/[token]/route";

vi.mock("@/lib/auth/session", () => ({ currentSession: async () => null }));

const world = testWorld();
beforeAll(() => Object.assign(globalThis, { senteWorld: world }));
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

async function receipt(country: string, tax: object, lang = "en"): Promise<string> {
  const shop = await testStore(world, { store: { country } });
  const { id, receiptToken: token } = await paidOrder(world, shop, {});
  await world.db.order.update({ where: { id }, data: tax });
  const answer = await GET(new Request(`http://localhost:3000/receipt/${token}?hl=${lang}`), {
    params: Promise.resolve({ token }),
  });
  return (await answer.text()).replaceAll("\u00a0", " ");
}

const vat = { taxLabel: "VAT", taxRatePpm: 160_000, taxMinor: 6_897n };

test("a receipt says what of the price is the tax, and that it is no receipt of the tax office", async () => {
  const page = await receipt("KE", vat);
  expect(page).toContain("of which VAT 16 %");
  expect(page).toMatch(/UGX 6,897/);
  expect(page).toContain("This receipt is not a KRA eTIMS invoice. The seller issues it separately.");
  expect(await receipt("UG", vat, "fr")).toContain("pas une facture URA EFRIS");
});

test("where there is no tax, or no such office, it says neither", async () => {
  const page = await receipt("CM", {});
  expect(page).not.toContain("of which");
  expect(page).not.toContain("issues it separately");
});

test("after a refund it says what of the tax went back", async () => {
  const page = await receipt("KE", { ...vat, refundedMinor: 10_000n, paymentStatus: "partially_refunded" });
  const [, total = ""] = /sumup">UGX ([\d,]+)</.exec(page) ?? [];
  const back = Math.round((6_897 * 10_000) / Number(total.replaceAll(",", "")));
  expect(page).toContain("of it given back");
  expect(page).toContain(`− UGX ${back.toLocaleString("en")}`);
  expect(await receipt("KE", vat)).not.toContain("of it given back");
  // Its sign is part of the amount, or it would stand behind it where lines run to the left.
  expect(await receipt("KE", { ...vat, refundedMinor: 10_000n }, "ar")).not.toMatch(/(?<!<bdi>)− /);
});
