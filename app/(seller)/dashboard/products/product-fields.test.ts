import { expect, test } from "vitest";
import { asked } from "@/app/_forms/fields";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { changedProductFields, newProductFields, newProductHeld } from "./product-fields";

test("a new product is of a kind that has something to give", () => {
  const words = dashboardWords("en");
  const about = { words } as Parameters<typeof newProductFields.kind.options>[0];
  const kinds = newProductFields.kind.options(about);
  expect(kinds.map(({ value }) => value)).toEqual(["subscription", "digital", "physical", "service"]);
  expect(kinds[1]).toMatchObject({ label: "Digital", help: "something they download" });
  // What it is, is asked first: nothing is chosen for anybody but by a link that says so.
  expect([newProductHeld("course").kind, newProductHeld("service").kind]).toEqual([undefined, "service"]);
});

test("what only another kind is asked is not read, and an edit without a kind reads all", () => {
  const sent = { name: "Pot", trialDays: "7", interval: "month", delivery: ["asks_place"] };
  expect(asked(newProductFields, { ...sent, kind: "physical" })).toEqual({
    ...{ kind: "physical", name: "Pot", delivery: ["asks_place"] },
  });
  expect(asked(newProductFields, { ...sent, kind: "service" })).toEqual({ kind: "service", name: "Pot" });
  expect(asked(changedProductFields, sent)).toEqual(sent);
});
