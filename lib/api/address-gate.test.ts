import { expect, test } from "vitest";
import { createAddressGate } from "./address-gate";

test("60 in any 60 seconds, by address", () => {
  let now = 0;
  const gate = createAddressGate({ now: () => now, attemptsMax: 60 });
  for (let i = 0; i < 60; i += 1) {
    now = i * 500;
    expect(gate.take("a")).toBe(true);
  }
  expect(gate.take("a")).toBe(false);
  expect(gate.secondsLeft("a")).toBe(31);
  expect(gate.take("b")).toBe(true);
  now = 59_999;
  expect(gate.take("a")).toBe(false);
  now = 60_000;
  expect(gate.take("a")).toBe(true);
  expect(gate.take("a")).toBe(false);
});

test("what is given back does not count", () => {
  const gate = createAddressGate({ now: () => 0, attemptsMax: 60 });
  for (let i = 0; i < 500; i += 1) {
    expect(gate.take("a")).toBe(true);
    gate.giveBack("a");
  }
  expect(gate.size).toBe(0);
});

test("it remembers no more addresses than it is told to", () => {
  const gate = createAddressGate({ now: () => 0, attemptsMax: 60, addressesMax: 100 });
  for (let i = 0; i < 60; i += 1) gate.take("first");
  for (let i = 0; i < 5_000; i += 1) gate.take(`address ${i}`);
  expect(gate.size).toBe(100);
  expect(gate.take("first")).toBe(true);
});

test("all addresses of one network of IPv6 are one", () => {
  const gate = createAddressGate({ now: () => 0, attemptsMax: 2 });
  expect([gate.take("2001:db8::1"), gate.take("2001:db8::2"), gate.take("2001:db8::3")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(gate.take("2001:db8:0:1::1")).toBe(true);
});
