import type { PayProblem } from "@/lib/domain/pay-problem";
import type { PayPage } from "./types";

/** The names of the form's fields, as they are posted. `id` is the form's own, `seen` what the page says. */
export type PayFormField =
  | "id"
  | "seen"
  | "shown"
  | "amount"
  | "quantity"
  | "answer"
  | "method"
  | "phone"
  | "network"
  | "email"
  | "name"
  | "contact"
  | "place"
  | "code"
  | "renews_phone"
  | "renews_card"
  | "whatsapp";

/** One mobile money network of the country. A network that is down is shown and cannot be chosen. */
export type NetworkChoice = { code: string; name: string; isDown: boolean };

/**
 * For the script only, which names the total on the button while the payer types: the price of one in minor units (null
 * where the amount itself is typed), the currency's number of decimals, and the signs of thousands and decimals.
 */
export type LiveTotal = { each: string | null; decimals: number; currency: string; marks: string };

/** An amount that the payer types. Everything is formatted, currency code first, except `value`. */
export type AmountField = {
  /** Shown before the field: "KES". */
  currency: string;
  live: LiveTotal | null;
  min: string | null;
  max: string | null;
  /** At most three; each leads to the same page with the amount filled in, so that it works without script. */
  quick: { value: string; label: string; href: string }[];
};

/** This browser's earlier payment for the same thing, while it still matters. */
export type EarlierAttempt = {
  href: string;
  minutesAgo: number;
  /** `open`: it may still be paid. `overdue`: its time is over, another number may be used. `paid`: the money came. */
  state: "open" | "overdue" | "paid";
};

/** Another open payment for the same thing, with only the facts that this visitor may know. Amounts are formatted. */
export type OpenNoteFacts = {
  kind: "yours" | "invoice" | "number" | "hidden";
  /** Its page, where this browser began it. */
  href: string | null;
  amount: string | null;
  /** With its middle hidden; null for a card. */
  phone: string | null;
  /** The time left, in seconds; null when unknown. */
  secondsLeft: number | null;
};

/** For how many payments an offer goes on, and what they cost after it. `left`: the subscription has it already. */
export type OfferFacts = { kind: "first" | "left"; price: string; count: number; after: string };

/**
 * Everything the payment form shows. `app/(pay)/pay-form.ts` makes it; each page puts <PayForm> under its own heading.
 */
export type PayFormProps = {
  page: PayPage;
  /** Where the form posts: the address of the page itself. */
  action: string;
  /** Hidden fields the route reads back, such as `ref`. */
  fields: Record<string, string>;
  /** UUID v4 in lower case, made with the page: pressing twice is one attempt. */
  formId: string;
  /** What this page says, sealed: a press on a page that says something else by now is asked again. */
  seen: string;
  /** The total on the button in minor units, where it follows what is typed; empty before there is one. Null elsewhere. */
  shown: string | null;
  /** The typed values, or the initial ones. */
  values: Partial<Record<PayFormField, string>>;
  problems: readonly PayProblem[];
  /** True when the total was computed only now, so that the payer must see it before paying. */
  confirms: boolean;
  /** "KES 1,500"; null while it depends on what the payer types. */
  total: string | null;
  /** Shown above the total when the buyer pays the charges. */
  charges: { added: string } | null;
  /** The listed price; shown above the total where something is taken off or added. */
  price: string | null;
  /** What is taken off, by which code (null: it applies by itself), and for how long it goes on. */
  discount: { off: string; code: string | null; goesOn: OfferFacts | null } | null;
  /** Null: there is nothing for which a code could be typed. */
  code: { isOutdone: boolean } | null;
  /** Nothing is to pay, so nobody is asked how. */
  isFree: boolean;
  amount: AmountField | null;
  quantity: { max: number; live: LiveTotal | null } | null;
  /** The seller's own question. */
  question: string | null;
  mobileMoney: {
    networks: NetworkChoice[];
    /** For the script, which tells the network of a number while it is typed; null where a number cannot tell. */
    prefixes: { before: string; of: string[] } | null;
    /** "0712 123456" */
    example: string;
    /** The payer sends the money by themselves. */
    isSent?: boolean;
    /** They may choose messages by WhatsApp. */
    hasWhatsapp?: boolean;
    /** The stored number with its middle hidden: an empty field means this number. */
    known: string | null;
  } | null;
  card: boolean;
  email: "no" | "optional" | "required";
  name: boolean;
  /** Asks where to bring it, and to whom: then the name is required. */
  delivery: boolean;
  /** ISO 3166 alpha-2 of the store, for the words of a problem. */
  country: string;
  /** The words of the box that lets a subscription renew by itself, by each way to pay; null where it cannot. */
  renews: { phone: string | null; card: string | null };
  /** Where it can be paid at a till; null where it cannot. */
  till?: string | null;
  earlier: EarlierAttempt | null;
  /** Set when no payment began, because another one is open. */
  open: OpenNoteFacts | null;
};
