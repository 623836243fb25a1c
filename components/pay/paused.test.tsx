import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Language } from "@/lib/domain/languages";
import { PayDocument } from "./document";
import type { PayPage } from "./types";

const page = (lang: Language, paused: boolean): PayPage => ({
  ...{ lang, paused, nonce: "n", serviceName: "Sente", timeZone: "UTC", seller: null, test: false },
  languageLinks: { path: "/pay/x", keep: {} },
});

test.each<[Language, string]>([
  ["en", "Please do not pay here."],
  ["fr", "Ne payez pas ici."],
  ["sw", "Tafadhali usilipe hapa."],
  ["pt", "Não pague aqui."],
])("a payer's page of a paused instance says so in %s", (lang, words) => {
  const shown = (paused: boolean) =>
    renderToStaticMarkup(
      <PayDocument page={page(lang, paused)} title="Pay">
        <p>Pay</p>
      </PayDocument>,
    );
  expect(shown(true)).toContain(words);
  expect(shown(false)).not.toContain(words);
});
