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
  interval: BillingInterval;
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
  /** Free days that can be begun instead. */
  offer?: Offer | null;
};

type ChangeNotice = "changed" | "change_chosen" | "change_undone";

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
  /** The payer's last action, shown once at the top. */
  notice?:
    | ("started" | "renewed" | "cancelled" | "payment_failed" | "contact" | "thanked" | "new_link")
    | ("renew_off" | "renew_on")
    | ChangeNotice
    | null;
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
    | { kind: "sold_out"; planName: string }
    | { kind: "download_over"; why: "refunded" | "cancelled" | "late" | "ended" | "suspended" }
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
