import { expect, test } from "vitest";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { newProductSpecs } from "./product-fields";

const store = { currency: "KES", buyerPaysCharges: false, plan: { feePpm: 0 } };

test("a new product is of a kind that has something to give", () => {
  const [kind] = newProductSpecs(dashboardWords("en"), store, "digital");
  if (kind?.kind !== "select") throw new Error("The first field is no choice of kinds.");
  expect(kind.options.map(({ value }) => value)).toEqual(["subscription", "physical", "service"]);
  expect(kind.value).toBe("subscription");
});
