import { expect, test } from "vitest";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { asksPlaceIn, newProductSpecs } from "./product-fields";

const store = { currency: "KES", buyerPaysCharges: false, plan: { feePpm: 0 } };

test("a new product is of a kind that has something to give", () => {
  const [kind] = newProductSpecs(dashboardWords("en"), store, "course");
  if (kind?.kind !== "select") throw new Error("The first field is no choice of kinds.");
  expect(kind.options.map(({ value }) => value)).toEqual(["subscription", "digital", "physical", "service"]);
  expect(kind.value).toBe("subscription");
});

test("a new physical product asks where to bring it, unless the box is emptied", () => {
  const place = newProductSpecs(dashboardWords("en"), store, "physical").find(
    ({ name }) => name === "delivery",
  );
  if (place?.kind !== "boxes") throw new Error("No box asks it.");
  expect(asksPlaceIn(place.value)).toBe(true);
  expect(asksPlaceIn([])).toBe(false);
});
