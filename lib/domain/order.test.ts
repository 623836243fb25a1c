import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beginAttempt,
  callOff,
  expire,
  fail,
  fulfil,
  fulfillmentStatuses,
  newOrder,
  type OrderState,
  orderNumbers,
  orderStatuses,
  orderTotals,
  pay,
  paymentStatuses,
  refund,
  type SoldKind,
  takesAttempt,
  unrefund,
  voidOrder,
} from "./order";

/** "paid completed fulfilled" as a state. */
function state(text: string): OrderState {
  const [payment, order, fulfillment] = text.split(" ");
  const paymentStatus = paymentStatuses.find((each) => each === payment);
  const orderStatus = orderStatuses.find((each) => each === order);
  const fulfillmentStatus = fulfillmentStatuses.find((each) => each === fulfillment);
  if (!paymentStatus || !orderStatus || !fulfillmentStatus) throw new Error(`No such state: ${text}`);
  return { paymentStatus, orderStatus, fulfillmentStatus };
}
const text = (order: OrderState) => `${order.paymentStatus} ${order.orderStatus} ${order.fulfillmentStatus}`;

const triggers = {
  begin: beginAttempt,
  payDigital: (order: OrderState) => pay(order, ["digital"]),
  payPhysical: (order: OrderState) => pay(order, ["physical"]),
  fail,
  expire,
  refundPart: (order: OrderState) => refund(order, { totalMinor: 10n, refundedMinor: 4n }),
  refundAll: (order: OrderState) => refund(order, { totalMinor: 10n, refundedMinor: 10n }),
  fulfilPart: (order: OrderState) => fulfil(order, "partially_fulfilled"),
  fulfil: (order: OrderState) => fulfil(order, "fulfilled"),
  callOff,
};
type Trigger = keyof typeof triggers;
const done = "paid completed fulfilled";
const working = "paid processing unfulfilled";

/** Every state an order can be in × every trigger. What is not written leaves the state as it is. */
const moves: Record<string, Partial<Record<Trigger, string>>> = {
  "pending pending unfulfilled": {
    payDigital: done,
    payPhysical: working,
    fail: "failed pending unfulfilled",
    expire: "expired cancelled unfulfilled",
    refundPart: "throws",
    refundAll: "throws",
    callOff: "pending cancelled unfulfilled",
  },
  "failed pending unfulfilled": {
    begin: "pending pending unfulfilled",
    payDigital: done,
    payPhysical: working,
    refundPart: "throws",
    refundAll: "throws",
    callOff: "failed cancelled unfulfilled",
  },
  "expired cancelled unfulfilled": {
    begin: "pending pending unfulfilled",
    payDigital: done,
    payPhysical: working,
    refundPart: "throws",
    refundAll: "throws",
  },
  "pending cancelled unfulfilled": {
    payDigital: "paid cancelled unfulfilled",
    payPhysical: "paid cancelled unfulfilled",
    fail: "failed cancelled unfulfilled",
    expire: "failed cancelled unfulfilled",
    refundPart: "throws",
    refundAll: "throws",
  },
  "failed cancelled unfulfilled": {
    payDigital: "paid cancelled unfulfilled",
    payPhysical: "paid cancelled unfulfilled",
    refundPart: "throws",
    refundAll: "throws",
  },
  [done]: {
    refundPart: "partially_refunded completed fulfilled",
    refundAll: "refunded completed fulfilled",
  },
  [working]: {
    refundPart: "partially_refunded processing unfulfilled",
    refundAll: "refunded cancelled unfulfilled",
    fulfilPart: "paid processing partially_fulfilled",
    fulfil: done,
    callOff: "paid cancelled unfulfilled",
  },
  "paid processing partially_fulfilled": {
    refundPart: "partially_refunded processing partially_fulfilled",
    refundAll: "refunded cancelled partially_fulfilled",
    fulfil: done,
    callOff: "paid cancelled partially_fulfilled",
  },
  "paid cancelled unfulfilled": {
    refundPart: "partially_refunded cancelled unfulfilled",
    refundAll: "refunded cancelled unfulfilled",
  },
  "paid cancelled partially_fulfilled": {
    refundPart: "partially_refunded cancelled partially_fulfilled",
    refundAll: "refunded cancelled partially_fulfilled",
  },
  "partially_refunded completed fulfilled": { refundAll: "refunded completed fulfilled" },
  "partially_refunded processing unfulfilled": {
    refundAll: "refunded cancelled unfulfilled",
    fulfilPart: "partially_refunded processing partially_fulfilled",
    fulfil: "partially_refunded completed fulfilled",
    callOff: "partially_refunded cancelled unfulfilled",
  },
  "partially_refunded processing partially_fulfilled": {
    refundAll: "refunded cancelled partially_fulfilled",
    fulfil: "partially_refunded completed fulfilled",
    callOff: "partially_refunded cancelled partially_fulfilled",
  },
  "partially_refunded cancelled unfulfilled": { refundAll: "refunded cancelled unfulfilled" },
  "partially_refunded cancelled partially_fulfilled": {
    refundAll: "refunded cancelled partially_fulfilled",
  },
  "refunded completed fulfilled": {},
  "refunded cancelled unfulfilled": {},
  "refunded cancelled partially_fulfilled": {},
};

function run(from: string, trigger: Trigger): string {
  try {
    return text(triggers[trigger](state(from)));
  } catch (error) {
    if (error instanceof RangeError) return "throws";
    throw error;
  }
}

describe("transitions of an order", () => {
  const cells = Object.keys(moves).flatMap((from) =>
    (Object.keys(triggers) as Trigger[]).map((trigger): [string, Trigger] => [from, trigger]),
  );

  test.each(cells)("%s × %s", (from, trigger) => {
    expect(run(from, trigger)).toBe(moves[from]?.[trigger] ?? from);
  });

  test("the table holds every state that can be reached, and no other", () => {
    const reached = new Set([text(newOrder)]);
    for (const from of reached) {
      for (const trigger of Object.keys(triggers) as Trigger[]) {
        const to = run(from, trigger);
        if (to !== "throws") reached.add(to);
      }
    }
    expect([...reached].sort()).toEqual(Object.keys(moves).sort());
  });

  test("only an unpaid order that the seller has not called off takes an attempt", () => {
    expect(Object.keys(moves).filter((from) => takesAttempt(state(from)))).toEqual([
      "pending pending unfulfilled",
      "failed pending unfulfilled",
      "expired cancelled unfulfilled",
    ]);
  });

  test("a refund is above zero and never more than was paid", () => {
    for (const refundedMinor of [0n, -1n, 11n]) {
      expect(() => refund(state(done), { totalMinor: 10n, refundedMinor })).toThrow(RangeError);
    }
  });
});

test.each<[SoldKind, string]>([
  ["digital", done],
  ["course", done],
  ["webinar", done],
  ["subscription", done],
  ["link", done],
  ["invoice", done],
  ["physical", working],
  ["service", working],
  ["bookings", working],
  ["bundle", working],
])("at payment an order of %s is %s", (sold, expected) => {
  expect(text(pay(newOrder, [sold]))).toBe(expected);
  expect(text(pay(newOrder, ["digital", sold]))).toBe(expected);
});

describe("totals", () => {
  test("total = subtotal − discount + shipping for any order, never below zero", () => {
    const items = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 1_000 }),
        unitPriceMinor: fc.bigInt(0n, 10n ** 10n),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(items, fc.nat(100), fc.bigInt(0n, 10n ** 6n), (lines, percent, shippingFeeMinor) => {
        const sum = lines.reduce((all, line) => all + line.unitPriceMinor * BigInt(line.quantity), 0n);
        const discountMinor = (sum * BigInt(percent)) / 100n;
        const totals = orderTotals({ items: lines, discountMinor, shippingFeeMinor });
        expect(totals.subtotalMinor).toBe(sum);
        expect(totals.totalMinor + totals.discountMinor).toBe(sum + shippingFeeMinor);
        expect(totals.totalMinor >= shippingFeeMinor).toBe(true);
      }),
    );
  });

  test("a discount above the subtotal is refused, even where shipping would cover it", () => {
    const items = [{ quantity: 2, unitPriceMinor: 50n }];
    expect(() => orderTotals({ items, discountMinor: 101n, shippingFeeMinor: 10n })).toThrow(RangeError);
    expect(orderTotals({ items }).totalMinor).toBe(100n);
  });
});

test("order numbers grow past their zeros", () => {
  expect(orderNumbers(42)).toEqual({ number: "ORD-000042", shortNumber: "0042" });
  expect(orderNumbers(1_234_567)).toEqual({ number: "ORD-1234567", shortNumber: "1234567" });
});

test("money that came back from its payer leaves what is still gone; what the refund called off stays called off", () => {
  const refunded = state("refunded cancelled unfulfilled");
  expect(text(unrefund(refunded, 0n))).toBe("paid cancelled unfulfilled");
  expect(text(unrefund(refunded, 4n))).toBe("partially_refunded cancelled unfulfilled");
  expect(() => unrefund(state("failed pending unfulfilled"), 0n)).toThrow(RangeError);
  expect(() => unrefund(refunded, -1n)).toThrow(RangeError);
});

test("what was cancelled may not be paid any more, also when its order had expired; what was paid stays", () => {
  expect(text(voidOrder(state("pending pending unfulfilled")))).toBe("pending cancelled unfulfilled");
  const expired = voidOrder(state("expired cancelled unfulfilled"));
  expect(text(expired)).toBe("failed cancelled unfulfilled");
  expect(takesAttempt(expired)).toBe(false);
  expect(text(voidOrder(state("paid completed fulfilled")))).toBe("paid completed fulfilled");
});
