import { type Language, languageCodes } from "@/lib/domain/languages";
import { catalogueOf, compile, readTexts } from "@/lib/text/catalogue";
import { wordsIn } from "@/lib/text/words";
import type { MessageKind, SlotName, ValuesOf } from "../messages/notices";
import { shorten, shortTexts, type Voice } from "../messages/render";

/** One template as it is submitted to the provider, in one language. */
export interface Template {
  kind: MessageKind;
  lang: Language;
  name: string;
  /** The provider's code of the language. */
  language: string;
  /** With `{{1}}`, `{{2}}` … in place of values. */
  body: string;
  /** Which value stands at each number. */
  slots: SlotName[];
  buttons: string[];
}

/** What a button does, in the order in which they stand. */
export const buttonActs = ["renew", "later", "stop"] as const;
export type ButtonAct = (typeof buttonActs)[number];

/**
 * Goes by SMS alone: what proves or guards a phone, because an account of WhatsApp may still be with whoever had the number
 * before; and what is for the seller.
 */
const bySmsAlone = /^(alert_|payout_|plan_changed|contact_|manage_link)/;

/** Of the end of paid time: these can be answered by a button. */
const answerable =
  /^(renewal_(asked|seven_days|three_days|one_day|end_day|last_grace_day)|grace_started|trial_)/;

export const whatsappKinds: readonly MessageKind[] = Object.keys(readTexts("notice", "en")).flatMap((key) => {
  const [, kind] = /^(.+)\.sms$/.exec(key) ?? [];
  // Safe: a key of the English file that ends so names a kind.
  return kind && !bySmsAlone.test(kind) ? [kind as MessageKind] : [];
});
const known: ReadonlySet<string> = new Set(whatsappKinds);

export function goesByWhatsapp(kind: string): kind is MessageKind {
  return known.has(kind);
}

export function hasButtons(kind: string): boolean {
  return answerable.test(kind) && kind !== "trial_started";
}

/** The provider's codes. It has none for two of our languages: those are templates of their own beside the English ones. */
const codes: Partial<Record<Language, string>> = { pt: "pt_PT", rw: "rw_RW", am: "en", yo: "en" };
const withoutCode: ReadonlySet<Language> = new Set(["am", "yo"]);

/**
 * The SMS of a kind as a template: a greeting before it and its sender behind it, because a body may neither begin nor end with a
 * value.
 */
export function templateOf(kind: MessageKind, lang: Language, serviceName: string): Template {
  const text = ["around.hello", `${kind}.sms`, "around.sentBy"]
    .map((key) => marked(catalogueOf(lang, "notice").raw(key).replaceAll("|", ""), lang, serviceName))
    .join("\n\n")
    // Two values side by side are refused.
    .replace(/\}\} \{\{/g, "}} – {{");
  const slots = [...new Set([...text.matchAll(mark)].map(([, slot = ""]) => slot))];
  return {
    ...{ kind, lang, name: `sente_${kind}${withoutCode.has(lang) ? `_${lang}` : ""}` },
    language: codes[lang] ?? lang,
    body: text.replace(mark, (_whole, slot: string) => `{{${slots.indexOf(slot) + 1}}}`),
    // Safe: the slots of these texts are those of the messages.
    slots: slots as SlotName[],
    buttons: hasButtons(kind) ? buttonsIn(lang) : [],
  };
}

const mark = /\{\{(\w+)\}\}/g;

/** A text of ours with its values in double braces. The service's name is the same in every message. */
function marked(raw: string, lang: Language, service: string): string {
  const { slots, fill } = compile(raw, lang);
  const values = Object.fromEntries(slots.map((slot) => [slot, slot === "service" ? service : { slot }]));
  return [fill<string | { slot: string }>(values)]
    .flat()
    .map((part) => (typeof part === "string" ? part : `{{${part.slot}}}`))
    .join("");
}

function buttonsIn(lang: Language): string[] {
  const { text } = wordsIn(lang, "payer");
  return [text("whatsappRenew"), text("whatsappLater"), text("whatsappStop")];
}

/** All that is submitted for a number, kind by kind. */
export function allTemplates(serviceName: string): Template[] {
  return whatsappKinds.flatMap((kind) => languageCodes.map((lang) => templateOf(kind, lang, serviceName)));
}

/** The longest that a value may be; a link is never cut. */
const valueMax = 100;

/** The values of a template's numbers. The provider refuses an empty one, line breaks, tabs, and four spaces in a row. */
export function parametersOf<Kind extends MessageKind>(
  { slots }: Template,
  values: ValuesOf<Kind>,
  voice: Voice,
): string[] {
  const texts = shortTexts(values, voice);
  return slots.map((slot) => {
    const text = (texts[slot] ?? "").replace(/\s+/g, " ").trim() || "-";
    return slot === "link" ? text : shorten(text, valueMax);
  });
}

/** As the provider's `message_templates` takes it. */
export function submitted({ name, language, body, slots, buttons }: Template) {
  const example = slots.map((slot) => examples[slot] ?? "Gold");
  return {
    ...{ name, language, category: "UTILITY", parameter_format: "POSITIONAL" },
    components: [
      { type: "BODY", text: body, example: { body_text: [example] } },
      ...(buttons.length > 0
        ? [{ type: "BUTTONS", buttons: buttons.map((text) => ({ type: "QUICK_REPLY", text })) }]
        : []),
    ],
  };
}

const examples: Partial<Record<SlotName, string>> = {
  seller: "Amina's Shop",
  amount: "KES 1,500",
  balance: "KES 700",
  number: "1042",
  invoice: "INV-0042",
  end: "20 Nov",
  access: "23 Nov, 14:00",
  due: "20 Nov",
  destination: "M-PESA 0712 •••678",
  reason: "At the gate",
  link: "https://example.com/manage/3f9",
};
