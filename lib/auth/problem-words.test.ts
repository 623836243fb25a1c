import { expect, test } from "vitest";
import { fill, type ProblemCode, problemCodes, readProblem, say } from "@/lib/domain/problem";
import { Refusal } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import { problemIn, refusalIn, spokenOf } from "./problem-words";
import { frenchProblems, frenchRefusals } from "./problems-fr";

const slotValues: Record<string, string> = {
  ...{
    max: "255",
    min: "10",
    hours: "3",
    line: "3",
    minutes: "5",
    currency: "KES",
    left: "KES 1,500.00",
    held: "KES 20",
    owed: "KES 20",
  },
  ...{ example: "0712 123456", place: "Kenya", network: "MTN MoMo", bank: "KCB" },
  site: "https://pay.example.com",
};

test("a problem is told in French with its values, and in English as the API says it", () => {
  const sentence = textProblem("x".repeat(300), 255) ?? "";
  expect(problemIn("fr", sentence)).toBe("Utilisez au plus 255 caractères.");
  expect(problemIn("en", sentence)).toBe("Use at most 255 characters.");
  expect(problemIn("sw", sentence)).toBe("Use at most 255 characters.");
});

test("what a phone number lacks is told with the example of its country", () => {
  const parsed = parsePhone("12", "SN");
  expect(parsed.ok ? "" : problemIn("fr", parsed.message)).toMatch(
    /^Il manque des chiffres à ce numéro\. Écrivez-le comme [\d ]+\.$/,
  );
});

test("a sentence that the table does not have is shown as it is", () => {
  expect(problemIn("fr", "Line 3 has the same e-mail.")).toBe("Line 3 has the same e-mail.");
});

test("a refusal is told by its code; one for programs alone stays in the words of the API", () => {
  expect(refusalIn("fr", new Refusal("key_limit"))).toMatch(/^Une boutique peut avoir 10 clés d’API/);
  const forPrograms = new Refusal("invalid_json");
  expect(refusalIn("fr", forPrograms)).toBe(forPrograms.message);
});

test("every problem is read back from its sentence, under its own code and with its values", () => {
  for (const code of problemCodes) {
    // A value for each slot, in the shape that it has in life.
    const sentence = fill(template(code), slotValues);
    const values = Object.fromEntries(
      (template(code).match(/\w+(?=\})/g) ?? []).map((slot) => [slot, slotValues[slot]]),
    );
    expect(readProblem(sentence)).toEqual({ code, values });
  }
});

test("French says every problem differently from English, with only the slots that English has", () => {
  const slots = (text: string) => text.match(/\{\w+\}/g) ?? [];
  for (const code of problemCodes) {
    const english = template(code);
    expect([code, frenchProblems[code]]).not.toEqual([code, english]);
    for (const slot of slots(frenchProblems[code]))
      expect([code, slots(english)]).toEqual([code, expect.arrayContaining([slot])]);
  }
  for (const said of [...Object.values(frenchProblems), ...Object.values(frenchRefusals)])
    expect(said).not.toMatch(/\p{L}'\p{L}/u);
});

test("the first language that can be told is taken", () => {
  expect(spokenOf(["", "sw", "fr", "en"])).toBe("fr");
  expect(spokenOf(["de"])).toBe("en");
});

/** A sentence whose slots are still open. */
function template(code: ProblemCode): string {
  const open = Object.fromEntries(Object.keys(slotValues).map((name) => [name, `{${name}}`]));
  // Safe: more values than a code takes do no harm.
  return (say as (code: string, values: Record<string, string>) => string)(code, open);
}
