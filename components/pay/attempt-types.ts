import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Bought } from "./download-view";
import type { PayPage } from "./types";

/** The facts of one payment, as its page shows them. Amounts are formatted, phones masked. */
export type AttemptFacts = {
  seller: string;
  /** What is paid for: "Gold plan". */
  item: string;
  amount: string;
  /** How the amount came about, where something was taken off the price: by a code, by itself, or for unused time. */
  reduced: {
    price: string;
    off: string;
    code: string | null;
    unusedOf: string | null;
    charges: string | null;
  } | null;
  phone: string | null;
  /** "M-PESA"; null for a card. */
  network: string | null;
  /** The order's number. */
  reference: string;
  /** Where it can be paid at a till instead, while it waits; null where it cannot. */
  till?: string | null;
};

/** How the payer brings back a missed prompt without a new charge: the code to dial, then the menu. */
export type Revive = { ussd: string; tel: string | null; menu: readonly string[] };

/** The state of the payment, with the facts of that state. */
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
  /** Send the money to the seller's number. `hides`: the network hides the payer's number, so its message is needed. */
  | { kind: "send"; number: string; hides: boolean; asksCode: boolean; isMissing: boolean; isKept: boolean }
  /** Go to the card page, or to an app. `cameBack`: whether the payer returned without paying, or after finishing. */
  | { kind: "redirect"; href: string; isCard: boolean; cameBack: "no" | "left" | "done"; isOverdue: boolean }
  /** A card whose page the rail has not named yet: it is being opened, or (`isLost`) could not be reached. */
  | { kind: "card_page"; isLost: boolean }
  /** Enter a value that the network requires. `text` is the rail's own sentence. */
  | { kind: "input"; input: "otp" | "phone" | "birthday"; text: string; isMissing: boolean }
  /** `onward`: the seller's return address; opened after 3 seconds, or by a link. */
  | {
      kind: "paid";
      receiptHref: string;
      thanks: string | null;
      onward: string | null;
      /** The subscriber's own page, only in the browser that began the subscription. */
      manageHref: string | null;
      /** There their network can be let pay from now on. */
      offersOrder?: boolean;
      /** Where it is brought, only in the browser that paid. */
      delivery?: { name: string; phone: string; place: string } | null;
      /** What it opens, only in the browser that paid. */
      bought?: Bought | null;
    }
  /** `others`: the networks that the same number may belong to instead, where this one refused it. */
  | { kind: "failed"; reason: FailureReason; others?: { code: string; name: string }[] }
  | { kind: "paid_otherwise"; receiptHref: string }
  /** `isPaid`: the money came anyway and goes back. */
  | { kind: "called_off"; isPaid: boolean }
  | { kind: "unknown" | "in_review" | "paid_twice" | "reversed" };

export type AttemptViewProps = {
  page: PayPage;
  facts: AttemptFacts;
  state: AttemptState;
  /** The page's own address: "check again" and the code are posted here. */
  action: string;
  /** The address that the script polls, and the state when the page was rendered. */
  poll: { href: string; key: string };
  /** The page on which it began, to try again or pay another way; null when unknown. */
  back: string | null;
};
