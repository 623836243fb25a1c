import { expect, test } from "vitest";
import { catalogueOf, readTexts } from "@/lib/text/catalogue";
import { dashboardLanguageOf, dashboardWords } from "./words";

const audiences = ["seller", "operator"] as const;

test("French says all of it, and most of it differently from English", () => {
  for (const audience of audiences) {
    const [english, french] = [readTexts(audience, "en"), readTexts(audience, "fr")];
    expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort());
    const same = Object.keys(english).filter((key) => english[key] === french[key]);
    expect(same.length).toBeLessThan(Object.keys(english).length / 6);
  }
});

test("French punctuation stays with its word, and its apostrophes are typographic", () => {
  const catalogue = catalogueOf("fr", ...audiences);
  for (const audience of audiences)
    for (const key of Object.keys(readTexts(audience, "fr"))) {
      expect(catalogue.raw(key)).not.toMatch(/ [:;?!»%]|« /);
      expect(catalogue.raw(key)).not.toMatch(/\p{L}'\p{L}/u);
    }
});

test("numbers and plurals are written as the language does", () => {
  expect(dashboardWords("fr").text("tries", { count: 0 })).toBe("0 essai.");
  expect(dashboardWords("en").text("tries", { count: 0 })).toBe("0 attempts.");
  expect(dashboardWords("fr").text("subscriberCount", { count: 12345 })).toBe("12\u202f345 abonnés");
});

test("a language that the dashboard does not speak is English", () => {
  expect(dashboardLanguageOf("de")).toBe("en");
  expect(dashboardLanguageOf("toString")).toBe("en");
});
