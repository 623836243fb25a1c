import { expect, test } from "vitest";
import { fill, problemCodes, readProblem, say } from "./problem";

test("every problem is read back from its sentence, under its own code and with its values", () => {
  for (const code of problemCodes) {
    // Codes of no slots ignore the values; the table decides which there are.
    const values = { max: "255", min: "10", currency: "KES", example: "0712 123456", place: "Kenya" };
    const more = {
      network: "MTN MoMo",
      bank: "KCB",
      minutes: "5",
      left: "KES 1,500.00",
      held: "KES 20",
      site: "https://pay.example.com",
    };
    const sentence = fill(sayAny(code), { ...values, ...more });
    expect(readProblem(sentence)).toMatchObject({ code });
  }
  expect(readProblem(say("too_long", { max: 255 }))).toEqual({ code: "too_long", values: { max: "255" } });
});

test("a sentence that no code makes is no problem of the table", () => {
  expect(readProblem("Use at most 255 characters. Or else.")).toBeNull();
  expect(readProblem("")).toBeNull();
});

test("a value that looks like a slot or a pattern stays what it is", () => {
  const currency = "{max} (.*) $&";
  expect(readProblem(say("amount_like", { currency }))).toEqual({
    code: "amount_like",
    values: { currency },
  });
});

/** The template itself: each slot is filled with its own name in braces. */
function sayAny(code: (typeof problemCodes)[number]): string {
  const slots = [
    "max",
    "min",
    "currency",
    "example",
    "place",
    "minutes",
    "left",
    "held",
    "site",
    "network",
    "bank",
  ];
  const named = Object.fromEntries(slots.map((slot) => [slot, `{${slot}}`]));
  // Safe: more values than a code takes do no harm.
  return (say as (code: string, values: Record<string, string>) => string)(code, named);
}
