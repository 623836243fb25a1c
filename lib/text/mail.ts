import { feeText, type PlanFees, payoutFeeText } from "@/lib/domain/fees";
import type { Language } from "@/lib/domain/languages";
import { formatMoney, isMoney, type Money } from "@/lib/domain/money";
import type { Problem } from "@/lib/domain/refusal";
import { catalogueOf } from "./catalogue";
import { problemText } from "./problem";
import type { SlotsOf, TextKey } from "./words";

/** The mails of the catalogue: each has a `.subject` and a `.text`, and a `.button` where it links to a page. */
export type MailKind =
  TextKey<"mail"> extends infer Key ? (Key extends `${infer Kind}.text` ? Kind : never) : never;

/** Mails use the names of actions and accounts from the operator's pages. */
type SaidKey = TextKey<"mail" | "operator">;

/** A text inside another text, in the same language; several of them become lines. */
export interface Said {
  key: SaidKey;
  values: MailTexts;
}

/** What a plan takes of a payment or a payout, which each language writes its own way. */
export interface Fee {
  feeOn: "payment" | "payout";
  plan: PlanFees;
  currency: string;
}

type MailValue = string | number | Money | Fee | Said | Problem | readonly Said[];
type MailTexts = Record<string, MailValue>;

/** The values that a mail's subject and text need. */
export type MailValues<Kind extends MailKind> = Record<
  SlotsOf<"mail", Extract<TextKey<"mail">, `${Kind}.subject` | `${Kind}.text`>>,
  MailValue
>;

export function said<Key extends SaidKey>(
  key: Key,
  ...values: [SlotsOf<"mail" | "operator", Key>] extends [never]
    ? []
    : [Record<SlotsOf<"mail" | "operator", Key>, MailValue>]
): Said {
  return { key, values: values[0] ?? {} };
}

/** Subject and plain text of a mail in its reader's language, and the label of its button if it has one. */
export function renderMail<Kind extends MailKind>(
  kind: Kind,
  values: MailValues<Kind>,
  language: Language,
): { subject: string; body: string; button: string | null } {
  const button = `${kind}.button`;
  return {
    subject: write(language, `${kind}.subject`, values),
    body: write(language, `${kind}.text`, values),
    button: catalogueOf(language, "mail").has(button) ? write(language, button, {}) : null,
  };
}

/** The same text alone, for pages that announce the content of a mail. */
export function sayIn(language: Language, { key, values }: Said): string {
  return write(language, key, values);
}

function write(language: Language, key: string, values: MailTexts): string {
  const texts = Object.entries(values).map(([slot, value]) => [slot, valueText(language, value)]);
  return String(catalogueOf(language, "mail", "operator").text(key).fill(Object.fromEntries(texts)));
}

function valueText(language: Language, value: MailValue): string | number {
  if (typeof value === "string" || typeof value === "number") return value;
  if (isMoney(value)) return formatMoney(value, language);
  if ("feeOn" in value)
    return (value.feeOn === "payment" ? feeText : payoutFeeText)(value.plan, value.currency, language);
  if ("code" in value) return problemText(language, value);
  return "key" in value ? sayIn(language, value) : value.map((line) => sayIn(language, line)).join("\n");
}
