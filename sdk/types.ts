// Made by scripts/sdk-types.ts from docs/openapi.json. Do not change it by hand.

export type SubscriptionPatch = {
  /** At most 50 keys of 40 characters, with texts of 500. It replaces what was there. */
  metadata?: Record<string, string>;
};

/** One of email or phone is required. */
export type NewCustomer = {
  name: string;
  email?: string | null;
  phone?: string | null;
  company?: string | null;
  country?: string | null;
  city?: string | null;
  address?: string | null;
  accepts_marketing?: boolean | null;
};

export type CustomerPatch = {
  name?: string;
  email?: string | null;
  phone?: string | null;
  company?: string | null;
  country?: string | null;
  city?: string | null;
  address?: string | null;
  accepts_marketing?: boolean | null;
  /** `blocked`: cannot start a payment to the seller. */
  status?: "active" | "blocked" | null;
};

export type NewPaymentLink = {
  title: string;
  amount_type?: "fixed" | "custom" | null;
  amount?: number | null;
  /** The least a payer can type, for custom. */
  min_amount?: number | null;
  /** Default true: many payers. False: one payment. */
  is_reusable?: boolean | null;
  max_payments?: number | null;
  expires_at?: string | null;
  /** Require an e-mail address. */
  collect_email?: boolean | null;
  custom_question?: string | null;
  /** Shown after paying. */
  thank_you_message?: string | null;
  redirect_url?: string | null;
  /** Shown under the title. */
  description?: string | null;
  /** Show payers how many places are taken. */
  shows_places?: boolean | null;
  /** False pauses the link. */
  is_active?: boolean | null;
};

export type PaymentLinkChanges = {
  title?: string;
  amount_type?: "fixed" | "custom" | null;
  amount?: number | null;
  /** The least a payer can type, for custom. */
  min_amount?: number | null;
  /** Default true: many payers. False: one payment. */
  is_reusable?: boolean | null;
  max_payments?: number | null;
  expires_at?: string | null;
  /** Require an e-mail address. */
  collect_email?: boolean | null;
  custom_question?: string | null;
  /** Shown after paying. */
  thank_you_message?: string | null;
  redirect_url?: string | null;
  /** Shown under the title. */
  description?: string | null;
  /** Show payers how many places are taken. */
  shows_places?: boolean | null;
  /** False pauses the link. */
  is_active?: boolean | null;
};

export type NewInvoice = {
  customer_name: string;
  customer_email?: string | null;
  customer_phone?: string | null;
  customer_id?: number | null;
  items: NewInvoiceItem[];
  /** Taken off the subtotal. */
  discount?: number | null;
  tax_label?: string | null;
  /** Percent, 0 to 100, at most 4 decimals. */
  tax_rate?: number | null;
  due_on?: string | null;
  notes?: string | null;
  allow_part_payment?: boolean | null;
  min_part_payment?: number | null;
  /** Sends it at once. Without it, a draft is saved. */
  send?: ("email" | "sms")[] | null;
};

export type NewInvoiceItem = {
  description: string;
  /** Above zero, at most 3 decimals. */
  quantity: number;
  /** In major units of the store's currency. */
  unit_price: number;
};

export type SendInvoice = {
  channels: ("email" | "sms")[];
};

export type NewTestSubscription = {
  product_id: number;
  ref?: string | null;
  email?: string | null;
};

export type TestMove = {
  to: "renew" | "end_period" | "end_grace" | "cancel";
};

export type NewTestEvent = {
  type: "order.paid" | "invoice.paid" | "subscription.activated" | "subscription.renewed" | "subscription.past_due" | "subscription.expired" | "subscription.cancelled" | "order.refunded" | "order.refund_failed" | "invoice.sent" | "invoice.viewed" | "invoice.part_paid" | "invoice.overdue" | "invoice.cancelled" | "payment_link.completed" | "payment_link.expired" | "subscription.renewal_due" | "access.changed" | "payout.paid" | "payout.failed" | "customer.created" | "customer.updated";
};

export type OrderEventData = {
  id: number;
  object: "order";
  number: string;
  short_number: string;
  payment_status: "pending" | "paid" | "failed" | "expired" | "partially_refunded" | "refunded";
  order_status: "pending" | "processing" | "completed" | "cancelled";
  fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled" | "not_required";
  payment_method: "mobile_money" | "card" | "bank" | "cash" | "free";
  source: "storefront" | "funnel" | "embed" | "payment_link" | "invoice" | "subscription" | "api" | "manual" | "import";
  currency: string;
  subtotal: number;
  discount: number;
  shipping_fee: number;
  total: number;
  /** The service's fee on the order, less what a refund gave back; 0 until it is paid. */
  fee: number;
  /** What the seller keeps, after refunds; 0 until it is paid. */
  net: number;
  /** What went back to the payer; 0 without a refund. */
  refunded_amount: number;
  customer: CustomerSummary;
  items: {
    product_id: number | null;
    name: string;
    quantity: number;
    unit_price: number;
    total: number;
  }[];
  payment_link_id: number | null;
  invoice_id: number | null;
  subscription_id: string | null;
  receipt_url: string;
  created_at: string;
  updated_at: string;
  /** False for test events. */
  livemode: boolean;
};

export type CustomerSummary = {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
};

export type InvoiceEventData = {
  id: number;
  object: "invoice";
  number: string;
  status: "draft" | "sent" | "viewed" | "part_paid" | "paid" | "overdue" | "cancelled";
  customer: InvoiceCustomer;
  currency: string;
  items: {
    description: string;
    /** At most 3 decimals. */
    quantity: number;
    unit_price: number;
  }[];
  subtotal: number;
  discount: number;
  tax_label: string | null;
  /** Percent: 18 is 18 %. */
  tax_rate: number;
  tax_amount: number;
  total: number;
  amount_paid: number;
  /** What is still owed; 0 once it is cancelled. */
  balance: number;
  allow_part_payment: boolean;
  min_part_payment: number | null;
  notes: string | null;
  /** The day on which it was first sent, opened or paid. */
  issued_on: string | null;
  due_on: string | null;
  sent_at: string | null;
  paid_at: string | null;
  cancelled_at: string | null;
  /** The page where it is paid, from the moment the invoice exists. */
  url: string;
  pdf_url: string;
  created_at: string;
  updated_at: string;
  /** False for test events. */
  livemode: boolean;
};

export type InvoiceCustomer = {
  /** Null for somebody who is known by name only. */
  id: number | null;
  name: string;
  email: string | null;
  phone: string | null;
};

export type SubscriptionEventData = {
  id: string;
  object: "subscription";
  status: "active" | "past_due" | "cancelled" | "expired";
  /** Whether to let the user in now. */
  has_access: boolean;
  /** The seller's own id for the user. */
  ref: string | null;
  customer: CustomerSummary;
  product: {
    id: number;
    name: string;
  };
  /** Paid each period, in `currency`. */
  amount: number;
  currency: string;
  interval: "week" | "month" | "quarter" | "year";
  /** The first payment. */
  started_at: string;
  current_period_start: string;
  current_period_end: string;
  /** When access stops if the user does not renew. */
  access_ends_at: string;
  cancelled_at: string | null;
  /** When access ended. */
  ended_at: string | null;
  payments_count: number;
  total_paid: number;
  /** Private page of the subscriber to renew or cancel. */
  manage_url: string;
  metadata: Record<string, string>;
  /** False for test events. */
  livemode: boolean;
  /** What it was before; null for a first payment and where the status stayed. */
  previous_status: "active" | "past_due" | "cancelled" | "expired" | null;
};

export type PaymentLinkEventData = {
  id: number;
  object: "payment_link";
  title: string;
  description: string | null;
  /** fixed: everyone pays `amount`; custom: the payer types it. */
  amount_type: "fixed" | "custom";
  /** What is asked for; of a custom link, a suggestion. */
  amount: number | null;
  /** The least a payer can type. Null for a fixed link. */
  min_amount: number | null;
  currency: string;
  status: "active" | "paused" | "expired" | "completed";
  /** False: paused by the seller. */
  is_active: boolean;
  /** False: it takes one payment. */
  is_reusable: boolean;
  /** Null: any number. */
  max_payments: number | null;
  expires_at: string | null;
  collect_email: boolean;
  custom_question: string | null;
  thank_you_message: string | null;
  redirect_url: string | null;
  /** Whether payers see how many places are taken. */
  shows_places: boolean;
  payments_count: number;
  total_collected: number;
  /** The page where it is paid. */
  url: string;
  created_at: string;
  updated_at: string;
  /** False for test events. */
  livemode: boolean;
};

export type PayoutEventData = {
  id: string;
  object: "payout";
  /** False for test events. */
  livemode: boolean;
  status: string;
  currency: string;
  amount: number;
  fee: number;
  kind: string;
  /** With all but its end hidden. */
  destination: string;
  failure_reason: string | null;
  created_at: string;
  completed_at: string | null;
};

export type CustomerEventData = {
  id: number;
  object: "customer";
  name: string;
  email: string | null;
  /** E.164. */
  phone: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  /** Who is blocked cannot start a payment to the seller. */
  status: "active" | "blocked";
  /** How the customer came to be known. */
  source: "storefront" | "funnel" | "embed" | "payment_link" | "invoice" | "subscription" | "api" | "manual" | "import";
  /** What the customer's paid orders come to, less what was refunded: in the currency of the key's store, over all stores of the seller that have it. */
  lifetime_value: number;
  customer_since: string;
  /** As the seller noted it. Nothing is sent because of it. */
  accepts_marketing: boolean;
  created_at: string;
  updated_at: string;
  /** False for test events. */
  livemode: boolean;
};

export type PingEventData = {
  id: number;
  object: "webhook_endpoint";
  /** False for test events. */
  livemode: boolean;
  status: "enabled" | "disabled";
  url: string;
};

export type AccessResult = {
  /** True if any of the user's subscriptions is paid up or in its grace period. */
  has_access: boolean;
  /** Null if the user never subscribed. */
  status: "active" | "past_due" | "cancelled" | "expired" | null;
  /** When access stops if the user does not renew. */
  access_ends_at: string | null;
  subscription: AccessSubscription | null;
};

export type AccessSubscription = {
  id: string;
  object: "subscription";
  status: "active" | "past_due" | "cancelled" | "expired";
  /** Whether to let the user in now. */
  has_access: boolean;
  /** The seller's own id for the user. */
  ref: string | null;
  product: {
    id: number;
    name: string;
  };
  /** Paid each period, in `currency`. */
  amount: number;
  currency: string;
  interval: "week" | "month" | "quarter" | "year";
  current_period_end: string;
  /** When access stops if the user does not renew. */
  access_ends_at: string;
  /** Private page of the subscriber to renew or cancel. */
  manage_url: string;
};

export type Store = {
  id: number;
  object: "store";
  name: string;
  description: string | null;
  /** ISO 4217 code. */
  currency: string;
  /** A default picture when the store has no logo. */
  logo_url: string;
  url: string;
  status: "active" | "suspended";
  /** An unverified store may take money but not be paid out. */
  verification_status: "unverified" | "pending" | "verified" | "rejected";
  buyer_pays_charges: boolean;
  created_at: string;
};

export type Subscription = {
  id: string;
  object: "subscription";
  status: "active" | "past_due" | "cancelled" | "expired";
  /** Whether to let the user in now. */
  has_access: boolean;
  /** The seller's own id for the user. */
  ref: string | null;
  customer: CustomerSummary;
  product: {
    id: number;
    name: string;
  };
  /** Paid each period, in `currency`. */
  amount: number;
  currency: string;
  interval: "week" | "month" | "quarter" | "year";
  /** The first payment. */
  started_at: string;
  current_period_start: string;
  current_period_end: string;
  /** When access stops if the user does not renew. */
  access_ends_at: string;
  cancelled_at: string | null;
  /** When access ended. */
  ended_at: string | null;
  payments_count: number;
  total_paid: number;
  /** Private page of the subscriber to renew or cancel. */
  manage_url: string;
  metadata: Record<string, string>;
  /** Present in test mode. */
  livemode?: boolean;
};

/** Absolute URLs of this list's pages. They keep every filter. */
export type PageLinks = {
  first: string;
  last: string;
  prev: string | null;
  next: string | null;
};

export type PageMeta = {
  current_page: number;
  /** At least 1. */
  last_page: number;
  /** The page size that was used. */
  per_page: number;
  total: number;
};

export type Order = {
  id: number;
  object: "order";
  number: string;
  short_number: string;
  payment_status: "pending" | "paid" | "failed" | "expired" | "partially_refunded" | "refunded";
  order_status: "pending" | "processing" | "completed" | "cancelled";
  fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled" | "not_required";
  payment_method: "mobile_money" | "card" | "bank" | "cash" | "free";
  source: "storefront" | "funnel" | "embed" | "payment_link" | "invoice" | "subscription" | "api" | "manual" | "import";
  currency: string;
  subtotal: number;
  discount: number;
  shipping_fee: number;
  total: number;
  /** The service's fee on the order, less what a refund gave back; 0 until it is paid. */
  fee: number;
  /** What the seller keeps, after refunds; 0 until it is paid. */
  net: number;
  /** What went back to the payer; 0 without a refund. */
  refunded_amount: number;
  customer: CustomerSummary;
  items: {
    product_id: number | null;
    name: string;
    quantity: number;
    unit_price: number;
    total: number;
  }[];
  payment_link_id: number | null;
  invoice_id: number | null;
  subscription_id: string | null;
  receipt_url: string;
  created_at: string;
  updated_at: string;
};

export type Product = {
  id: number;
  object: "product";
  name: string;
  short_description: string;
  kind: "physical" | "digital" | "course" | "webinar" | "subscription" | "service" | "bookings" | "bundle";
  status: "active" | "draft" | "archived";
  /** Base price, in `currency`. */
  price: number;
  /** The lower price while there is one. */
  sale_price: number | null;
  /** ISO 4217 code of the store. */
  currency: string;
  /** The main picture, or a default one. */
  image_url: string;
  /** The product's page. */
  url: string;
  /** Null unless this is a subscription product. */
  subscription: {
    interval: "week" | "month" | "quarter" | "year";
    /** What a new subscriber pays each period. */
    price: number;
    /** Send users here. Add ?ref= to name them, ?test=1 for test mode. */
    subscribe_url: string;
  } | null;
};

export type Customer = {
  id: number;
  object: "customer";
  name: string;
  email: string | null;
  /** E.164. */
  phone: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  /** Who is blocked cannot start a payment to the seller. */
  status: "active" | "blocked";
  /** How the customer came to be known. */
  source: "storefront" | "funnel" | "embed" | "payment_link" | "invoice" | "subscription" | "api" | "manual" | "import";
  /** What the customer's paid orders come to, less what was refunded: in the currency of the key's store, over all stores of the seller that have it. */
  lifetime_value: number;
  customer_since: string;
  /** As the seller noted it. Nothing is sent because of it. */
  accepts_marketing: boolean;
  created_at: string;
  updated_at: string;
};

export type PaymentLink = {
  id: number;
  object: "payment_link";
  title: string;
  description: string | null;
  /** fixed: everyone pays `amount`; custom: the payer types it. */
  amount_type: "fixed" | "custom";
  /** What is asked for; of a custom link, a suggestion. */
  amount: number | null;
  /** The least a payer can type. Null for a fixed link. */
  min_amount: number | null;
  currency: string;
  status: "active" | "paused" | "expired" | "completed";
  /** False: paused by the seller. */
  is_active: boolean;
  /** False: it takes one payment. */
  is_reusable: boolean;
  /** Null: any number. */
  max_payments: number | null;
  expires_at: string | null;
  collect_email: boolean;
  custom_question: string | null;
  thank_you_message: string | null;
  redirect_url: string | null;
  /** Whether payers see how many places are taken. */
  shows_places: boolean;
  payments_count: number;
  total_collected: number;
  /** The page where it is paid. */
  url: string;
  created_at: string;
  updated_at: string;
};

export type DeletedPaymentLink = {
  id: number;
  object: "payment_link";
  deleted: true;
};

export type Invoice = {
  id: number;
  object: "invoice";
  number: string;
  status: "draft" | "sent" | "viewed" | "part_paid" | "paid" | "overdue" | "cancelled";
  customer: InvoiceCustomer;
  currency: string;
  items: {
    description: string;
    /** At most 3 decimals. */
    quantity: number;
    unit_price: number;
  }[];
  subtotal: number;
  discount: number;
  tax_label: string | null;
  /** Percent: 18 is 18 %. */
  tax_rate: number;
  tax_amount: number;
  total: number;
  amount_paid: number;
  /** What is still owed; 0 once it is cancelled. */
  balance: number;
  allow_part_payment: boolean;
  min_part_payment: number | null;
  notes: string | null;
  /** The day on which it was first sent, opened or paid. */
  issued_on: string | null;
  due_on: string | null;
  sent_at: string | null;
  paid_at: string | null;
  cancelled_at: string | null;
  /** The page where it is paid, from the moment the invoice exists. */
  url: string;
  pdf_url: string;
  created_at: string;
  updated_at: string;
};

export type InvoiceDelivery = {
  channel: "email" | "sms";
  /** `kept`: on a server that only its own machine reaches and that has no mail server or SMS provider, the message waits in its log and counts as sent. */
  status: "sent" | "kept" | "failed";
  /** Why it was not sent, for people. */
  reason: string | null;
};

export type Listener = {
  object: "listener";
  /** What test events are signed with for a listener; the same for all who listen to this store. */
  secret: string;
  /** The place after the newest event there is. */
  cursor: string;
};

export type TestEvents = {
  /** Oldest first, at most 50. */
  data: TestEvent[];
  /** Ask with this next time: nothing is missed in between. */
  cursor: string;
};

export type TestEvent = {
  id: string;
  object: "event";
  type: string;
  livemode: false;
  created_at: string;
  /** The exact text to post; its signature holds for these bytes. */
  body: string;
  /** The headers to post it with, signed just now with the listen secret. */
  headers: Record<string, string>;
};

export type DeletedTestData = {
  object: "test_data";
  deleted: true;
  /** How many test subscriptions were removed. */
  subscriptions: number;
};

export type ErrorBody = {
  /** What happened and what to do, for people. */
  message: string;
  /** A code for programs, where there is one. */
  error?: string;
  /** Problems by field name, when validation failed. */
  errors?: Record<string, string[]>;
  /** Of delivery_failed: why each channel did not take it. */
  channels?: Record<string, string>;
  /** Also the header Request-Id. Name it when you ask for help. */
  request_id: string;
  /** The page that explains this error. */
  doc_url: string;
};

export type CheckAccessQuery = {
  /** The seller's id for the user. Use this or email. */
  ref?: string;
  /** For sellers that do not use refs. Ignored when ref is sent. */
  email?: string;
  /** Only consider this product's subscriptions. */
  product_id?: number;
};

export type ListSubscriptionsQuery = {
  /** By default every subscription that was ever paid. */
  status?: "active" | "past_due" | "cancelled" | "expired";
  /** The seller's own id for the user. Compared exactly. */
  ref?: string;
  /** Compared after trimming and lower-casing. */
  email?: string;
  /** A product of your store. */
  product_id?: number;
  /** Which page, from 1. A page past the end is empty. */
  page?: number;
  /** How many on a page. More than 100 is taken as 100. */
  per_page?: number;
};

export type ListOrdersQuery = {
  payment_status?: "pending" | "paid" | "failed" | "expired" | "partially_refunded" | "refunded";
  /** The customer's e-mail. */
  email?: string;
  /** Orders that contain this product. */
  product_id?: number;
  source?: "storefront" | "funnel" | "embed" | "payment_link" | "invoice" | "subscription" | "api" | "manual" | "import";
  /** Made at this instant or later: a date (its start in UTC) or an ISO 8601 time. */
  created_after?: string;
  /** Made before this instant. */
  created_before?: string;
  /** Which page, from 1. A page past the end is empty. */
  page?: number;
  /** How many on a page. More than 100 is taken as 100. */
  per_page?: number;
};

export type ListProductsQuery = {
  kind?: "physical" | "digital" | "course" | "webinar" | "subscription" | "service" | "bookings" | "bundle";
  status?: "active" | "draft" | "archived";
  /** Which page, from 1. A page past the end is empty. */
  page?: number;
  /** How many on a page. More than 100 is taken as 100. */
  per_page?: number;
};

export type ListCustomersQuery = {
  /** Compared after trimming and lower-casing. */
  email?: string;
  /** Exact. Without a calling code, a number of the store's country is meant. */
  phone?: string;
  /** Part of a name, e-mail or phone. */
  search?: string;
  /** Which page, from 1. A page past the end is empty. */
  page?: number;
  /** How many on a page. More than 100 is taken as 100. */
  per_page?: number;
};

export type ListPaymentLinksQuery = {
  status?: "active" | "paused" | "expired" | "completed";
  is_active?: boolean;
  /** Part of the title or description. */
  search?: string;
  /** Which page, from 1. A page past the end is empty. */
  page?: number;
  /** How many on a page. More than 100 is taken as 100. */
  per_page?: number;
};

export type ListInvoicesQuery = {
  status?: "draft" | "sent" | "viewed" | "part_paid" | "paid" | "overdue" | "cancelled";
  /** Compared after trimming and lower-casing. */
  email?: string;
  customer_id?: number;
  number?: string;
  created_after?: string;
  created_before?: string;
  /** Which page, from 1. A page past the end is empty. */
  page?: number;
  /** How many on a page. More than 100 is taken as 100. */
  per_page?: number;
};

export type FollowTestEventsQuery = {
  /** The cursor of the answer before; without it, what comes from now on. */
  after?: string;
  /** How long to wait for the first event, in seconds. Short enough for the proxies in between. */
  wait?: number;
};

/** An order is paid */
export type OrderPaidEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "order.paid";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: OrderEventData;
};

/** An invoice is paid in full */
export type InvoicePaidEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "invoice.paid";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: InvoiceEventData;
};

/** A subscription starts */
export type SubscriptionActivatedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "subscription.activated";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** A period is added by a payment, also when that brings an ended one back: treat it like activated */
export type SubscriptionRenewedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "subscription.renewed";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** The paid period ended and the grace period starts */
export type SubscriptionPastDueEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "subscription.past_due";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** The grace period ended */
export type SubscriptionExpiredEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "subscription.expired";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** A subscription is cancelled */
export type SubscriptionCancelledEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "subscription.cancelled";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** Money of an order went back, all or a part */
export type OrderRefundedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "order.refunded";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: OrderEventData;
};

/** A refund that order.refunded had told of did not reach the payer after all */
export type OrderRefundFailedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "order.refund_failed";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: OrderEventData;
};

/** An invoice was sent for the first time */
export type InvoiceSentEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "invoice.sent";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: InvoiceEventData;
};

/** The payer opened the invoice */
export type InvoiceViewedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "invoice.viewed";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: InvoiceEventData;
};

/** A part of an invoice was paid */
export type InvoicePartPaidEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "invoice.part_paid";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: InvoiceEventData;
};

/** The due day passed without full payment */
export type InvoiceOverdueEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "invoice.overdue";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: InvoiceEventData;
};

/** An invoice is cancelled */
export type InvoiceCancelledEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "invoice.cancelled";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: InvoiceEventData;
};

/** A link took its last payment */
export type PaymentLinkCompletedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "payment_link.completed";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: PaymentLinkEventData;
};

/** A link passed its expires_at */
export type PaymentLinkExpiredEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "payment_link.expired";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: PaymentLinkEventData;
};

/** A subscriber was reminded to renew */
export type SubscriptionRenewalDueEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "subscription.renewal_due";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** A subscription begins or ceases to let its user in, also when the time of a cancelled one runs out */
export type AccessChangedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "access.changed";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: SubscriptionEventData;
};

/** A payout reached its destination */
export type PayoutPaidEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "payout.paid";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: PayoutEventData;
};

/** A payout failed and went back to the wallet */
export type PayoutFailedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "payout.failed";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: PayoutEventData;
};

/** A customer was created: over the API, by hand, by an import, an invoice or a payment */
export type CustomerCreatedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "customer.created";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: CustomerEventData;
};

/** Details of a customer were changed, by whomever */
export type CustomerUpdatedEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "customer.updated";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: CustomerEventData;
};

/** The owner pressed Send a test ping */
export type PingEvent = {
  /** evt_…: the same on every attempt, so a repetition can be recognised. */
  id: string;
  type: "ping";
  /** False for test events. */
  livemode: boolean;
  /** When it became true. */
  created_at: string;
  data: PingEventData;
};

/** What arrives at an endpoint. New types can come; ignore those you do not know. */

export type WebhookEvent =
  | OrderPaidEvent
  | InvoicePaidEvent
  | SubscriptionActivatedEvent
  | SubscriptionRenewedEvent
  | SubscriptionPastDueEvent
  | SubscriptionExpiredEvent
  | SubscriptionCancelledEvent
  | OrderRefundedEvent
  | OrderRefundFailedEvent
  | InvoiceSentEvent
  | InvoiceViewedEvent
  | InvoicePartPaidEvent
  | InvoiceOverdueEvent
  | InvoiceCancelledEvent
  | PaymentLinkCompletedEvent
  | PaymentLinkExpiredEvent
  | SubscriptionRenewalDueEvent
  | AccessChangedEvent
  | PayoutPaidEvent
  | PayoutFailedEvent
  | CustomerCreatedEvent
  | CustomerUpdatedEvent
  | PingEvent;

