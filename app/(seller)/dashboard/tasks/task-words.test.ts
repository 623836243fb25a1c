import { expect, test } from "vitest";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { factsOf, taskWords } from "./task-words";

const english = dashboardWords("en");
const french = dashboardWords("fr");

const kinds = [
  "suspense",
  "late_payment",
  "payment_disputed",
  "payment_reversed",
  "contradiction",
  "no_answer",
  "rail_problem",
  "refund_failed",
  "refund_came_back",
  "refund_no_answer",
  "cancelled_invoice_was_part_paid",
  "link_over_limit",
  "discount_over_limit",
  "codes_used_up",
  "recurring_drafts",
  "recurring_unsent",
  "payout_reversed",
  "payout_no_answer",
  "own_unknown_payment",
  "own_unknown_transfer",
  "own_rail_odd",
  "own_refused",
  "till_payment",
  "own_reconciliation_differs",
  "whatsapp_reply",
  "whatsapp_own_account",
  "whatsapp_own_template",
];

test.each([
  ["190", /by SMS meanwhile\. Its token is no longer valid/],
  ["368", /by SMS meanwhile\. The account was locked/],
  ["131031", /The account was locked/],
  ["131005", /Look in Meta’s dashboard/],
])("a store's own number that WhatsApp refuses with %s says what to do, and where", (code, what) => {
  const task = { kind: "whatsapp_own_account", subject: `whatsapp_number/1/${code}`, details: { code } };
  expect(taskWords(task, english)).toMatchObject({
    title: `WhatsApp refuses your number (code ${code})`,
    what: expect.stringMatching(what),
    link: { href: "/dashboard/settings/whatsapp" },
  });
});

test.each([
  [1, "“KES 500” It answers a message of yours. Answer by phone"],
  [3, "“KES 500” It answers a message of yours. The newest of 3 messages, the last one at the end. Answer"],
])("what %i messages by WhatsApp said is shown as it was written", (count, what) => {
  const details = { name: "Asha", phone: "0712 •••678", text: "“KES 500”", count };
  const task = { kind: "whatsapp_reply", subject: "whatsapp/1/x", details };
  expect(taskWords(task, english)).toMatchObject({
    title: "Asha 0712 •••678 wrote by WhatsApp",
    what: expect.stringContaining(what),
  });
});

test("money that was set aside says how much came and why it does not fit (number 269)", () => {
  const details = { got: "UGX 49999", expected: "UGX 50000", reason: "underpaid", order: "ORD-000001" };
  const task = { kind: "suspense", subject: "a-1", details };
  expect(taskWords(task, english)).toMatchObject({
    title: "We hold UGX 49,999 that matched no payment",
    what: expect.stringMatching(/^Less came than ORD-000001 asked for \(UGX 50,000\)/),
    link: { href: "/dashboard/orders/ORD-000001", label: "See ORD-000001" },
    suspense: { attemptId: "a-1" },
  });
  expect(taskWords(task, french).what).toMatch(
    /^Il est arrivé moins que le montant de ORD-000001 \(UGX 50\u00a0000\)/,
  );
});

test.each([english, french])("every kind that is raised has words of its own in each language", (words) => {
  const said = kinds.map((kind) =>
    taskWords({ kind, subject: "x", details: { order: "ORD-000001" } }, words),
  );
  for (const { what } of said) expect(what).not.toBe(words.text("task_other_what"));
  expect(new Set(said.map(({ title }) => title)).size).toBe(kinds.length);
  expect(taskWords({ kind: "brand_new", subject: "x", details: {} }, words).title).toBe("Brand new");
});

test("what an own account waits for is said in words", () => {
  const details = {
    rail: "mpesa:a1",
    what: "needs_operator",
    detail: "rail_list_refused",
    name: "M-PESA",
    said: "401.001",
  };
  const task = { kind: "own_rail_odd", subject: "mpesa:a1/needs_operator/2026-11-28", details };
  expect(taskWords(task, english)).toMatchObject({
    title: "An own account of yours waits for something",
    what: expect.stringMatching(/^M-PESA refuses its list of payments \(401\.001\)\. Enter the phone/),
    link: { href: "/dashboard/wallet/own/mpesa:a1" },
  });
  expect(taskWords(task, french).what).toMatch(/^M-PESA refuse sa liste de paiements/);
  const odd = { ...task, details: { ...details, what: "unknown_word", detail: "prompt result 7" } };
  expect(taskWords(odd, english).what).toContain("It said: prompt result 7.");
});

test("money at a till names its payer as far as the network shows them", () => {
  const told = (who: Record<string, string>) =>
    taskWords({ kind: "till_payment", subject: "1", details: { why: "no_number", ...who } }, english).what;
  expect(told({ name: "JOHN DOE" })).toContain("The network shows: JOHN DOE.");
  expect(told({ phone: "0722***000" })).toContain("The network shows: 0722***000.");
  expect(told({ name: "JOHN DOE", phone: "0722***000" })).toContain("JOHN DOE 0722***000.");
});

test("a dispute about money in an own account says who answers the bank", () => {
  const told = (rail: string) =>
    taskWords({ kind: "payment_disputed", subject: "x", details: { order: "ORD-000001", rail } }, english)
      .what;
  expect(told("stripe")).toMatch(/kept back in your wallet/);
  expect(told("stripe:k3v9x2ma")).toMatch(/answer the bank in its provider’s own pages/);
});

test("a contradiction about no order names none", () => {
  const task = { kind: "contradiction", subject: "x", details: {} };
  expect(taskWords(task, english).title).toBe("The provider contradicts itself");
  expect(taskWords(task, french).title).toBe("Le prestataire se contredit");
});

test("a time in a task is told in the zone of the page, which it does not name", () => {
  const kept = { until: "2026-11-28T05:30:00.000Z" };
  expect(factsOf(kept, "en", "Africa/Nairobi")).toEqual({ until: "28 Nov 2026, 08:30" });
});
