import { gzipSync } from "node:zlib";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { failureReasons, maySayNothingWasTaken } from "@/lib/domain/failure-reason";
import { type Language, languageCodes } from "@/lib/domain/languages";
import type { PayProblem, PayProblemCode } from "@/lib/domain/pay-problem";
import { bodyOf, htmlOf, payForm, payPage } from "@/lib/testing/pay-views";
import { readTexts } from "@/lib/text/catalogue";
import type { AttemptFacts, AttemptState } from "./attempt-types";
import { AttemptView } from "./attempt-view";
import { ContactView } from "./contact-views";
import { wordsOf } from "./parts";
import { payCss, payScript } from "./pay-css";
import type { PayFormProps } from "./pay-form-types";
import { PlaySendView } from "./play-send-view";
import { ReceiptView, type ReceiptViewProps } from "./receipt-view";
import { CardPageView, HandsetView } from "./sandbox-views";
import { ProductView } from "./shop-views";
import type { PayPage } from "./types";

const evil = '"><script>alert(1)</script>';

const sandbox = { phone: "/sandbox/phone/254712345678" };
const pageIn = (lang: Language, more: Partial<PayPage> = {}) => payPage(lang, { sandbox, ...more });

const facts = {
  seller: "Maji Kwetu",
  item: "Gold plan",
  amount: "KES 1,500",
  reduced: null,
  phone: "0712 •••678",
  network: "M-PESA",
  reference: "ORD-000042",
};

const reduced = { price: "KES 3,000", off: "KES 1,530", code: null, unusedOf: null, charges: "KES 30" };

function attempt(lang: Language, state: AttemptState, more: Partial<AttemptFacts> = {}) {
  return (
    <AttemptView
      page={pageIn(lang)}
      facts={{ ...facts, ...more }}
      state={state}
      action="/attempt/t"
      poll={{ href: "/attempt/t/state", key: "waiting" }}
      back="/subscribe/a?ref=user_1"
    />
  );
}

const approve = {
  kind: "approve",
  nameOnPrompt: "SENTE",
  secondsLeft: 95,
  secondsPassed: 4,
  revive: { ussd: "*334#", tel: "tel:*334%23", menu: ["Pending approvals"] },
  isOverdue: false,
} as const;

const states: Record<string, AttemptState> = {
  approve,
  "approve, no way back to a prompt": { ...approve, revive: null, secondsLeft: null, secondsPassed: 70 },
  overdue: { ...approve, isOverdue: true, secondsLeft: null },
  card: { kind: "redirect", href: "/sandbox/card/a", isCard: true, cameBack: "left", isOverdue: false },
  app: { kind: "redirect", href: "/sandbox/phone/1", isCard: false, cameBack: "no", isOverdue: false },
  "card, done": {
    kind: "redirect",
    href: "/sandbox/card/a",
    isCard: true,
    cameBack: "done",
    isOverdue: false,
  },
  "card, overdue": {
    kind: "redirect",
    href: "/sandbox/card/a",
    isCard: true,
    cameBack: "no",
    isOverdue: true,
  },
  "card page": { kind: "card_page", isLost: false },
  "card page, lost": { kind: "card_page", isLost: true },
  code: { kind: "input", input: "otp", text: "Enter the code.", isMissing: true },
  paid: {
    kind: "paid",
    receiptHref: "/receipt/r",
    thanks: "Asante sana",
    onward: null,
    manageHref: "/manage/m",
  },
  onward: {
    kind: "paid",
    receiptHref: "/receipt/r",
    thanks: null,
    onward: "https://maji.example/ok?a=1",
    manageHref: null,
  },
  "paid otherwise": { kind: "paid_otherwise", receiptHref: "/receipt/r" },
  unknown: { kind: "unknown" },
  "in review": { kind: "in_review" },
  "paid twice": { kind: "paid_twice" },
  reversed: { kind: "reversed" },
  "called off": { kind: "called_off", isPaid: false },
  "called off, and paid": { kind: "called_off", isPaid: true },
};

const receipt: Omit<ReceiptViewProps, "page"> = {
  downloads: null,
  state: "paid",
  isDirect: false,
  attemptHref: null,
  amount: "KES 1,500",
  refunded: null,
  paidAt: new Date("2026-11-21T15:26:00Z"),
  lines: [{ name: "Gold plan", quantity: 2, total: "KES 1,500" }],
  discount: null,
  method: { kind: "mobile_money", network: "M-PESA", phone: "0712 •••678" },
  code: { text: "SBX332FD19011", of: "M-PESA" },
  order: "ORD-000042",
  invoice: "INV-000001",
  period: { startsAt: new Date("2026-11-21T15:26:00Z"), endsAt: new Date("2026-12-21T15:26:00Z") },
  sellerAddress: "12 Moi Avenue\nNairobi",
  sellerTaxNumber: "P051234567X",
  tax: { label: "VAT", rate: "16", back: null, amount: "KES 206.90" },
  fiscalSystem: "KRA eTIMS",
  url: "https://sente.example/receipt/r",
  manage: { form: { action: "/receipt/r", fields: { act: "manage" } }, isSent: false },
};

const asksAll = { name: true, delivery: true, email: "required" } as const;
const form = (page: PayPage, more: Partial<PayFormProps> = {}) => payForm(page, { ...asksAll, ...more });

const tank = { name: "Tank", description: "100 l", price: "KES 8,000", wasPrice: "KES 9,000" };
const product = (page: PayPage, more: Partial<PayFormProps> = {}) => (
  <ProductView page={page} product={tank} form={form(page, more)} preview={preview} />
);

const preview = { title: "Tank", text: "KES 1,200", url: null, image: "http://x/card.png" };

function pagesIn(lang: Language): Record<string, ReactElement> {
  const page = pageIn(lang);
  const contact = {
    page,
    action: "/manage/m/contact",
    backHref: "/manage/m",
    now: { email: "a@example.com", phone: "0712 •••678" },
    typed: { email: "", phone: "" },
    problems: [],
  };
  const all: Record<string, ReactElement> = {
    ...Object.fromEntries(Object.entries(states).map(([name, state]) => [name, attempt(lang, state)])),
    "approve, another plan": attempt(lang, approve, { reduced: { ...reduced, unusedOf: "Gold plan" } }),
    "approve, with a code": attempt(lang, approve, { reduced: { ...reduced, code: "SAVE20" } }),
    "approve, an offer": attempt(lang, approve, { reduced: { ...reduced, charges: null } }),
    ...Object.fromEntries(
      failureReasons.map((reason) => [`failed, ${reason}`, attempt(lang, { kind: "failed", reason })]),
    ),
    "product, open amount": product(page, {
      amount: {
        currency: "KES",
        live: null,
        min: "KES 100",
        max: "KES 9,000",
        quick: [{ value: "100", label: "KES 100", href: "?amount=100" }],
      },
      question: "Which size?",
      quantity: { max: 9, live: null },
    }),
    "product, look again": product(page, {
      total: "KES 1,522",
      price: "KES 1,500",
      charges: { added: "KES 22" },
      confirms: true,
    }),
    contact: <ContactView {...contact} sentTo={null} refused={{ kind: "too_many" }} />,
    "contact, code": (
      <ContactView {...contact} sentTo="a@example.com" refused={{ kind: "wrong", triesLeft: 3 }} />
    ),
    handset: (
      <HandsetView
        page={page}
        action="/sandbox/phone/1"
        tillHref={null}
        sendHref={null}
        sim={null}
        chat={[]}
        dialHref="/sandbox/phone/1/dial"
        phone="0712 345678"
        prompts={[{ attemptId: "a", text: "Pay KES 1,500 to Sente? Enter PIN", label: "Maji Kwetu: Gold" }]}
        texts={[]}
        done={{ answer: "wrong_pin", backHref: "/attempt/t" }}
      />
    ),
    "handset of a store": (
      <HandsetView
        page={page}
        action="/sandbox/phone/1"
        tillHref={null}
        sendHref="/sandbox/phone/1/send"
        sim={{ balance: "KES 10,000", texts: [{ text: "SB1 Confirmed.", isTold: false }] }}
        chat={[
          { id: "wamid.1", text: "Gold ends tomorrow.", buttons: [{ payload: "renew.x", label: "Renew" }] },
        ]}
        dialHref={null}
        phone="0712 345678"
        prompts={[]}
        texts={[]}
        done={null}
      />
    ),
    "money sent from the handset": (
      <PlaySendView
        page={page}
        action="/sandbox/phone/1/send"
        phoneHref="/sandbox/phone/1"
        phone="0712 345678"
        fates={["arrives", "lost", "twice", "forged"]}
        typed={{ number: "0712 400400", amount: "500", fate: "lost" }}
        done={{ kind: "too_little", there: "KES 200" }}
      />
    ),
  };
  for (const state of ["paid", "refunded", "partially_refunded", "reversed", "unpaid"] as const)
    all[`receipt, ${state}`] = (
      <ReceiptView page={page} {...receipt} state={state} refunded="KES 500" attemptHref="/attempt/t" />
    );
  for (const earlier of ["open", "overdue", "paid"] as const)
    all[`earlier, ${earlier}`] = product(page, {
      earlier: { href: "/attempt/t", minutesAgo: 2, state: earlier },
    });
  for (const step of ["card", "three_d_secure", "done"] as const)
    all[`card page, ${step}`] = (
      <CardPageView
        {...{ page, step, action: "/sandbox/card/a", amount: "KES 1,500", label: "Gold", pattern: "4242" }}
        problem="expiry_past"
        returnHref="/attempt/t"
      />
    );
  return all;
}

describe.each(languageCodes)("payments in %s", (lang) => {
  test.each(Object.entries(pagesIn(lang)))("%s: whole, one heading, no script but ours", (_, view) => {
    const text = bodyOf(view);
    expect(text).toContain(`<html lang="${lang}"`);
    expect(text).not.toMatch(/\{\w+\}|undefined|Invalid Date|\[object/);
    expect(text.replace(`<script src="${payScript}" defer=""></script>`, "")).not.toMatch(/<script|style=/);
    expect(text.match(/<h1/g)).toHaveLength(1);
  });

  test("every page is at most 8 KB compressed, with its style sheet", () => {
    for (const [name, view] of Object.entries(pagesIn(lang)))
      expect([name, gzipSync(htmlOf(view)).length < 8192]).toEqual([name, true]);
  });

  test("only a failure that is final says that nothing was taken", () => {
    const promise = wordsOf(lang).text("nothingTaken");
    for (const reason of failureReasons) {
      const told = bodyOf(attempt(lang, { kind: "failed", reason }));
      expect([reason, told.includes(promise)]).toEqual([reason, maySayNothingWasTaken(reason)]);
    }
    for (const [name, state] of Object.entries(states))
      for (const words of [promise, wordsOf(lang).text("problemsNothing")])
        expect([name, bodyOf(attempt(lang, state)).includes(words)]).toEqual([name, false]);
  });

  test("every problem of a form has its own words, above the form and at its field", () => {
    const fields: Record<string, PayProblem["field"]> = {
      ...{ answer: "answer", form: "form", discount: "code" },
      ...{ plan: "form", paid: "form", page: "form" },
    };
    const codes = Object.keys(readTexts("payer", "en"))
      .filter((key) => key.startsWith("problem_"))
      // Safe: the catalogue has one such key for each code, which the compiler checks where they are read.
      .map((key) => key.slice("problem_".length) as PayProblemCode);
    expect(codes.length).toBeGreaterThan(25);
    for (const code of codes) {
      const field = fields[code.split("_")[0] ?? ""] ?? (code.split("_")[0] as PayProblem["field"]);
      const values = { network: "M-PESA", currency: "KES", min: "KES 100", max: "KES 900", total: "KES 5" };
      const now = { plan: "Gold", price: "KES 5", date: "1 May", phone: "•••" };
      const view = product(pageIn(lang), {
        problems: [{ field, code, values: { ...values, ...now } }],
        amount: { currency: "KES", live: null, min: null, max: null, quick: [] },
        question: "Which?",
        quantity: { max: 3, live: null },
        code: { isOutdone: false },
      });
      const told = bodyOf(view);
      const times = told.split(`href="#f-${field}"`).length - 1;
      expect([code, times]).toEqual([code, field === "form" ? 0 : 1]);
      expect([
        code,
        told.includes(`id="f-${field}-problem"`) || field === "form" || field === "method",
      ]).toEqual([code, true]);
      expect([code, /\{\w+\}/.test(told)]).toEqual([code, false]);
    }
  });
});

test("several at once: charges are spoken of only where there are some, and the script is told what one costs", () => {
  const live = { each: "120000", decimals: 2, currency: "KES", marks: ",." };
  const page = pageIn("en");
  const plain = bodyOf(product(page, { total: "KES 3,600", confirms: true, quantity: { max: 9, live } }));
  expect(plain).toContain("You pay KES 3,600. Nothing has been taken yet.");
  expect(plain).not.toContain("With charges");
  expect(plain).toMatch(
    /data-max="9" data-total="Pay %" data-open="Pay" data-each="120000" data-decimals="2" data-currency="KES" data-marks=",."/,
  );
  expect(plain).toContain('<strong id="sum">KES 3,600</strong>');
  const charges = { added: "KES 54" };
  const price = "KES 3,600";
  const charged = bodyOf(
    product(page, { total: "KES 3,654", price, charges, confirms: true, quantity: { max: 9, live: null } }),
  );
  // Where the button says it all, it is said once.
  expect(bodyOf(product(page, { total: "KES 1,200" }))).not.toContain('id="sum"');
  expect(charged).toContain("With charges you pay KES 3,654");
  expect(charged).not.toContain("data-total");
});

test("the waiting page names the prompt's own name and never offers to send it again", () => {
  const told = bodyOf(attempt("en", approve));
  expect(told).toContain("<bdi>SENTE</bdi>");
  expect(told).toContain("Time left to approve: <b");
  expect(told).not.toMatch(/send (it )?again|resend/i);
  expect(told).toMatch(/<noscript><meta[^>]*http-equiv="refresh"[^>]*content="8"/i);
});

test("where the request names another one than the seller, the page says who collects for whom", () => {
  expect(bodyOf(attempt("en", approve))).toContain("<bdi>SENTE</bdi> collects for <bdi>");
  const own = { ...approve, nameOnPrompt: "Maji Kwetu" };
  expect(bodyOf(attempt("en", own, { seller: "Maji Kwetu" }))).not.toContain("collects for");
});

test("a receipt says what was paid for how long, and in print who sold it", () => {
  const said = bodyOf(<ReceiptView page={pageIn("en")} {...receipt} />);
  expect(said).toContain("21 Nov 2026 to 21 Dec 2026");
  expect(said).toMatch(/<p class="pr keep">[^<]*12 Moi Avenue\nNairobi\nTax number: P051234567X/);
});

test("the page that says paid has the file itself; a receipt that is shown around has no codes", () => {
  const item = { id: 7, name: "Guide.pdf", content: null, file: { bytes: 5_000_000n, downloadsLeft: 20 } };
  const bought = { path: "/d/1.a", items: [{ ...item, kind: "file" as const }] };
  const code = { id: 8, kind: "codes" as const, name: "Voucher", content: "SECRET-1", file: null };
  const paid = {
    kind: "paid" as const,
    receiptHref: "/receipt/r",
    thanks: null,
    onward: null,
    manageHref: null,
  };
  const read = (view: ReactElement) => htmlOf(view);
  expect(read(attempt("en", { ...paid, bought }))).toContain('class="btn pri" href="/d/1.a/7" download=""');
  const both = { path: "/d/1.a", items: [...bought.items, code] };
  expect(read(attempt("en", { ...paid, bought: both }))).toContain("SECRET-1");
  const shown = read(<ReceiptView {...receipt} page={pageIn("en")} downloads={both} />);
  expect(shown).not.toContain("SECRET-1");
  expect(shown).toContain('href="/d/1.a"');
});

test("a receipt of play money says so on paper too", () => {
  const played = { ...pageIn("en"), sandbox: { phone: "/sandbox/phone/254712345678" } };
  const view = bodyOf(<ReceiptView {...receipt} page={played} />);
  expect(view).toContain('<p class="play">Play money: no real money moves. <a');
  const print = payCss().slice(payCss().indexOf("@media print"));
  expect(print).toContain(".play a{display:none}");
  expect(print).not.toMatch(/\.play[,{]/);
});

test("what helps later is hidden until then, and shown by a later load without script", () => {
  expect(bodyOf(attempt("en", approve))).toMatch(/hidden="" data-after="11".*hidden="" data-after="56"/);
  const later = bodyOf(attempt("en", { ...approve, secondsPassed: 61 }));
  expect(later).not.toContain("data-after");
  expect(later).toContain("*334#");
  expect(later).toContain("I have paid, check again");
});

test("why a card failed is said of the card, in a sentence that begins as one", () => {
  for (const lang of languageCodes)
    for (const reason of failureReasons) {
      const html = htmlOf(attempt(lang, { kind: "failed", reason }, { network: null, phone: null }));
      const said = /<h1 class="say">([^<]*)</.exec(html)?.[1] ?? "";
      expect(said, `${lang} ${reason}`).toMatch(/^\u2068?[\p{Lu}\p{Lo}]/u);
      expect(said, `${lang} ${reason}`).not.toMatch(
        /your your|votre compte votre|yako ya benki|sua conta o seu|limite o seu/,
      );
      if (reason === "not_approved_in_time") expect(said).not.toMatch(/phone|téléphone|simu|telefone/);
    }
});

test.each(languageCodes)(
  "of a card too, each sentence begins as one, and the payer is not told of a bank of theirs: %s",
  (lang) => {
    const card = { network: null, phone: null };
    for (const state of ["reversed", "code"] as const) {
      const html = htmlOf(attempt(lang, states[state] as AttemptState, card));
      const first = /<p class="(?:text big|lead)">(.)/.exec(html.slice(html.indexOf("</h1>")))?.[1] ?? "";
      expect(first, html).not.toBe("");
      expect(first).toBe(first.toUpperCase());
    }
    const back = htmlOf(attempt(lang, { kind: "reversed" }, card));
    expect(back).not.toContain(wordsOf(lang).text("yourBank"));
  },
);

test("a time that is over is no failure", () => {
  const told = bodyOf(attempt("en", { ...approve, isOverdue: true, secondsLeft: null }));
  expect(told).toContain("We have not heard from M-PESA");
  expect(told).toContain("do not pay again yet");
  expect(told).not.toMatch(/fail|did not go through|Nothing was taken/i);
});

test("a code being typed is not taken away by a refresh", () => {
  const told = bodyOf(attempt("en", { kind: "input", input: "otp", text: "Code", isMissing: false }));
  expect(told).not.toMatch(/http-equiv/i);
});

test("the seller's page opens after three seconds that are announced, and by a link", () => {
  const told = bodyOf(
    attempt("en", {
      kind: "paid",
      receiptHref: "/r",
      thanks: null,
      onward: "https://a.example/?x=1&y=2",
      manageHref: null,
    }),
  );
  expect(told).toMatch(/content="3;url=https:\/\/a\.example\/\?x=1&amp;y=2"/);
  expect(told).toContain("In 3 seconds you go on to");
  expect(told).toContain('href="https://a.example/?x=1&amp;y=2"');
});

test("a phone on file is used by leaving the field empty, and never shown whole", () => {
  const { mobileMoney } = payForm(pageIn("en"));
  const [mpesa, airtel] = mobileMoney?.networks ?? [];
  if (!mobileMoney || !mpesa || !airtel) throw new Error("The form has two networks.");
  const networks = [mpesa, { ...airtel, isDown: true }];
  const known = "0712 •••678";
  const told = bodyOf(product(pageIn("en"), { mobileMoney: { ...mobileMoney, networks, known } }));
  expect(told).toContain('Leave it empty to use <bdi class="one">0712 •••678</bdi>.');
  expect(told).toContain("Airtel Money (having problems)");
  expect(told).toMatch(/<option value="airtel_ke" disabled=""/);
});

test("the network is asked only where the number does not tell it, or another was chosen", () => {
  const page = pageIn("en");
  const { mobileMoney } = payForm(page);
  if (!mobileMoney) throw new Error("The form takes phones.");
  const asks = (more: Partial<PayFormProps>) => !bodyOf(product(page, more)).includes('<details class="net"');
  expect(asks({})).toBe(false);
  expect(asks({ mobileMoney: { ...mobileMoney, prefixes: null } })).toBe(true);
  expect(asks({ problems: [{ field: "network", code: "network_unknown" }] })).toBe(true);
  expect(asks({ values: { network: "airtel_ke" } })).toBe(true);
});

test("a network that does not know the number leads to the others, with the same number", () => {
  const others = [{ code: "airtel_ke", name: "Airtel Money" }];
  const told = bodyOf(attempt("en", { kind: "failed", reason: "payer_not_found", others }));
  expect(told).toContain(
    'href="/subscribe/a?ref=user_1&amp;network=airtel_ke#f-phone">Pay with Airtel Money</a>',
  );
});

test("whatever others wrote is escaped and kept apart", () => {
  const page = pageIn("en", { seller: { name: evil, phone: null, email: null } });
  const views = [
    attempt("en", { ...approve, nameOnPrompt: evil }, { seller: evil, item: evil }),
    attempt("en", { kind: "paid", receiptHref: "/r", thanks: evil, onward: null, manageHref: "/manage/m" }),
    <ReceiptView key="r" page={page} {...receipt} lines={[{ name: evil, quantity: 1, total: "KES 1" }]} />,
    product(page, { question: evil, values: { answer: evil, phone: evil, email: evil, name: evil } }),
  ];
  for (const view of views) {
    expect(htmlOf(view).match(/<script/g)?.length ?? 0).toBe(htmlOf(view).includes(payScript) ? 1 : 0);
    expect(htmlOf(view)).toContain("&lt;script&gt;");
  }
});

test("a receipt says whom the money reached where no wallet of ours had it", () => {
  const said = bodyOf(<ReceiptView page={pageIn("en")} {...receipt} isDirect />);
  expect(said).toContain("Paid directly to");
  expect(bodyOf(<ReceiptView page={pageIn("en")} {...receipt} />)).not.toContain("Paid directly to");
});
