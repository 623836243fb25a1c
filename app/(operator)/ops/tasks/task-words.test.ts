import { expect, test } from "vitest";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { operatorTaskWords } from "./task-words";

const task = (kind: string, details: Record<string, string>, subject = "x") => ({
  kind,
  subject,
  details,
  storeId: null,
});

test.each([
  ["en", "Paystack refuses our account or its credentials", /^It said: HTTP 401\. Payments/],
  ["fr", "Paystack refuse notre compte ou ses identifiants", /^Sa réponse\u00a0: HTTP 401\. Les paiements/],
] as const)("what a provider refuses is told with its name and its words, in %s", (lang, title, what) => {
  const refused = task("rail_odd", { rail: "paystack", what: "refused", detail: "HTTP 401" });
  expect(operatorTaskWords(refused, dashboardWords(lang))).toMatchObject({
    title,
    what: expect.stringMatching(what),
    link: { href: "/ops/rails/paystack" },
  });
});

test("money that was set aside is told as to its seller, with every fact that is kept", () => {
  const aside = task("suspense", { got: "UGX 49999", reason: "underpaid" }, "a-1");
  expect(operatorTaskWords(aside, dashboardWords("en"))).toMatchObject({
    title: "We hold UGX 49,999 that matched no payment",
    suspense: { attemptId: "a-1" },
    facts: expect.arrayContaining([{ label: "Got", value: "UGX 49,999" }]),
  });
});

test.each(["whatsapp_account", "whatsapp_template"])("what WhatsApp refuses (%s) names its code", (kind) => {
  const said = operatorTaskWords(task(kind, { code: "131031" }, "whatsapp/131031"), dashboardWords("en"));
  expect(said.title).toMatch(/^WhatsApp refuses .*\(code 131031\)$/);
  expect(said.what).toContain("by SMS");
});

test("what a seller leaves to us says what we do", () => {
  expect(operatorTaskWords(task("payout_no_answer", {}, "7"), dashboardWords("en"))).toMatchObject({
    what: expect.stringMatching(/mark the payout as paid or return it\.$/),
    link: { href: "/ops/payouts/7" },
  });
});

test.each(["payment_disputed", "payment_reversed"])(
  "the operator is told of %s as who answers the bank, not as the seller",
  (kind) => {
    const seen = (lang: "en" | "fr") =>
      operatorTaskWords(task(kind, { order: "ORD-000001" }), dashboardWords(lang)).what;
    expect(seen("en")).not.toMatch(/\byour? |whoever runs/);
    expect(seen("fr")).not.toMatch(/votre portefeuille|qui gère ce service/);
  },
);

test.each([
  [
    { detail: "rail_disputes", id: "dp_1" },
    "the payer disputes a payment: dp_1",
    "le payeur conteste un paiement\u00a0: dp_1",
  ],
  [
    { detail: "rail_disputes_one", reference: "a-1", id: "7" },
    "the payer disputes the payment a-1: 7",
    "le payeur conteste le paiement a-1\u00a0: 7",
  ],
  [
    { detail: "rail_approval" },
    "a transfer waits to be approved in the dashboard",
    "un virement attend d’être approuvé dans le tableau de bord",
  ],
  [
    { detail: "rail_account", id: "7" },
    "refund 7 needs the payer's account details",
    "le remboursement 7 attend les coordonnées de compte du payeur",
  ],
])("what a rail waits for is told in French: %j", (facts, said, told) => {
  const waits = task("rail_odd", { rail: "stripe", what: "needs_operator", ...facts });
  expect(operatorTaskWords(waits, dashboardWords("fr")).what).toContain(told);
  expect(operatorTaskWords(waits, dashboardWords("en")).what).toContain(said);
});

test("what is kept with a task has a name in the reader’s language", () => {
  const facts = { got: "UGX 49999", railRef: "r-1", newFact: "x" };
  const labels = (lang: "en" | "fr") =>
    operatorTaskWords(task("suspense", facts), dashboardWords(lang)).facts.map(({ label }) => label);
  expect(labels("en")).toEqual(["Got", "Rail ref", "New fact"]);
  expect(labels("fr")).toEqual(["Reçu", "Référence du prestataire", "New fact"]);
});
