import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { RailSetting } from "@/lib/services/core/rails";
import { modeProblems, problemsOf } from "@/lib/services/desk/rails/problems";
import { railKinds } from "@/lib/services/desk/rails/registry";
import { readTexts } from "@/lib/text/catalogue";
import { toldWords } from "./told-words";

const french = dashboardWords("fr");
const folder = `${process.cwd()}/lib/services/desk/operator/health`;

test.each([
  ["Nothing waits", "Rien n’attend"],
  ["1 payment, the oldest due 30 s ago", "1 paiement, le plus ancien attendu depuis 30 s"],
  [
    "10,000 deliveries or more, the oldest due 3 days ago",
    "10\u202f000 livraisons ou plus, le plus ancien attendu depuis 3 jours",
  ],
  ["All right, 5 h ago", "Tout est juste, il y a 5 h"],
  ["MTN MoMo (UG) by sandbox", "MTN MoMo (UG) par sandbox"],
  ["20 % of 5 came through, 2 still open", "20\u00a0% sur 5 aboutis, 2 encore en cours"],
  [
    "Some people did not get theirs. The last failure: 550 refused by host",
    "Certaines personnes n’ont pas reçu le leur. Le dernier échec\u00a0: 550 refused by host",
  ],
  ["less than 1 MB", "moins de 1 Mo"],
  [
    "The largest tables: orders less than 1 MB, events 12 MB. Logs of requests are kept for 7 days and those of webhooks for 90; money is kept for good.",
    "Les plus grandes tables\u00a0: orders moins de 1 Mo, events 12 Mo. Les journaux des requêtes sont gardés 7 jours et ceux des webhooks 90\u00a0; l’argent, pour toujours.",
  ],
  ["It cannot be reached since 4 min", "Injoignable depuis 4 min"],
  [
    "It did not answer within 15 seconds. Payers may be offered what does not work.",
    "Pas de réponse en 15 secondes. Des moyens qui ne marchent pas peuvent être proposés.",
  ],
])("the health of the service is told in French: %s", (said, told) => {
  expect(toldWords(said, french)).toBe(told);
  expect(toldWords(said, dashboardWords("en"))).toBe(said);
});

test.each([
  [
    "Paystack refuses these credentials (GET /balance: HTTP 401). Check that they are whole, of the right mode and not withdrawn, and that it lets this server’s address in. Payers may be offered what does not work.",
    /^Paystack refuse ces identifiants \(GET \/balance: HTTP 401\)\. Vérifiez .* proposés\.$/,
  ],
  [
    "Sandbox: no real money moves, without paying out and giving back",
    /^Bac à sable\u00a0: aucun argent réel ne circule, sans reversements/,
  ],
  [
    "Stripe and Paystack are set up in test mode, so this one cannot be in live mode: sellers would be paid out real money for play money. Use one mode for all, or another server for tests.",
    /^Stripe et Paystack sont en mode test, celui-ci ne peut donc pas être en mode réel/,
  ],
  ["the API with key 12", /^l’API avec la clé 12$/],
])("a rail's own state and the log's actors are told in French: %s", (said, told) => {
  expect(toldWords(said, french)).toMatch(told);
});

test("every problem of every rail is known, whatever was typed and in either mode", () => {
  const typed = [
    "",
    "x",
    "sk_live_0123456789abcdef",
    "sk_test_0123456789abcdef",
    "FLWSECK-0123456789ab",
    "FLWSECK_TEST-0123456789",
  ];
  const said = railKinds.flatMap((kind) =>
    [undefined, ...typed].flatMap((text) =>
      [true, false].flatMap((livemode) => {
        const all = Object.fromEntries(
          kind.fields.map(({ name }) => [name, text]).filter(([, value]) => value !== undefined),
        );
        const mtn = {
          ...all,
          country: "UG",
          currency: "UGX",
          targetEnvironment: livemode ? "sandbox" : "mtnuganda",
        };
        const one = { ...mtn, disbursementSubscriptionKey: undefined };
        const whsec = { ...all, webhookSecret: "whsec_0123456789", webhookHash: "0123456789abcdef" };
        return [all, mtn, one, whsec].flatMap((credentials) =>
          Object.values(kind.problems(credentials as Record<string, string>, livemode)).flat(),
        );
      }),
    ),
  );
  expect(new Set(said).size).toBeGreaterThan(20);
  expect([...new Set(said)].filter((one) => toldWords(one, french) === null)).toEqual([]);
});

test("what checking a rail says is known, word for word", () => {
  const files = ["pawapay", "flutterwave", "paystack", "stripe", "mtn-momo"].map(
    (rail) => `lib/providers/rails/${rail}/${rail}.ts`,
  );
  const said = ["lib/services/desk/rails/check-rail.ts", ...files].flatMap((file) => {
    const source = readFileSync(`${process.cwd()}/${file}`, "utf8");
    const sentences = source.matchAll(/(?:detail(?::| =)|return) ["`]((?:[A-Z]|\$\{)[^"`\n]* [^"`\n]*)["`]/g);
    return [...sentences].map(([, one = ""]) => one);
  });
  const open = (sentence: string) => sentence.replaceAll(/\$?\{[^}]+\}/g, "…");
  const known = new Set<string>(Object.values(readTexts("operator", "en")).map(open));
  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((one) => !known.has(open(one)))).toEqual([]);
});

test("why a rail is not used beside the others is known", () => {
  const rail = (id: RailSetting["id"], livemode: boolean, credentials: RailSetting["credentials"] = {}) => ({
    ...{ id, livemode, credentials, enabled: true, source: "settings" as const },
    ...{ baseUrl: null, version: "", updatedAt: null, updatedBy: null },
  });
  const live = [rail("stripe", true), rail("paystack", true)];
  const said = [
    problemsOf(rail("pawapay", false, null), []).form,
    problemsOf(rail("pawapay", false), live.slice(1)).form,
    problemsOf(rail("pawapay", false), live).form,
    modeProblems("pawapay", false, live),
    modeProblems("stripe", true, [rail("pawapay", false)]),
  ].map((sentences) => sentences?.[0] ?? "");
  const told = said.map((sentence) => toldWords(sentence, french) ?? sentence);
  expect(
    told.filter((sentence) => /\b(and|mode,|live|sellers)\b/.test(sentence.replace("mode test,", ""))),
  ).toEqual([]);
  expect(told[2]).toContain("Stripe et Paystack sont en mode réel");
});

test("every detail that an act leaves in the log has a name", () => {
  const root = `${process.cwd()}/lib/services`;
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/test/.test(name))
    .map((name) => readFileSync(`${root}/${name}`, "utf8"))
    .filter((text) => /\.audit\(/.test(text));
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\bdetails(?::| =) (\{[^{}]*\})/g)].flatMap(([, body = ""]) =>
      [...body.matchAll(/[{,]\s*(\w+)(?=\s*[:,}])/g)].map(([, name = ""]) => name),
    ),
  );
  expect(new Set(names).size).toBeGreaterThan(20);
  expect([...new Set(names)].filter((name) => knownKey(`auditFact_${name}`) === null)).toEqual([]);
});

test("what a provider says of itself is left in its words", () => {
  expect(toldWords("quota exceeded", french)).toBeNull();
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
  const known = new Set<string>(Object.values(readTexts("operator", "en")));
  expect(sentences.filter((one) => !known.has(one ?? ""))).toEqual([]);
});
