import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createElement, isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { networks } from "@/lib/domain/network";
import { compile, makeCatalogue, readTexts } from "./catalogue";
import { wordsIn } from "./words";

const english = {
  hello: "Hello {name}",
  due: "{days, plural, one {# day} other {# days}}",
  back: "Back",
};
const french = { hello: "Bonjour {name}", due: "{days, plural, one {# jour} other {# jours}}" };

test("a text that the language lacks is said in English, by the rules of English", () => {
  const words = makeCatalogue("fr", { back: "Retour" }, english);
  expect(words.text("back").fill({})).toBe("Retour");
  expect(words.text("due").fill({ days: 0 })).toBe("0 days");
  expect(makeCatalogue("fr", french, english).text("due").fill({ days: 0 })).toBe("0 jour");
});

test("from right to left, each value is kept apart from its sentence, but a link, which programs read", () => {
  const own = { hello: "مرحبًا {name}", due: "{days, plural, other {# يوم}}", go: "ادفع هنا: {link}" };
  const words = makeCatalogue("ar", own, { ...english, go: "Pay: {link}", help: "Ask {name}" });
  expect(words.text("hello").fill({ name: "+254 700" })).toBe("مرحبًا \u2068+254 700\u2069");
  expect(words.text("go").fill({ link: "https://s.co/1" })).toBe("ادفع هنا: https://s.co/1");
  expect(words.text("due").fill({ days: 3 })).toBe("3 يوم");
  expect(words.text("help").fill({ name: "Duka" })).toBe("Ask Duka");
});

test("what an old name turns ends with the name; pairs of ours stay", () => {
  const said = (name: string) => compile("{name} pays", "en").fill({ name });
  expect(said("Am\u202eina\u202c")).toBe("Amina pays");
  for (const open of ["\u2067Amina", "Amina\u2069", "\u2069Amina\u2067"])
    expect(said(open)).toBe("Amina pays");
  for (const ours of ["\u2068Amina\u2069", "\u2068a \u2067b\u2069\u2069"])
    expect(said(ours)).toBe(`${ours} pays`);
});

test("Arabic counts free days in its five forms", () => {
  const offer = (days: number) => wordsIn("ar", "payer").text("trialOffer", { days, price: "KES 5" });
  const said = [1, 2, 3, 11, 100].map((days) => offer(days).split("،")[0]);
  expect(said).toEqual([
    "يوم مجاني واحد",
    "يومان مجانيان",
    "3 أيام مجانية",
    "11 يومًا مجانيًا",
    "100 يوم مجاني",
  ]);
});

test("a name of the language's own objects is no text", () => {
  expect(makeCatalogue("fr", {}, english).raw("toString")).toBe("toString");
});

test("a value that is not given stays empty, and an element stands where its name stood", () => {
  expect(compile("{a} and {b}", "en").fill({ a: "one" })).toBe("one and ");
  const words = wordsIn("en", "payer");
  const shown = words.rich("call", { phone: createElement("bdi", null, "0772") });
  expect(isValidElement(shown)).toBe(true);
  expect(renderToStaticMarkup(shown)).toBe("Call <bdi>0772</bdi>");
});

test("a text is compiled once", () => {
  const words = makeCatalogue("en", english, english);
  expect(words.text("due")).toBe(words.text("due"));
});

test("a language without the file has no text of it", () => {
  // Safe: a name that no folder has, as a language has that is only begun.
  expect(readTexts("payer", "xx" as "en")).toEqual({});
});

test("M-PESA is written as its owner writes it, and sellers read of webhooks alone", () => {
  const texts = (name: string) =>
    readdirSync("lib/text", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(`lib/text/${entry.name}/${name}.json`))
      .flatMap(({ name: lang }) =>
        Object.values<string>(JSON.parse(readFileSync(`lib/text/${lang}/${name}.json`, "utf8"))),
      );
  const all = ["mail", "notice", "operator", "payer", "problem", "seller"].flatMap(texts);
  const spelled = [...all, ...networks.map(({ displayName }) => displayName)].flatMap(
    (text) => text.match(/m-?pesa\b/gi) ?? [],
  );
  expect([...new Set(spelled)]).toEqual(["M-PESA"]);
  expect(texts("seller").filter((text) => /endpoint|point de terminaison/i.test(text))).toEqual([]);
});
