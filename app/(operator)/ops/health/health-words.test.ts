import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dashboardMessages, dashboardWords } from "@/components/dashboard/messages/words";
import { healthWords } from "./health-words";

const french = dashboardWords("fr");
const folder = `${process.cwd()}/lib/services/operator/health`;

test.each([
  ["Nothing waits", "Rien n’attend"],
  ["1 payment, the oldest due 30 s ago", "1 paiement, le plus ancien attendu depuis 30 s"],
  [
    "10,000 deliveries or more, the oldest due 3 days ago",
    "10\u202f000 livraisons ou plus, le plus ancien attendu depuis 3 jours",
  ],
  ["All right, 5 h ago", "Tout est juste, il y a 5 h"],
  ["mtn_ug by sandbox", "mtn_ug par sandbox"],
  ["20 % of 5 came through, 2 still open", "20\u00a0% sur 5 aboutis, 2 encore en cours"],
  [
    "Some people did not get theirs. The last failure: 550 refused by host",
    "Certaines personnes n’ont pas reçu le leur. Le dernier échec\u00a0: 550 refused by host",
  ],
  ["less than 1 MB", "moins de 1 Mo"],
])("the health of the service is told in French: %s", (said, told) => {
  expect(healthWords(said, french)).toBe(told);
  expect(healthWords(said, dashboardWords("en"))).toBe(said);
});

test("what a provider says of itself is left in its words", () => {
  expect(healthWords("quota exceeded", french)).toBeNull();
});

test("every sentence about the health of the service is known, word for word", () => {
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8").replaceAll(/\/\*\*.*?\*\/|^\s*\/\/.*$/gms, ""));
  // A sentence begins with a capital and has a space; those with slots are put together and tried above.
  const said = sources.flatMap((text) =>
    [...text.matchAll(/"([A-Z][^"\n]* [^"\n]*)"/g)].map(([, one]) => one),
  );
  const sentences = said.filter((one) => one && !/^(SELECT|UNION)/.test(one));
  expect(sentences.length).toBeGreaterThan(50);
  const known = new Set<string>(Object.values(dashboardMessages.en));
  expect(sentences.filter((one) => !known.has(one ?? ""))).toEqual([]);
});
