import { expect, test } from "vitest";
import { isMixed, linesOf } from "./mixed";

/** Every letter one wide. */
const shown = (text: string, width = 100) =>
  linesOf(text, width, (piece) => piece.text.length).map((line) => line.map((piece) => piece.text));

test("only a text that Onest cannot write, or that runs in two directions, is mixed", () => {
  for (const plain of ["Ẹ̀kọ́ ƙano", "KES 1,500\nafter"]) expect(isMixed(plain.normalize("NFC"))).toBe(false);
  for (const mixed of ["አበበ", "محمد", "₦500", "Paid \u2068x\u2069"]) expect(isMixed(mixed)).toBe(true);
});

test("words from right to left change places, and what stands among them keeps its order", () => {
  expect(shown("دفع محمد")[0]).toEqual(["محمد", " ", "دفع"]);
  // Inside an isolate, a phone keeps its groups, and the sign before it.
  expect(shown("إلى \u2068+254 700\u2069")[0]).toEqual(["+254", " ", "700", " ", "إلى"]);
  expect(shown("محمد (علي)")[0]?.join("")).toBe("(علي) محمد");
});

test("lines break between words, in a word only where it is wider than a line, and where the text does", () => {
  expect(shown("አበበ ቢቂላ", 5).map((line) => line.join(""))).toEqual(["አበበ", "ቢቂላ"]);
  expect(shown("አበበቢቂላ", 4).map((line) => line.join(""))).toEqual(["አበበቢ", "ቂላ"]);
  expect(shown("አ\nበ").map((line) => line.join(""))).toEqual(["አ", "በ"]);
});
