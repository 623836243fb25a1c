import type { Language } from "@/lib/domain/languages";

export type BillingInterval = "week" | "month" | "quarter" | "year";

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
  /** Says that test money replaces real money, on live pages; `phone` is the address of the payer's simulated phone. */
  sandbox?: { phone: string | null } | null;
  /** Says that the provider is in its test mode, so that no real money moves either. */
  railTest?: boolean;
  /** Says that this is a copy in which nothing can be paid. */
  paused?: boolean;
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
  interval: BillingInterval;
};

/** Who the payment is for, as the seller's link says. Shown to the payer so nobody pays for a stranger unknowingly. */
export type PayAccount = { ref: string | null; email: string | null };

/** A form that POSTs to `action` with these hidden fields. */
export type PostForm = { action: string; fields: Record<string, string> };

/** The facts of a subscription at the moment the page was made. */
export type SubscriptionFacts = {
  status: "active" | "past_due" | "cancelled" | "expired";
  hasAccess: boolean;
  currentPeriodEnd: Date;
  accessEndsAt: Date;
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
  amount: string;
  /** The amount of it that was refunded; null when none was. */
  givenBack?: string | null;
  /** Null in test mode, where no money is paid. */
  receiptHref?: string | null;
};

export type TestPaymentViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  /** Where both buttons post. Each form adds `outcome=succeed` or `outcome=fail` to the fields. */
  form: PostForm;
  /** The event that a success publishes. */
  event: "subscription.activated" | "subscription.renewed";
  /** Hosts of the test endpoints that get it. The page says so when there are none. */
  endpoints: string[];
  /** Where the user lands after success: the store's return URL, or null for the subscription's own page. */
  returnUrl: string | null;
  /** True after Payment fails was pressed: shows the words a payer would see. */
  failed?: boolean;
  /** True after Payment succeeds was pressed for a subscription that another browser began. */
  paid?: boolean;
  /**
   * Set when this browser began this ref's subscription to the plan: the page then offers Renew now instead of a second
   * subscription.
   */
  current?: { subscription: SubscriptionFacts; manageUrl: string } | null;
};

export type ManageViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  subscription: SubscriptionFacts;
  /** Renew early, Renew now or Start again. A form, a link (to a pay page), or null while no payment is possible. */
  renew: PostForm | { href: string } | null;
  /** Address of the cancel page. It is shown only while the subscription can be cancelled. */
  cancelUrl: string;
  periods: PaidPeriod[];
  /** How many older periods are not in the list. */
  olderPeriods?: number;
  /** The payer's last action, shown once at the top. */
  notice?: "started" | "renewed" | "cancelled" | "payment_failed" | "contact" | "thanked" | "new_link" | null;
  /** The page that changes phone and e-mail; null in test mode. */
  contactUrl?: string | null;
  /** Ends this page's address and creates another. */
  newLinkForm: PostForm;
  /** Right after cancelling: an optional form for the reason. */
  reasonForm?: PostForm | null;
};

export type CancelViewProps = {
  page: PayPage;
  plan: Plan;
  account: PayAccount;
  subscription: SubscriptionFacts;
  form: PostForm;
  /** The manage page, for Keep it. */
  keepUrl: string;
};

/** A product for sale, as payers see it. Prices are formatted; `wasPrice` is set during a lower price. */
export type ProductFacts = {
  name: string;
  description: string | null;
  picture?: PictureFacts | null;
  price: string;
  wasPrice: string | null;
};

/** What a chat shows of a shared page. Addresses are absolute. */
export type Preview = {
  title: string;
  text: string;
  /** Null where the address is a secret. */
  url: string | null;
  image: string;
};

/** One plan or product in a store's list. The price is formatted; of a plan it says how often. */
export type StoreItem = {
  name: string;
  /** The beginning of its description. */
  text: string | null;
  kind: string;
  price: string;
  wasPrice: string | null;
  /** Path of its small picture on this server. */
  picture: string | null;
  href: string;
};

/** A store's own page: what it sells, each with its own page. */
export type StoreViewProps = {
  page: PayPage;
  description: string | null;
  items: StoreItem[];
  /** The pages of the list before and after this one. */
  newerHref: string | null;
  olderHref: string | null;
  preview: Preview;
};

/** Pages where nothing can be paid. The HTTP status is the caller's: 404, 429, 500 and 200 for the rest. */
export type ClosedViewProps = {
  page: PayPage;
  reason:
    | { kind: "not_found" }
    /** The address is none of ours, as a link that was cut off. */
    | { kind: "nowhere" }
    | { kind: "not_on_sale"; planName: string }
    | { kind: "store_suspended" }
    | { kind: "paid_far_ahead" }
    | { kind: "test_mode_off"; developersUrl: string | null }
    | { kind: "too_many"; minutes: number; backUrl: string | null }
    /** One phone was prompted too often, by this store or by all of them. */
    | { kind: "asked_too_often"; backUrl: string }
    /** The link was valid once. `form` sends the current one to the subscriber; null: it was just sent. */
    | { kind: "link_ended"; form: PostForm | null }
    | { kind: "our_fault"; reference: string; backUrl: string | null }
    | { kind: "bad_form"; backUrl: string | null }
    /** The user id in the seller's link is invalid. */
    | { kind: "bad_link" }
    /** The seller blocked this customer. */
    | { kind: "customer_blocked" };
};
