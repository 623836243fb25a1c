import { expect, test } from "vitest";
import { taxLabel } from "./invoice-words";

test("the seller's name of a tax keeps its order on a page from right to left, and has no signs elsewhere", () => {
  const tax = { label: "VAT", rate: "16", amount: "KES 768" };
  expect(taxLabel({ lang: "en" }, tax)).toBe("VAT 16\u00a0%");
  expect(taxLabel({ lang: "ar" }, tax)).toBe("\u2068VAT 16\u00a0%\u2069");
});
