import fc from "fast-check";
import { expect, test } from "vitest";
import { gsm7Length, smsMax, toGsm7 } from "@/lib/domain/gsm7";
import { type Language, languageCodes } from "@/lib/domain/languages";
import { currencies, maxMinor } from "@/lib/domain/money";
import { catalogueOf, readTexts } from "@/lib/text/catalogue";
import { runs, slice } from "@/scripts/lab/testing/slice";
import { alphabetOf } from "./alphabet";
import { type MessageKind, messageLanguage, type SlotValues } from "./notices";
import { renderEmail, renderSms, type Voice } from "./render";

const voice: Voice = {
  language: "en",
  timeZone: "Africa/Nairobi",
  serviceName: "Sente",
  seller: "Maji Kwetu",
  contact: "+254712345678",
};

const values: Omit<SlotValues, "seller"> = {
  plan: "Gold",
  item: "Gold",
  number: "A1B2",
  invoice: "INV-000042",
  amount: { minor: 150_000n, currency: "KES" },
  balance: { minor: 150_000n, currency: "KES" },
  end: new Date("2026-11-20T11:00:00Z"),
  access: new Date("2026-11-23T11:00:00Z"),
  due: "2026-11-20",
  code: "482913",
  minutes: "10",
  destination: "M-PESA 0712 •••678",
  fee: "1.5 %",
  payoutFee: "1 %",
  payer: "Achieng",
  reference: "SBX31285EC",
  summary: "12 payments, KES 18,000",
  waits: "1 task",
  reason: "The network raised its own.",
  link: "https://pay.majikwetu.co.ke/manage/1f2K000aXyZ0123456789abcdefgh.0123456789abcdefghijKL",
};

/** A code, and what ends a stranger's hope: nothing to open. */
const linkless: MessageKind[] = ["contact_code", "contact_restored"];

// Safe: the type holds these to be the keys that end so.
const messageKinds = Object.keys(readTexts("notice", "en"))
  .filter((key) => key.endsWith(".sms"))
  .map((key) => key.slice(0, -".sms".length)) as MessageKind[];

const everything = messageKinds.flatMap((kind) =>
  languageCodes.map((language): [MessageKind, Language] => [kind, language]),
);

test("old names that turn a text turn nothing of a mail, its subject or an SMS", () => {
  const turned = (name: string) => `\u2069${name.slice(0, 2)}\u202e${name.slice(2)}\u2067`;
  const old = { ...values, plan: turned("Gold"), payer: turned("Achieng"), reason: turned("Left") };
  for (const kind of ["receipt_subscription", "handed_over_note"] as const) {
    const { subject, body } = renderEmail(
      kind,
      old,
      { ...voice, seller: turned("Maji Kwetu") },
      turned("Amina"),
    );
    const sms = renderSms(kind, old, { ...voice, seller: turned("Maji Kwetu") });
    expect([subject, body, sms].join()).toContain("Maji Kwetu");
    expect([subject, body, sms].join()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});

test("an SMS is one line with who writes, what it is about, and the link", () => {
  expect(renderSms("receipt_subscription", values, voice)).toBe(
    `Maji Kwetu: KES 1,500 received for Gold. Paid to 20 Nov. Receipt: ${values.link}`,
  );
  expect(renderSms("renewal_three_days", values, { ...voice, language: "sw" })).toBe(
    `Maji Kwetu: Gold inaisha 20 Nov, baada ya siku 3. Lipa KES 1,500: ${values.link}`,
  );
  expect(renderSms("renewal_last_grace_day", values, { ...voice, language: "fr" })).toBe(
    `Maji Kwetu: dernier jour pour Gold. Payer KES 1 500 : ${values.link}`,
  );
  const short = { ...values, link: "https://s.co/m/1" };
  expect(renderSms("renewal_last_grace_day", short, { ...voice, language: "fr" })).toBe(
    "Maji Kwetu: dernier jour pour Gold. L'accès s'arrete le 23 nov., 14:00. Payer KES 1 500 : https://s.co/m/1",
  );
  expect(renderSms("contact_code", values, { ...voice, language: "pt" })).toBe(
    "482913 é o seu codigo para Maji Kwetu. Vale 10 minutos. Se nao o pediu, nao faca nada.".replace(
      "ç",
      "c",
    ),
  );
});

test("an SMS is in the letters of its language, and a masked phone in it keeps its order", () => {
  expect(renderSms("receipt_subscription", values, { ...voice, language: "ar" })).toBe(
    `من Maji Kwetu: استلمنا KES 1,500 مقابل Gold. مدفوع حتى 20 نوفمبر. الإيصال: ${values.link}`,
  );
  const changed = { ...values, destination: "0772 •••456" };
  expect(renderSms("contact_changed", changed, { ...voice, language: "ar" })).toContain(
    "\u200e0772 •••456\u200e",
  );
  // Names in the same script stay, and Yoruba is written as most people type it: one SMS of the GSM alphabet.
  expect(renderSms("contact_code", values, { ...voice, language: "ar", seller: "مياهنا" })).toContain(
    "مياهنا",
  );
  const yoruba = renderSms("contact_code", values, { ...voice, language: "yo", seller: "Ẹ̀kọ́ Ọlá" });
  expect(yoruba).toContain("Eko Ola");
  expect(gsm7Length(yoruba)).toBeLessThanOrEqual(smsMax);
});

test("an e-mail says it in whole sentences, once with a link, and says whom to ask", () => {
  const { subject, body } = renderEmail("grace_started", values, voice, "Amina Okello");
  expect(subject).toBe("Gold has ended. You still have access");
  expect(body).toBe(`Hello Amina Okello,

Your paid time for Gold at Maji Kwetu ended on 20 November 2026 at 14:00 East Africa Time. You still have access until 23 November 2026 at 14:00 East Africa Time. Pay KES 1,500 before then to keep it.

Pay or cancel: ${values.link}

Questions? Ask Maji Kwetu: +254712345678

Sent by Sente for Maji Kwetu.`);
  expect(renderEmail("grace_started", values, { ...voice, contact: null }, " ").body).toMatch(/^Hello,\n/);
});

test.each(everything)(
  "%s in %s: slots are those of English, one link at most, nobody is charged",
  (kind, language) => {
    const english = catalogueOf("en", "notice");
    const own = catalogueOf(language, "notice");
    const parts = ["subject", "text", "sms"].map((part) => `${kind}.${part}`);
    for (const part of parts) {
      const known = [...parts.flatMap((one) => english.text(one).slots), "seller"];
      expect(known).toEqual(expect.arrayContaining([...own.text(part).slots]));
      expect(own.raw(part)).not.toMatch(
        /charged automatically|will be charged|débité automatiquement|sera débité|será cobrado|utatozwa/i,
      );
    }
    const times = (text: string) => text.split("{link}").length;
    expect(times(own.raw(`${kind}.text`))).toBe(times(english.raw(`${kind}.text`)));
    const { subject, body } = renderEmail(kind, values, { ...voice, language }, "Amina");
    expect(`${subject}${body}`).not.toMatch(/[{}|]|undefined/);
    expect(body.split(values.link).length - 1).toBe(linkless.includes(kind) ? 0 : 1);
  },
);

test.each(everything)("the SMS %s in %s needs nothing cut from everyday names", (kind, language) => {
  const text = renderSms(kind, values, { ...voice, language });
  expect(text).toContain(mustHold(kind, values));
  expect(text).toContain("Maji Kwetu");
  expect(alphabetOf(language).length(text)).toBeLessThanOrEqual(alphabetOf(language).max);
  expect(text).not.toMatch(/ {2}|[{}|]|undefined|^\S* ?[:.,]/);
});

const nastyNames = [
  "",
  "   ",
  "🛒🛒🛒",
  "Ọ̀ṣun Ẹ̀kọ́ Ilé-iṣẹ́ ₦10k",
  "Ɗan Ƙano & Ɓaya",
  "«Café Œuvre» – l’été…",
  "مياهنا",
  "የእኛ ውሃ",
  "[~{^}|\\€]",
  "a\nb\tc\r\nd",
  "{link}{amount}",
  "$& $1 $$",
  "x".repeat(255),
  "Maji Kwetu Water and Irrigation Services Company Limited of Nakuru County and Beyond",
  "😀".repeat(127),
  "Ẹ".repeat(255),
];

test("an SMS fits into the letters of its language whatever it says, and its link is whole", () => {
  const names = nastyNames.flatMap((seller) => nastyNames.map((plan) => ({ seller, plan })));
  for (const [kind, language] of slice("texts of an SMS", everything, 4, String))
    for (const { seller, plan } of names) {
      const all = { ...values, plan, item: plan, destination: plan, payer: plan };
      holds(kind, all, { ...voice, language, seller });
    }
});

test("the same for any names, any amount of any currency, any zone and any address of a site", () => {
  const text = fc.string({ unit: "binary", maxLength: 255 });
  const amount = fc.record({
    minor: fc.bigInt({ min: 1n, max: maxMinor }),
    currency: fc.constantFrom(...currencies),
  });
  const link = fc
    .tuple(fc.webUrl({ size: "medium" }), fc.stringMatching(/^[0-9A-Za-z]{22,53}$/))
    .map(([site, token]) => `${site}/manage/${token}`)
    .filter((url) => gsm7Length(url) <= 130);
  const cases = fc.record({
    of: fc.constantFrom(...everything),
    seller: text,
    plan: text,
    item: text,
    destination: text,
    payer: text,
    amount,
    balance: amount,
    link,
    end: fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }),
    timeZone: fc.constantFrom("Africa/Lagos", "Africa/Casablanca", "America/New_York", "UTC"),
  });
  fc.assert(
    fc.property(cases, ({ of: [kind, language], seller, timeZone, ...facts }) => {
      const all = { ...values, ...facts, access: facts.end };
      holds(kind, all, { ...voice, language, seller, timeZone });
    }),
    { numRuns: runs(1_000, 4) },
  );
});

test("where the site's address leaves no room, the address stays whole or is left out, never cut", () => {
  const long = { ...values, link: `https://${"sub.".repeat(28)}example.com/manage/abc` };
  const text = renderSms("renewal_end_day", long, { ...voice, seller: "x".repeat(255) });
  expect(text).toContain(long.link);
  expect(gsm7Length(text)).toBeLessThanOrEqual(smsMax);
  const tooLong = { ...values, link: `https://${"sub.".repeat(60)}example.com/` };
  expect(renderSms("renewal_end_day", tooLong, voice)).toBe("Maji Kwetu KES 1,500");
});

test("texts become letters that an SMS takes: accents it has stay, others lose them, signs become codes", () => {
  expect(toGsm7("Ẹkọ́ Ọ̀ṣun ₦5,000 “Café” – l’été… ƙwarai ɗan")).toBe(
    `Eko Osun NGN5,000 "Café" - l'été... kwarai dan`,
  );
  expect(toGsm7("🛒 ok 😀")).toBe(" ok ");
  expect(gsm7Length("[€]")).toBe(6);
  expect(gsm7Length("ê")).toBe(Number.POSITIVE_INFINITY);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (any) => Number.isFinite(gsm7Length(toGsm7(any)))),
    { numRuns: 500 },
  );
});

test("the customer's language goes before the store's; one we do not write in counts as none", () => {
  expect(messageLanguage("sw", "fr")).toBe("sw");
  expect(messageLanguage(null, "fr")).toBe("fr");
  expect(messageLanguage("ha", "pt")).toBe("ha");
  expect(messageLanguage("ig", "pt")).toBe("pt");
  expect(messageLanguage("ig", "zu")).toBe("en");
});

function holds(kind: MessageKind, all: Omit<SlotValues, "seller">, speaker: Voice): void {
  const text = renderSms(kind, all, speaker);
  const whole = text.includes(mustHold(kind, all));
  const { length, max } = alphabetOf(speaker.language);
  if (length(text) <= max && whole && !text.includes("\n")) return;
  expect.fail(`${kind} ${speaker.language} (${length(text)}): ${text}`);
}

/** What is of use only when it is whole. */
function mustHold(kind: MessageKind, all: Pick<SlotValues, "code" | "link">): string {
  if (kind === "contact_code") return all.code;
  return linkless.includes(kind) ? "" : all.link;
}
