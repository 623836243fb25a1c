/** What states, methods and sources are called. */
export const enStatus = {
  pay_pending: "Waiting",
  pay_paid: "Paid",
  pay_failed: "Not paid",
  pay_expired: "Expired",
  pay_partially_refunded: "Partly refunded",
  pay_refunded: "Refunded",

  method_mobile_money: "Mobile money",
  method_card: "Card",
  method_bank: "Bank",
  method_cash: "Cash",
  method_free: "Free",

  source_storefront: "Product page",
  source_funnel: "Funnel",
  source_embed: "Embed",
  source_payment_link: "Payment link",
  source_invoice: "Invoice",
  source_subscription: "Subscription",
  source_api: "API",
  source_manual: "By hand",
  source_import: "Import",
} as const;
