import type { z } from "zod";
import { bookkeepingExamples } from "./bookkeeping";
import type { Customer } from "./customer";
import { discountExamples } from "./discount-examples";
import type { Invoice } from "./invoice";
import type { Order } from "./order";
import type { PaymentLink } from "./payment-link";
import type { Product } from "./product";
import type { Store } from "./store";
import type { Subscription } from "./subscription";

/** One story in all examples: Nile Fitness in Kampala, and Amina, who trains there. */
const site = "https://pay.example.com";
const at = "2026-01-31T09:30:00+00:00";

const customer = { id: 42, name: "Amina Okello", email: "amina@example.com", phone: "+256772123456" };

const subscription: z.infer<typeof Subscription> = {
  id: "sub_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
  object: "subscription",
  status: "active",
  has_access: true,
  ref: "user_1",
  customer,
  product: { id: 7, name: "Gold" },
  amount: 50000,
  next_amount: 50000,
  discount: null,
  currency: "UGX",
  interval: "month",
  started_at: at,
  current_period_start: at,
  current_period_end: "2026-02-28T09:30:00+00:00",
  access_ends_at: "2026-03-03T09:30:00+00:00",
  trial_ends_at: null,
  cancelled_at: null,
  ended_at: null,
  payments_count: 1,
  total_paid: 50000,
  manage_url: `${site}/manage/Qb2vTz0Xw7Yb3NcKdJ4fQ2`,
  pending_change: null,
  renewal: { mode: "manual", card: null, phone: null, next_try_at: null, last_failure: null },
  imported_from: null,
  metadata: {},
};

const order: z.infer<typeof Order> = {
  id: 1042,
  object: "order",
  number: "ORD-000042",
  short_number: "0042",
  payment_status: "paid",
  order_status: "completed",
  fulfillment_status: "fulfilled",
  payment_method: "mobile_money",
  settlement: "wallet",
  source: "subscription",
  currency: "UGX",
  subtotal: 50000,
  discount: 0,
  discount_code: null,
  tax: null,
  shipping_fee: 0,
  total: 50000,
  fee: 750,
  net: 49250,
  refunded_amount: 0,
  customer,
  items: [{ product_id: 7, name: "Gold", quantity: 1, unit_price: 50000, total: 50000, download_url: null }],
  payment_link_id: null,
  invoice_id: null,
  subscription_id: subscription.id,
  receipt_url: `${site}/receipt/8aQ24fQ2mZ8rT1vXw7Yb3N`,
  created_at: at,
  updated_at: at,
};

const invoice: z.infer<typeof Invoice> = {
  id: 31,
  object: "invoice",
  number: "INV-000031",
  status: "sent",
  customer,
  currency: "UGX",
  items: [{ description: "Personal training, hours", quantity: 1.5, unit_price: 80000 }],
  subtotal: 120000,
  discount: 0,
  tax_label: "VAT",
  tax_rate: 18,
  tax_amount: 21600,
  total: 141600,
  amount_paid: 0,
  balance: 141600,
  allow_part_payment: true,
  min_part_payment: 20000,
  notes: null,
  issued_on: "2026-01-31",
  due_on: "2026-02-14",
  sent_at: at,
  paid_at: null,
  cancelled_at: null,
  url: `${site}/invoice/mZ8rT1vXw7Yb3NcKdJ4fQ2`,
  pdf_url: `${site}/invoice/mZ8rT1vXw7Yb3NcKdJ4fQ2/pdf`,
  created_at: at,
  updated_at: at,
};

const paymentLink: z.infer<typeof PaymentLink> = {
  id: 12,
  object: "payment_link",
  title: "Swimming lessons, November",
  description: null,
  amount_type: "fixed",
  amount: 50000,
  min_amount: null,
  currency: "UGX",
  status: "active",
  is_active: true,
  is_reusable: true,
  max_payments: 20,
  expires_at: null,
  collect_email: false,
  custom_question: "Name of the child",
  thank_you_message: "See you at the pool.",
  redirect_url: null,
  shows_places: false,
  payments_count: 3,
  total_collected: 150000,
  url: `${site}/pay/T1vXw7Yb3NcKdJ4fQ2mZ8r`,
  created_at: at,
  updated_at: at,
};

const customerWhole: z.infer<typeof Customer> = {
  ...customer,
  object: "customer",
  company: null,
  country: "UG",
  city: "Kampala",
  address: null,
  status: "active",
  source: "subscription",
  lifetime_value: 150000,
  customer_since: at,
  accepts_marketing: false,
  created_at: at,
  updated_at: at,
};

const store: z.infer<typeof Store> = {
  id: 7,
  object: "store",
  name: "Nile Fitness",
  description: "A gym in Kampala",
  currency: "UGX",
  logo_url: `${site}/icon.svg`,
  url: `${site}/store/nile-fitness`,
  status: "active",
  verification_status: "verified",
  buyer_pays_charges: false,
  ussd_code: "75",
  created_at: at,
};

const product: z.infer<typeof Product> = {
  id: 7,
  object: "product",
  name: "Gold",
  short_description: "All classes, every day.",
  kind: "subscription",
  status: "active",
  price: 50000,
  sale_price: null,
  currency: "UGX",
  image_url: `${site}/icon.svg`,
  url: `${site}/subscribe/Xw7Yb3NcKdJ4fQ2mZ8rT1v`,
  delivers: false,
  subscription: {
    interval: "month",
    price: 50000,
    subscribe_url: `${site}/subscribe/Xw7Yb3NcKdJ4fQ2mZ8rT1v`,
    trial_days: 7,
    trial_proof: "phone",
  },
};

const { customer: _, started_at: _s, current_period_start: _p, ...reduced } = subscription;
const {
  cancelled_at: _c,
  ended_at: _e,
  payments_count: _n,
  total_paid: _t,
  renewal: _r,
  pending_change: _d,
  next_amount: _a,
  imported_from: _i,
  discount: _o,
  metadata: _m,
  ...accessSubscription
} = reduced;

/** Examples by schema name. An event contains the object and whether it is live. */
export const schemaExamples: Record<string, unknown> = {
  ...discountExamples,
  Store: store,
  ...bookkeepingExamples,
  Subscription: subscription,
  AccessSubscription: accessSubscription,
  AccessResult: {
    has_access: true,
    status: "active",
    access_ends_at: subscription.access_ends_at,
    subscription: accessSubscription,
  },
  Order: order,
  Product: product,
  Customer: customerWhole,
  CustomerSummary: customer,
  InvoiceCustomer: customer,
  PaymentLink: paymentLink,
  DeletedPaymentLink: { id: 12, object: "payment_link", deleted: true },
  Invoice: invoice,
  InvoiceDelivery: { channel: "email", status: "sent", reason: null },
  NewInvoiceItem: { description: "Personal training, hours", quantity: 1.5, unit_price: 80000 },
  PendingChange: { product: { id: 41, name: "Basic" }, amount: 20000, interval: "month", at },
  SubscriptionChange: {
    ...{ object: "subscription_change", kind: "now", product: { id: 43, name: "Pro" } },
    ...{ credit: 250, amount_due: 750, currency: "KES", new_period_end: at },
    payment_url: `${site}/manage/Qb2vTz0Xw7Yb3NcKdJ4fQ2/change?to=43`,
  },
  NewTestSubscription: { product_id: 7, ref: "user_1", email: "amina@example.com" },
  DeletedTestData: { object: "test_data", deleted: true, subscriptions: 3 },
  PageLinks: {
    first: `${site}/api/v1/orders?page=1`,
    last: `${site}/api/v1/orders?page=3`,
    prev: null,
    next: `${site}/api/v1/orders?page=2`,
  },
  Error: {
    message: "There is nothing here under this id for your store.",
    request_id: "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
    doc_url: `${site}/docs/errors/not_found`,
  },
  SubscriptionEventData: { ...subscription, livemode: true, previous_status: "past_due" },
  SubscriptionActivatedEventData: { ...subscription, livemode: true, previous_status: null },
  SubscriptionChangedEventData: {
    ...{ ...subscription, livemode: true, previous_status: "active" },
    previous_product: { id: 41, name: "Basic" },
  },
  RenewalFailedEventData: {
    ...{ ...subscription, livemode: true, previous_status: null },
    attempt: {
      ...{ reason: "insufficient_funds", next_try_at: at },
      action_url: `${site}/manage/Qb2vTz0Xw7Yb3NcKdJ4fQ2`,
    },
  },
  OrderEventData: { ...order, livemode: true },
  InvoiceEventData: {
    ...invoice,
    status: "paid",
    amount_paid: 141600,
    balance: 0,
    paid_at: at,
    livemode: true,
  },
  PaymentLinkEventData: { ...paymentLink, livemode: true },
  CustomerEventData: { ...customerWhole, livemode: true },
  PayoutEventData: {
    id: "2f6b7a52-6f0a-4c38-9a52-3d5f1c0e8b17",
    object: "payout",
    livemode: true,
    status: "paid",
    currency: "UGX",
    amount: 200000,
    fee: 2000,
    kind: "mobile_money",
    destination: "MTN 0772 •••456",
    failure_reason: null,
    created_at: at,
    completed_at: at,
  },
  PingEventData: {
    id: 3,
    object: "webhook_endpoint",
    livemode: false,
    status: "enabled",
    url: "https://example.com/hooks",
  },
};
