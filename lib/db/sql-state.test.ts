import { expect, test } from "vitest";
import { isConnectionLoss, sqlState } from "./sql-state";

test.each([
  ["a server that is not there, as Prisma says it", { code: "P1001" }],
  ["a server that does not answer", { code: "P1002" }],
  ["a connection that the server closed", { code: "P1017" }],
  ["a pool without a free connection", { code: "P2024" }],
  ["a transaction that could not begin or end", { code: "P2028" }],
  ["an answer that never came", new Error("Query read timeout")],
  ["a full disk", { code: "53100" }],
  ["too many connections", { code: "53300" }],
  ["a server that shuts down", { code: "57P01" }],
  ["a server that became a copy of another", { code: "25006" }],
  [
    "a full disk, as Prisma says it",
    { code: "P2010", meta: { driverAdapterError: { cause: { originalCode: "53100" } } } },
  ],
  ["a lock that somebody keeps", { code: "55P03" }],
  ["a transaction that the server gave up", { code: "25P03" }],
  ["a name that cannot be found now", { code: "EAI_AGAIN" }],
  ["a route that is gone", { code: "ETIMEDOUT" }],
  ["a server that died under a statement", { code: "EPIPE" }],
  [
    "the same, as Prisma says it",
    { code: "P2010", meta: { driverAdapterError: { cause: { kind: "postgres", originalCode: "EPIPE" } } } },
  ],
  ["the same in the words alone", new Error("Invalid `prisma.order.create()` invocation: write EPIPE")],
])("%s passes: the same request may succeed later", (_, error) => {
  expect(isConnectionLoss(error)).toBe(true);
});

test.each([
  ["a row that is there already", { code: "23505" }],
  ["the same, as Prisma says it", { code: "P2002" }],
  ["a mistake in a statement", { code: "42703" }],
  ["what a function of ours raises", { code: "P0001" }],
  ["a mistake in the program", new TypeError("x is not a function")],
  ["nothing at all", null],
])("%s does not", (_, error) => {
  expect(isConnectionLoss(error)).toBe(false);
});

test("Prisma's own codes are no codes of PostgreSQL, though they look like them", () => {
  expect(sqlState({ code: "P2024" })).toBe(null);
  expect(sqlState({ code: "P0001" })).toBe("P0001");
  expect(sqlState({ code: "P2034" })).toBe("40001");
});
