import { expect, test } from "vitest";
import { entry, inOrder, type Told } from "./entries";

test("within a second an event comes after what it tells of, and a message after both; seconds keep their order", () => {
  const at = (ms: number) => new Date(Date.parse("2026-03-02T09:00:00Z") + ms);
  const one = (key: string, ms: number, did: Told["did"]) => entry(key, at(ms), "plain", { did }, null);
  const entries = [
    one("receipt", 0, "message"),
    one("order.paid", 0, "event"),
    one("paid", 800, "paid"),
    one("callback", 300, "callback_payment"),
    one("asked", -2_000, "asked"),
    one("refunded", 1_100, "refund_arrived"),
  ];
  expect(inOrder(entries).map(({ key }) => key)).toEqual([
    ...["asked", "callback", "paid", "order.paid", "receipt", "refunded"],
  ]);
});
