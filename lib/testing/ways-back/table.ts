// Every way back of every way in. docs/ways-back.md is written from this; the walk and the lives go through it.

export const sources = {
  first: "the first payment of a subscription",
  by_hand: "a renewal that the payer makes",
  scheduled: "a renewal that is charged by itself",
  change: "another plan for what is left of the one before",
  invoice_whole: "an invoice, all of it",
  invoice_part: "an invoice, a part of it",
  link: "a payment link",
  product: "a product that the seller hands over",
  digital: "a product that is delivered by itself",
  recorded: "money that the seller took themselves",
  free: "nothing, with a code",
  imported: "what was moved in",
} as const;
export type Source = keyof typeof sources;

export const ways = {
  part_refund: "a part is refunded",
  whole_refund: "all is refunded",
  refund_fails_late: "a refund comes back after it had arrived",
  reversal_part: "the bank takes back a part",
  reversal_whole: "the bank takes back all",
  dispute_open: "a dispute is open",
  dispute_won: "a dispute is won",
  dispute_lost: "a dispute is lost",
  dispute_fraud: "a dispute calls it fraud",
} as const;
export type Way = keyof typeof ways;

export const arounds = {
  nothing: "nothing else",
  kept_card: "a card is kept",
  discount: "a discount",
  tax: "tax in the price",
  change_credit: "its rest was carried into another plan",
  suspense: "a second payment is set aside",
  paid_by_other: "somebody else paid",
  import: "the subscription was moved in",
  own_account: "it came into an account of the store's own",
} as const;
export type Around = keyof typeof arounds;

export interface Cell {
  source: Source;
  way: Way;
  around: Around;
}

const ofSubscription: ReadonlySet<Source> = new Set(["first", "by_hand", "scheduled", "change", "recorded"]);
const byHand: ReadonlySet<Way> = new Set(["part_refund", "whole_refund", "reversal_whole"]);

/** Why a source has no such way, or a cell cannot be; null where it can. */
export function barOf({ source, way, around }: Cell): string | null {
  if (source === "imported") return "No payment was made here: it was made where they came from.";
  if (source === "free") return "Nothing was paid, so nothing goes back.";
  if (source === "recorded" && !byHand.has(way))
    return "No rail and no bank carried it: it is given back by hand, or its record is taken back whole.";
  switch (around) {
    case "nothing":
      return null;
    case "kept_card":
      return ofSubscription.has(source) ? null : "A card is kept for a subscription alone.";
    case "change_credit":
      return ofSubscription.has(source) ? null : "Only a subscription has another plan.";
    case "import":
      if (source === "first") return "Whoever was moved in has begun already.";
      return ofSubscription.has(source) ? null : "Subscriptions are moved in, not sales.";
    case "paid_by_other":
      return source === "by_hand" ? null : "Somebody else pays a renewal, and presses for it themselves.";
    case "discount":
      if (source === "change") return "Unused time is what reduces a change.";
      return source === "link" || source.startsWith("invoice") ? "No code is typed there." : null;
    case "tax":
      return source.startsWith("invoice")
        ? "The invoice itself says its tax; its payments carry none."
        : null;
    case "suspense":
      return source === "recorded" ? "No rail could bring a second payment of it." : null;
    case "own_account":
      return source === "recorded" ? "No rail brought it." : null;
  }
}

const keys = <Name extends string>(of: Record<Name, unknown>) => Object.keys(of) as Name[];

/** All that can be, in the order of the table. */
export const cells: readonly Cell[] = keys(sources).flatMap((source) =>
  keys(ways).flatMap((way) =>
    keys(arounds)
      .map((around) => ({ source, way, around }))
      .filter((cell) => barOf(cell) === null),
  ),
);

export const nameOf = ({ source, way, around }: Cell) => `${source}/${way}/${around}`;

/** What follows of each way, whatever was bought. */
export const follows: Record<Way, Record<"money" | "fee" | "tax" | "codes" | "messages", string>> = {
  part_refund: {
    money: "leaves the wallet at the request, held money first; arrives as the rail says",
    fee: "comes back by its share",
    tax: "the order says how much of it went back, by its share",
    codes: "stay; the download stays open",
    messages: "the payer when it has arrived",
  },
  whole_refund: {
    money: "as above; nothing of it is worth anything in a later change of plan",
    fee: "comes back whole",
    tax: "all of it went back",
    codes: "the download closes when it has arrived; a code that was shown stays used",
    messages: "the payer; the subscriber too, where access ends",
  },
  refund_fails_late: {
    money: "is where it was taken from, on hold again while its payment is",
    fee: "is the service's again",
    tax: "nothing went back",
    codes: "the download opens again; a subscription that ended and a product that was cancelled stay so",
    messages: "the seller, and a task: only they can pay the payer another way",
  },
  reversal_part: {
    money: "is taken: what is reserved, then held, then available, then a debt",
    fee: "its share is given up",
    tax: "by its share, as after a refund",
    codes: "stay; the download stays open",
    messages: "the seller, and a task",
  },
  reversal_whole: {
    money: "as above; its hold ends",
    fee: "is given up whole",
    tax: "all of it went back",
    codes: "the download closes; a code that was shown stays used",
    messages: "the seller, and a task; the subscriber, where access ends",
  },
  dispute_open: {
    money: "is reserved; it can be refunded to this payer, not paid out; worth nothing in a change meanwhile",
    fee: "stays until it is decided",
    tax: "stays",
    codes: "stay",
    messages: "the seller, and a task with the day until which to answer",
  },
  dispute_won: {
    money: "is free again, on hold while its payment is",
    fee: "stays",
    tax: "stays",
    codes: "stay",
    messages: "the seller; the task is done",
  },
  dispute_lost: {
    money: "is taken from its reserve first; as after a reversal",
    fee: "is given up by what was lost; the rail's fee of the dispute is the seller's",
    tax: "by what was lost",
    codes: "as after a reversal",
    messages: "the seller; the task is done; the subscriber, where access ends",
  },
  dispute_fraud: {
    money: "as an open dispute, until it is decided",
    fee: "stays until it is decided",
    tax: "stays",
    codes: "stay",
    messages: "the seller, and a task",
  },
};

const asSubscription = "what was agreed stays the price of the next period";

/** What becomes of what was bought. `refund`: all is refunded; `reversal`: the bank takes all, or a dispute of all is lost. */
export const becomes: Record<Source, Record<"refund" | "reversal" | "price" | "consent", string>> = {
  first: {
    refund:
      "the form asks whether the subscription ends, and proposes that it does while it is the only payment; it ends when the money has arrived",
    reversal:
      "access ends at once where the store wants it, but for what other payments bought; else the seller can end it",
    price: asSubscription,
    consent: "all refunded: over at the request, unless the seller says that it goes on",
  },
  by_hand: {
    refund: "the form asks, and proposes that it goes on: access until the end of what there is",
    reversal:
      "its time goes, where the store wants it, and what follows comes earlier; else the seller can end it",
    price: asSubscription,
    consent: "as above",
  },
  scheduled: {
    refund: "as a renewal by hand",
    reversal: "as a renewal by hand",
    price: asSubscription,
    consent: "as above; any dispute of it ends it",
  },
  change: {
    refund:
      "the form asks: it goes on with the new plan, and its time is worth what other payments had brought; or it ends",
    reversal: "the period is shorter by this payment's share, where the store wants it",
    price: "the new plan's",
    consent: "as above",
  },
  invoice_whole: {
    refund: "the invoice stays paid: the seller gave the money back of their own will",
    reversal: "the invoice is owed again",
    price: "–",
    consent: "–",
  },
  invoice_part: {
    refund: "stays as it is",
    reversal: "this part is owed again",
    price: "–",
    consent: "–",
  },
  link: {
    refund: "its place stays taken",
    reversal: "its place stays taken",
    price: "–",
    consent: "–",
  },
  product: {
    refund: "what was not handed over is cancelled; what was stays so",
    reversal: "as after a refund",
    price: "–",
    consent: "–",
  },
  digital: {
    refund: "the download closes",
    reversal: "the download closes",
    price: "–",
    consent: "–",
  },
  recorded: {
    refund: "is recorded as given back by hand, and has arrived with that; a subscription as above",
    reversal: "the seller takes the record back: as after a reversal of what it paid for; nobody is told",
    price: "as what it paid for",
    consent: "all given back: as what it paid for; a record taken back ends none, as no bank did anything",
  },
  free: {
    refund: "–",
    reversal: "–",
    price: "–",
    consent: "–",
  },
  imported: {
    refund: "–",
    reversal: "–",
    price: "–",
    consent: "–",
  },
};

/** What is other where this is around. */
export const differs: Record<Around, string> = {
  nothing: "",
  kept_card:
    "Nothing more is taken from it by itself once all of a payment is refunded, unless the seller says that it goes on. The page of the refund names the card.",
  discount: "What was taken off does not come back: shares are of what was paid. The code stays used.",
  tax: "It goes back by the same share as the price that it is in.",
  change_credit:
    "What it had brought into the other plan is lost with it: the credit falls as if it had gone before the change, and the period is shorter by that share, where the store ends access for a reversal or the seller says so. A refund takes nothing off the time; it is worth less in a later change.",
  suspense: "What was set aside goes back apart, and is nobody's income meanwhile.",
  paid_by_other:
    "The money goes back to whoever paid, and the receipt is theirs; access and messages about it are the subscriber's.",
  import:
    "The time that was moved in was paid elsewhere: it stays, and is worth nothing in a change. A change now ends it, so where the bank takes all of that change nothing is left.",
  own_account:
    "It goes back from that account: no wallet is touched, nothing is held or reserved, and nobody owes us it. Our fee is owed and no longer owed by the same shares.",
};
