import { expect, test } from "vitest";
import { type ProblemCode, type RefusalCode, refusalStatuses, say } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import { readTexts } from "./catalogue";
import { problemText, problemTexts, refusalText, storedProblemText } from "./problem";

test("a problem is told in French with its values, and in English as the API says it", () => {
  const problem = textProblem("x".repeat(300), 255) ?? say("required");
  expect(problemText("fr", problem)).toBe("Utilisez au plus 255 caractères.");
  expect(problemText("en", problem)).toBe("Use at most 255 characters.");
  expect(problemText("sw", problem)).toBe("Tumia herufi zisizozidi 255.");
  expect(problemText("ha", problem)).toBe("Use at most 255 characters.");
  expect(problemTexts("fr", { name: [problem] })).toEqual({ name: ["Utilisez au plus 255 caractères."] });
});

test("what a phone number lacks is told with the example of its country, where there is one", () => {
  const parsed = parsePhone("12", "SN");
  expect(parsed.ok ? "" : problemText("fr", parsed.message)).toMatch(
    /^Il manque des chiffres à ce numéro\. Écrivez-le comme [\d ]+\.$/,
  );
  expect(problemText("en", say("phone_missing", { example: "none" }))).toBe("Enter a mobile number.");
});

test("a country inside of a problem is named in the reader's language", () => {
  const parsed = parsePhone("0992123456", "UG");
  if (parsed.ok) throw new Error("It is no number of Uganda.");
  expect(problemText("en", parsed.message)).toContain("for Uganda.");
  expect(problemText("fr", parsed.message)).toContain("(Ouganda)");
});

test("names are listed as the language lists them, and a problem inside of another is told with it", () => {
  const beside = say("rail_test_beside", { rails: ["Stripe", "Paystack"], count: 2 });
  expect(problemText("en", beside)).toMatch(/^It is in test mode, and Stripe and Paystack are live: /);
  expect(problemText("fr", beside)).toContain("Stripe et Paystack sont en mode réel");
  const refused = say("rail_check_refused", { name: "Stripe", said: say("rail_account", { id: "7" }) });
  expect(problemText("fr", refused)).toContain("(le remboursement 7 attend les coordonnées");
});

test("what was stored by its code is told, and what was stored as a sentence stays it", () => {
  expect(storedProblemText("fr", "role_owners")).toMatch(/^Seul un propriétaire/);
  expect(storedProblemText("fr", "rail_disputes", { id: "dp_1" })).toContain("dp_1");
  expect(storedProblemText("fr", "Only an owner may do this.")).toBe("Only an owner may do this.");
});

test("every refusal is whole sentences that say more than one thing", () => {
  // Safe: the keys of the table, which Object.keys forgets.
  for (const code of Object.keys(refusalStatuses) as RefusalCode[]) {
    expect(refusalText("en", code)).toMatch(/^[A-Z].+[.;:] .+\.$/);
    expect(refusalText("en", code).length).toBeLessThan(200);
  }
});

test("the dashboard's French has every problem, in words of its own and its own apostrophe", () => {
  const [english, french] = [readTexts("problem", "en"), readTexts("problem", "fr")];
  expect(Object.keys(french)).toEqual(Object.keys(english));
  const alike = Object.keys(english).filter((code) => english[code] === french[code]);
  // Nothing to translate: a provider's own words.
  expect(alike).toEqual(["rail_check_says"] satisfies ProblemCode[]);
  for (const said of Object.values(french)) expect(said).not.toMatch(/\p{L}'\p{L}/u);
});
