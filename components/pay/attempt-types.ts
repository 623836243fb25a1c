import type { FailureReason } from "@/lib/domain/failure-reason";
import type { PayPage, PostForm } from "./types";

/** The facts of one payment, as its page shows them. Amounts are formatted, phones masked. */
export type AttemptFacts = {
  seller: string;
  /** What is paid for: "Gold plan". */
  item: string;
  amount: string;
  phone: string | null;
  /** "M-Pesa"; null for a card. */
  network: string | null;
  /** The order's number. */
  reference: string;
};

/** How the payer brings a missed prompt back without a new charge: what to dial, then the menu. */
export type Revive = { ussd: string; tel: string | null; menu: readonly string[] };

/** Where the payment stands, and what belongs to that. */
export type AttemptState =
  /** Approve on the phone. `secondsLeft` is null where the time is over or unknown. */
  | {
      kind: "approve";
      nameOnPrompt: string;
      secondsLeft: number | null;
      secondsPassed: number;
      revive: Revive | null;
      isOverdue: boolean;
    }
  /** Go to the page of the card, or to an app. `cameBack`: the payer left there without paying, or went through. */
  | { kind: "redirect"; href: string; isCard: boolean; cameBack: "no" | "left" | "done"; isOverdue: boolean }
  /** A card whose page the rail has not named: it is being opened, or (`isLost`) it could not be reached. */
  | { kind: "card_page"; isLost: boolean }
  /** Enter something that the network asks for. `text` is the rail's own sentence. */
  | { kind: "input"; input: "otp" | "phone" | "birthday"; text: string; isMissing: boolean }
  /** `onward`: where the seller sends payers; opened after 3 seconds and by a link. */
  | {
      kind: "paid";
      receiptHref: string;
      thanks: string | null;
      onward: string | null;
      /** The subscriber's own page, in the browser that began the subscription and in no other. */
      manageHref: string | null;
    }
  | { kind: "failed"; reason: FailureReason }
  | { kind: "paid_otherwise"; receiptHref: string }
  /** `isPaid`: the money came anyway and goes back. */
  | { kind: "called_off"; isPaid: boolean }
  | { kind: "unknown" | "in_review" | "paid_twice" | "reversed" };

export type AttemptViewProps = {
  page: PayPage;
  facts: AttemptFacts;
  state: AttemptState;
  /** The page's own address: check again and the code post here. */
  action: string;
  /** Where the script asks for the state, and what it was when the page was made. */
  poll: { href: string; key: string };
  /** The page on which it was begun, to try again or pay another way; null when that is not known. */
  back: string | null;
};

export type ReceiptViewProps = {
  page: PayPage;
  /** `unpaid`: no money has come for this order; `attemptHref` then leads to a payment that is under way. */
  state: "paid" | "refunded" | "partially_refunded" | "reversed" | "unpaid";
  attemptHref: string | null;
  amount: string;
  /** What was given back. */
  refunded: string | null;
  paidAt: Date | null;
  lines: { name: string; quantity: number; total: string }[];
  /** "M-Pesa 0712 •••678", "Card" */
  method: { kind: "mobile_money" | "card" | "other"; network: string | null; phone: string | null };
  providerReference: string | null;
  order: string;
  /** The number of the invoice it pays, when it pays one. */
  invoice: string | null;
  /** This page's whole address, to be sent on. */
  url: string;
  /** Of a subscription: the form by which its subscriber is sent the manage link, and whether that was just asked for. */
  manage: { form: PostForm; isSent: boolean } | null;
};
