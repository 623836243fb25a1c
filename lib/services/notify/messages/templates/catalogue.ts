import type { CivilDate } from "@/lib/domain/civil-date";
import type { Money } from "@/lib/domain/money";
import { en, type MessageKind, type Templates } from "./en";
import { fr } from "./fr";
import { pt } from "./pt";
import { sw } from "./sw";

export const messageLanguages = ["en", "fr", "sw", "pt"] as const;
export type MessageLanguage = (typeof messageLanguages)[number];

/** What the slots of the sentences stand for, the same in every message and language. */
export interface SlotValues {
  /** The store's name. */
  seller: string;
  /** The subscription product's name. */
  plan: string;
  /** What was paid for: a product, a link's title, an invoice's number. */
  item: string;
  /** The order's short number. */
  number: string;
  /** The invoice's number. */
  invoice: string;
  amount: Money;
  /** What is still owed. */
  balance: Money;
  /** When paid time ends or access ended. */
  end: Date;
  /** When access stops, to the minute. */
  access: Date;
  due: CivilDate;
  code: string;
  minutes: string;
  /** Where a payout or, from now on, a subscriber's messages go, masked: "MTN 0772 •••456". */
  destination: string;
  /** Of the service on a payment and on a payout: "1.5 %". */
  fee: string;
  payoutFee: string;
  /** Why, as somebody wrote it. */
  reason: string;
  /** The one address in the message. */
  link: string;
}

export type SlotName = keyof SlotValues;

/** The slots of one message's English sentences: exactly what must be known to send it. The seller is known anyway. */
export type ValuesOf<Kind extends MessageKind> = Pick<
  SlotValues,
  Exclude<Extract<Slot<(typeof en)[Kind]["subject" | "text" | "sms"]>, SlotName>, "seller">
>;

type Slot<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slot<Rest>
  : never;

export const catalogue: Record<MessageLanguage, Templates> = { en, fr, sw, pt };

// Safe: the catalogue's own keys, which the types above hold to be exactly these.
export const messageKinds = Object.keys(en) as MessageKind[];

/** Day before month everywhere, and Latin digits in every language. */
export const locales: Record<MessageLanguage, string> = { en: "en-GB", fr: "fr", sw: "sw", pt: "pt" };

/** What is said around every message, and what stands in for a name that cannot be written in an SMS. */
export const common: Record<
  MessageLanguage,
  { hello: string; helloName: string; help: string; sentBy: string; plan: string; item: string }
> = {
  en: {
    hello: "Hello,",
    helloName: "Hello {name},",
    help: "Questions? Ask {seller}: {contact}",
    sentBy: "Sent by {service} for {seller}.",
    plan: "your plan",
    item: "your order",
  },
  fr: {
    hello: "Bonjour,",
    helloName: "Bonjour {name},",
    help: "Une question ? Demandez à {seller} : {contact}",
    sentBy: "Envoyé par {service} pour {seller}.",
    plan: "votre formule",
    item: "votre commande",
  },
  sw: {
    hello: "Habari,",
    helloName: "Habari {name},",
    help: "Una swali? Uliza {seller}: {contact}",
    sentBy: "Imetumwa na {service} kwa niaba ya {seller}.",
    plan: "mpango wako",
    item: "oda yako",
  },
  pt: {
    hello: "Olá,",
    helloName: "Olá {name},",
    help: "Tem perguntas? Fale com {seller}: {contact}",
    sentBy: "Enviado por {service} em nome de {seller}.",
    plan: "o seu plano",
    item: "a sua encomenda",
  },
};

/** The first of these that we write in: the customer's language, then the store's, then English. */
export function messageLanguage(...wanted: (string | null)[]): MessageLanguage {
  for (const language of wanted) {
    const known = messageLanguages.find((code) => code === language);
    if (known) return known;
  }
  return "en";
}
