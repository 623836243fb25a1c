import type { Interval } from "@/lib/domain/interval";
import type { Language } from "@/lib/domain/languages";

/** The seller as payers see them. Every string is the seller's own text: views escape and isolate it. */
export type Seller = {
  name: string;
  /** The operator has checked who they are. */
  isVerified?: boolean;
  phone: string | null;
  email: string | null;
  /** Colour of the button and the logo tile as #RRGGBB. Anything else is ignored. */
  colour?: string | null;
  /** Path of the logo on this server; without it, a tile with initials is shown. */
  logo?: string | null;
};

/** The data that every payer page needs. Each view returns a whole `<html>` element. */
export type PayPage = {
  lang: Language;
  /** CSP nonce of this response. The page has exactly one `<style>` and no style attributes. */
  nonce: string;
  serviceName: string;
  /** IANA name of the store's time zone, for example "Africa/Nairobi". */
  timeZone: string;
  /** Null when the address leads to no store. */
  seller: Seller | null;
  /** Shows the yellow bar "Test page. No money moves." */
  test: boolean;
  /** Says that test money replaces real money, on live pages; `phone` is the address of the payer's simulated phone;
   * `until`: in a public demo, when the page is deleted. */
  sandbox?: { phone: string | null; until?: Date | null } | null;
  /** Says that the provider is in its test mode, so that no real money moves either. */
  railTest?: boolean;
  /** Says that this is a copy in which nothing can be paid. */
  paused?: boolean;
  /** Tells the window that opened this one, if it is of one of these origins, that it is paid. */
  done?: { kind: "order" | "subscription"; to: string[] } | null;
  /** The links to other languages in the footer: `path` with `hl=<language>` and these values kept. */
  languageLinks: { path: string; keep: Record<string, string> };
};

/** A picture on this server. Its size is known before it is loaded, so that nothing moves when it comes. */
export type PictureFacts = { src: string; width: number; height: number };

export type Plan = {
  name: string;
  description: string | null;
  picture?: PictureFacts | null;
  /** Already formatted, currency code first: "KES 1,500". */
  price: string;
  /** Of a subscription: what the next payment costs, where a discount makes that another price. */
  nextPrice?: string;
  interval: Interval;
};

/** Who the payment is for, as the seller's link says. Shown to the payer so nobody pays for a stranger unknowingly. */
export type PayAccount = { ref: string | null; email: string | null };

/** A form that POSTs to `action` with these hidden fields. */
export type PostForm = { action: string; fields: Record<string, string> };

/** Free days that a new subscriber can begin here. */
export type Offer = {
  days: number;
  /** What is proven by a code. */
  proves: "phone" | "email";
  form: PostForm;
};

/** The facts of a subscription at the moment the page was made. */
export type SubscriptionFacts = {
  status: "active" | "past_due" | "cancelled" | "expired";
  hasAccess: boolean;
  currentPeriodEnd: Date;
  accessEndsAt: Date;
  /** Free days run, and nothing was paid yet. */
  isTrial?: boolean;
  cancelledAt: Date | null;
  /** Where it is known. */
  cancelledBy?: "subscriber" | "seller" | null;
  endedAt: Date | null;
};

/** One paid period, newest first in lists. `amount` is formatted, currency code first. */
export type PaidPeriod = {
  startsAt: Date;
  endsAt: Date;
  paidAt: Date;
  /** Nothing was to pay for it: it cost nothing, or the seller gave it. */
  isFree?: boolean;
  /** A change of plan ended it. */
  isCut?: boolean;
  amount: string;
  /** The amount of it that was refunded; null when none was. */
  givenBack?: string | null;
  /** Null in test mode, where no money is paid. */
  receiptHref?: string | null;
};

/** What is said once after the payer's last action. */
export type ManageNotice =
  | ("started" | "renewed" | "cancelled" | "payment_failed" | "contact" | "thanked" | "new_link")
  | ("renew_off" | "renew_on" | "changed" | "change_chosen" | "change_undone");

export type ManageViewProps = {
  page: PayPage;
  /** What changed before it was pressed. */
  problems?: { field: string; text: string }[];
  plan: Plan;
  account: PayAccount;
  subscription: SubscriptionFacts;
  /** Renew early, Renew now or Start again. A form, a link (to a pay page), or null while no payment is possible. */
  renew: PostForm | { href: string } | null;
  /** The page of other plans; null where there is none to choose. */
  changeUrl?: string | null;
  /** Another plan that comes next. `undo`: the form that keeps the one that there is; null once it is paid for. */
  coming?: { plan: Plan; at: Date; undo: PostForm | null } | null;
  /** Address of the cancel page. It is shown only while the subscription can be cancelled. */
  cancelUrl: string;
  periods: PaidPeriod[];
  /** How many older periods are not in the list. */
  olderPeriods?: number;
  notice?: ManageNotice | null;
  /** The page that changes phone and e-mail; null in test mode. */
  contactUrl?: string | null;
  /** What the subscription opens while access lasts; null where it opens nothing. */
  downloadsUrl?: string | null;
  /** The link by which somebody else can pay; null where no payment is possible. */
  payForUrl?: string | null;
  /** Ends this page's address and creates another. */
  newLinkForm: PostForm;
  /** Right after cancelling: an optional form for the reason. */
  reasonForm?: PostForm | null;
  /** How it renews by itself, or could; null where it cannot. */
  renewal?: RenewalRow | null;
  /** A standing order that there is, or that is offered. */
  order?: OrderRow | null;
  /** By which way messages come to their phone; null where there is no choice. */
  messages?: OrderRow | null;
  /** The page of a payment that had begun before renewing by itself was turned off. */
  underWayHref?: string | null;
};

/** One row: what is taken, when, from where, and what the payer can change. Everything is formatted. */
export type RenewalRow = {
  mode: "manual" | "prompt" | "charge";
  price: string;
  /** "Visa •4242", or the phone with its middle hidden. */
  from: string;
  /** When it is tried next; null when nothing is planned for this period. */
  nextTryAt: Date | null;
  hasFailed: boolean;
  off: PostForm;
  /** The price is above what they agreed to. */
  agree: PostForm | null;
  /** The phone that could be asked by itself. */
  usePhone: { phone: string; price: string; form: PostForm } | null;
  /** Where another card is given; null where none can be kept. */
  cardHref: string | null;
};

/** A standing order at the payer's network, or how messages come: what is so, the more important first, and the payer's press. */
export type OrderRow = {
  lines: string[];
  act: { label: string; form: PostForm } | null;
  /** It has to be stopped. */
  warns?: boolean;
};

/** What a chat shows of a shared page. Addresses are absolute. */
export type Preview = {
  title: string;
  text: string;
  /** Null where the address is a secret. */
  url: string | null;
  image: string;
};
