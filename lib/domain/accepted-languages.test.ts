import { expect, test } from "vitest";
import { acceptedLanguages } from "./languages";

test("languages come in the order of their weight, without their region", () => {
  expect(acceptedLanguages("sw;q=0.4, fr-SN, en-GB;q=0.8")).toEqual(["fr", "en", "sw"]);
});

test("a header that says nothing, or nonsense, asks for nothing that we know", () => {
  expect(acceptedLanguages("")).toEqual([""]);
  expect(acceptedLanguages("fr;q=x, en;q=0.1")).toEqual(["en", "fr"]);
});

test("a language is known by its whole code, and by the codes of what belongs to it", () => {
  expect(acceptedLanguages("ar-EG, am;q=0.9, swc;q=0.8, haw;q=0.7, yor;q=0.6, *;q=0.5")).toEqual([
    "ar",
    "am",
    "sw",
    "haw",
    "yo",
    "",
  ]);
});
