import { expect, test } from "vitest";
import {
  choosableEventTypes,
  eventTypes,
  isChoosableEventType,
  isEventType,
  standardEventTypes,
} from "./event-types";

test("a new endpoint receives the seven types of the spec", () => {
  expect([...standardEventTypes].sort()).toEqual([
    "invoice.paid",
    "order.paid",
    "subscription.activated",
    "subscription.cancelled",
    "subscription.expired",
    "subscription.past_due",
    "subscription.renewed",
  ]);
});

test("a ping is an event nobody can choose; every other can be chosen, none twice", () => {
  expect(new Set(eventTypes).size).toBe(eventTypes.length);
  expect(choosableEventTypes.length).toBe(eventTypes.length - 1);
  expect(eventTypes.filter((type) => !isChoosableEventType(type))).toEqual(["ping"]);
  expect(isEventType("ping")).toBe(true);
});

test("other words are no event types", () => {
  for (const word of ["", "order.Paid", "constructor", "subscription"]) expect(isEventType(word)).toBe(false);
});
