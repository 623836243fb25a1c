import { expect, test } from "vitest";
import { readLogPage } from "./list";

/** A log of so many rows, read 25 at a time. */
const logOf = (length: number) => (page: number) =>
  readLogPage(
    { skip: (page - 1) * 25 },
    async () => Array.from({ length: Math.min(25, length - (page - 1) * 25) }),
    async (atMost) => Math.min(length, atMost),
  );

test("what ends within 10,000 rows of the page is counted out", async () => {
  expect(await logOf(30)(1)).toMatchObject({ total: 30, isMore: false });
  expect(await logOf(10_000)(1)).toMatchObject({ total: 10_000, isMore: false });
});

test("of a longer log so much is counted that its next pages have numbers, as far as anybody goes", async () => {
  const log = logOf(30_000);
  expect(await log(1)).toMatchObject({ total: 10_000, isMore: true });
  expect(await log(400)).toMatchObject({ total: 19_975, isMore: true });
  expect(await log(900)).toMatchObject({ total: 30_000, isMore: false });
});
