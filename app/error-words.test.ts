import { expect, test } from "vitest";
import { errorWords } from "./error-words";

test.each([
  ["hl=fr", "fr"],
  ["flash=x; hl=fr; other=1", "fr"],
  ["hl=en", "en"],
  ["xhl=fr", "en"],
  ["hl=sw", "sw"],
  ["hl=de", "en"],
  ["", "en"],
])("a fault of ours is told in the language that the visitor chose (%j)", (cookies, lang) => {
  expect(errorWords(cookies).lang).toBe(lang);
});
