import { expect, test } from "vitest";
import { choosableEventTypes } from "@/lib/domain/event-types";
import { sampleEventData } from "./test-event";
import { webhookEvents } from "./webhook-event";

test.each(choosableEventTypes)("a made-up %s has the shape of a real one and is never live", (type) => {
  const data = sampleEventData(type);
  expect(webhookEvents[type].data.strict().safeParse(data).error).toBeUndefined();
  expect(data.livemode).toBe(false);
});

test("an invoice's amounts add up in each of its states", () => {
  for (const type of choosableEventTypes.filter((one) => one.startsWith("invoice."))) {
    const { total, amount_paid, balance } = sampleEventData(type);
    expect(Number(amount_paid) + Number(balance)).toBe(total);
  }
});
