import type { PayProblem } from "@/lib/domain/pay-problem";
import type { PayAccount, PayPage, Plan, SubscriptionFacts } from "./types";

/** The names of the form's fields, as they are posted. `id` is the form's own, `shown` the total the payer saw. */
export type PayFormField =
  | "id"
  | "shown"
  | "amount"
  | "quantity"
  | "answer"
  | "method"
  | "phone"
  | "network"
  | "email"
  | "name";

/** One mobile money network of the country. A network that is down is shown and cannot be chosen. */
export type NetworkChoice = { code: string; name: string; isDown: boolean };

/** An amount that the payer types. Everything is formatted, currency code first, except `value`. */
export type AmountField = {
  /** Stands before the field: "KES". */
  currency: string;
  min: string | null;
  max: string | null;
  /** At most three; each leads to the same page with the amount filled in, so that it works without script. */
  quick: { value: string; label: string; href: string }[];
};

/** The payment of this thing that this browser began before, while it still matters. */
export type EarlierAttempt = {
  href: string;
  minutesAgo: number;
  /** `open`: it may still be paid. `overdue`: its time is over, another number may be used. `paid`: it came. */
  state: "open" | "overdue" | "paid";
};

/** Another payment of the same thing that is open, as far as whoever pressed may know it. Amounts are formatted. */
export type OpenNoteFacts = {
  kind: "yours" | "invoice" | "number" | "hidden";
  /** Its page, where this browser began it. */
  href: string | null;
  amount: string | null;
  /** With its middle hidden; null for a card. */
  phone: string | null;
  /** Until it is over; null when nobody can say. */
  secondsLeft: number | null;
};

/** All the payment form shows. `app/(pay)/pay-form.ts` makes it; each page puts <PayForm> under its own heading. */
export type PayFormProps = {
  page: PayPage;
  /** Where the form posts: the address of the page itself. */
  action: string;
  /** Hidden fields the route reads back, such as `ref`. */
  fields: Record<string, string>;
  /** UUID v4 in lower case, made with the page: pressing twice is one attempt. */
  formId: string;
  /** The total in minor units as the payer sees it; empty while the payer has not been shown one. */
  shown: string;
  /** What was typed, or what is filled in at first. */
  values: Partial<Record<PayFormField, string>>;
  problems: readonly PayProblem[];
  /** True when the total was only now computed, so that the payer looks at it before it is paid. */
  confirms: boolean;
  /** "KES 1,500"; null while it depends on what the payer types. */
  total: string | null;
  /** Shown above the total when the buyer pays the charges. */
  charges: { price: string; added: string } | null;
  amount: AmountField | null;
  /** `each`: what one costs in minor units and how many of them make one of the currency, for the script alone. */
  quantity: { max: number; each: { minor: string; decimals: number; currency: string } | null } | null;
  /** The seller's own question. */
  question: string | null;
  mobileMoney: {
    networks: NetworkChoice[];
    /** "+254" */
    callingCode: string;
    /** "0712 123456" */
    example: string;
    /** The number on file with its middle hidden: leaving the field empty uses it. */
    known: string | null;
  } | null;
  card: boolean;
  email: "no" | "optional" | "required";
  name: boolean;
  /** ISO 3166 alpha-2 of the store, for the words of a problem. */
  country: string;
  earlier: EarlierAttempt | null;
  /** Set when this press began nothing, because another payment is open. */
  open: OpenNoteFacts | null;
};

export type SubscribeViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  /** Set when this account already has this plan: the page then shows its state, and the form renews it. */
  current?: SubscriptionFacts | null;
  /** Address of the test payment page, or null to say nothing about testing. */
  testUrl?: string | null;
  /** Null while no way to pay is set up. */
  form: PayFormProps | null;
};
