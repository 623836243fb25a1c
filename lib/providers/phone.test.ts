import { expect, test } from "vitest";
import { networkOfPrefix } from "@/lib/domain/network";
import { problemText } from "@/lib/text/problem";
import { callingCode, formatPhone, maskedPhone, parsePhone } from "./phone";

const spellings: [string, string, string][] = [
  ["0772123456", "UG", "+256772123456"],
  ["0772 123 456", "UG", "+256772123456"],
  ["772123456", "UG", "+256772123456"],
  ["256772123456", "UG", "+256772123456"],
  ["+256 772 123456", "UG", "+256772123456"],
  ["+256 (772) 123-456", "UG", "+256772123456"],
  ["00256772123456", "UG", "+256772123456"],
  ["+256 0772 123456", "UG", "+256772123456"],
  ["\u202a+256 772\u00a0123456\u202c", "UG", "+256772123456"],
  ["٠٧٧٢١٢٣٤٥٦", "UG", "+256772123456"],
  ["0712345678", "KE", "+254712345678"],
  ["254712345678", "KE", "+254712345678"],
  ["0701234567", "CI", "+2250701234567"],
  ["2250701234567", "CI", "+2250701234567"],
  ["0197123456", "BJ", "+2290197123456"],
  ["077123456", "GA", "+24177123456"],
];
test.each(spellings)("%s typed in %s (%s) is read", (text, country, phone) => {
  expect(parsePhone(text, country)).toEqual({ ok: true, phone, country });
});

const refused: [string, string, string][] = [
  ["", "UG", "missing"],
  ["   ", "UG", "missing"],
  ["call me", "UG", "not_digits"],
  ["0772 123 456;drop", "UG", "not_digits"],
  ["07721234", "UG", "too_short"],
  ["07721234567890", "UG", "too_long"],
  ["0992123456", "UG", "invalid"],
  ["0414123456", "UG", "not_mobile"],
  ["+254712345678", "UG", "other_country"],
  ["254712345678", "UG", "other_country"],
  ["+".repeat(39), "UG", "invalid"],
];
test.each(refused)("%j in %s is refused as %s, in a sentence with an example", (text, country, problem) => {
  const parsed = parsePhone(text, country);
  expect(parsed).toMatchObject({ ok: false, problem });
  if (!parsed.ok)
    expect(problemText("en", parsed.message)).toMatch(
      /\. (Use one from Uganda\. )?Write it like 0\d{3} \d{6}\.$/,
    );
});

test("a contact number may be of any country, and brings its country", () => {
  expect(parsePhone("+254712345678", "UG", { anyCountry: true })).toEqual({
    ok: true,
    phone: "+254712345678",
    country: "KE",
  });
  expect(parsePhone("+1 415 555 2671", "UG", { anyCountry: true })).toMatchObject({
    ok: true,
    country: "US",
  });
});

test("a page shows a number with its middle hidden, and a bad one never reaches an error text", () => {
  expect(maskedPhone("+256772123456")).toBe("0772 •••456");
  expect(formatPhone("+256772123456")).toBe("0772 123456");
  expect(callingCode("UG")).toBe("+256");
  expect(() => maskedPhone("0772123456")).toThrow(/^Not an E\.164 phone number\.$/);
});

const suffixes =
  "019 029 039 049 069 129 139 149 159 169 179 189 199 209 219 229 239 249 259 269 279 089 099 109 119 789";
const starts: [string, string][] = [
  ["UG", "+256772123"],
  ["RW", "+250783456"],
  ["KE", "+254703456"],
  ["GH", "+233593456"],
  ["ZM", "+260763456"],
  ["TZ", "+255763456"],
  ["CM", "+237653456"],
  ["CI", "+2250503456"],
  ["SN", "+221773456"],
  ["CD", "+243813456"],
  ["MW", "+265993456"],
  ["BJ", "+2290197123"],
];
test.each(starts)(
  "in %s every suffix of the sandbox makes a number of a network we know",
  (country, start) => {
    for (const suffix of suffixes.split(" ")) {
      const phone = start + suffix;
      expect(parsePhone(phone, country)).toEqual({ ok: true, phone, country });
      expect(networkOfPrefix(phone)).not.toBeNull();
    }
  },
);
