import { expect, test } from "vitest";
import { z } from "zod";
import { numericId, pageShape, rowsOf, subscriptionId } from "./input";

test.each(["1", "42", "2147483647"])("%s is an id", (text) => {
  expect(numericId.parse(text)).toBe(Number(text));
});

test.each(["0", "-1", "01", "+1", "1.0", "1e3", " 1", "1 ", "2147483648", "9".repeat(22), "x", "", "１"])(
  "%s is no id of anything",
  (text) => {
    expect(numericId.safeParse(text).success).toBe(false);
  },
);

test("a subscription's id is its prefix and letters and digits", () => {
  expect(subscriptionId.safeParse("sub_0Mfz8aQ2").success).toBe(true);
  for (const text of ["sub_", "evt_0Mfz8aQ2", "sub_a.b", "sub_é", "sub_a\n", `sub_${"x".repeat(61)}`]) {
    expect(subscriptionId.safeParse(text).success).toBe(false);
  }
});

const pages = z.object(pageShape);

test("25 on the first page, unless asked otherwise; more than 100 is taken as 100", () => {
  expect(pages.parse({})).toEqual({ page: 1, per_page: 25 });
  expect(pages.parse({ page: "3", per_page: "101" })).toEqual({ page: 3, per_page: 100 });
  expect(pages.parse({ per_page: "9".repeat(300) }).per_page).toBe(100);
});

test("rows to skip stay within what the database can count", () => {
  expect(rowsOf({ page: 1, per_page: 25 })).toEqual({ skip: 0, take: 25 });
  expect(rowsOf({ page: 3, per_page: 10 })).toEqual({ skip: 20, take: 10 });
  expect(rowsOf({ page: 2_147_483_647, per_page: 100 })).toEqual({ skip: 2_147_483_647, take: 100 });
});
