/**
 * Every table, and every column of text, JSON or bytes in those that can hold what tells who a payer is. A table or
 * column that is not here fails the test: whoever adds one decides, and tells `eraseCustomer` if it is to be erased.
 * `erased`: emptied, or the row is deleted. `swept`: free text, out of which the person's traces are taken.
 * `never`: written by programs, or by the seller about the seller.
 */
interface Columns {
  erased?: readonly string[];
  swept?: readonly string[];
  never?: readonly string[];
}

export const ofPayers = {
  customers: {
    erased: ["name", "email", "phone", "company", "country", "city", "address", "language"],
  },
  notes: { erased: ["text"] },
  tags: { erased: ["name", "folded"] },
  orders: {
    erased: ["subscriber_ref", "answer", "handover_note"],
    swept: ["taken_back_reason"],
    never: [
      ...["number", "short_number", "receipt_token", "currency", "subscription_id", "discount_code"],
      "tax_label",
    ],
  },
  order_items: { swept: ["name"] },
  order_deliveries: { erased: ["sealed"] },
  payment_attempts: {
    erased: ["phone_sealed", "instrument_hash", "browser_hash", "prompt", "consent"],
    // The codes by which the provider and the bank know the payment prove the books.
    never: [
      ...["token", "rail", "rail_ref", "network", "currency", "failure_reason", "rail_code", "settled_ref"],
      ...["receipt", "suspense_reason", "request_id", "renewal_of", "taken_aside"],
    ],
  },
  rail_callbacks: { erased: ["headers", "body"], never: ["rail", "dedupe_key", "event"] },
  subscriptions: {
    erased: ["ref", "external_id", "metadata", "renewal_card", "renewal_phone_sealed", "renewal_phone"],
    never: [
      "imported_from",
      "id",
      "currency",
      "reminders_sent",
      "discount_code",
      "renewal_network",
      "renewal_failure",
    ],
  },
  // A code is the seller's; who has it is told by the order alone.
  deliverable_codes: { never: ["sealed", "hash"] },
  download_counts: { erased: ["subscription_id"] },
  discount_redemptions: { erased: ["who"], never: ["subscription_id"] },
  payment_instruments: {
    erased: ["last4", "fingerprint"],
    // The token goes once the rail has forgotten the card.
    never: ["rail", "kind", "token_sealed", "token_hash", "brand"],
  },
  // What was agreed proves the payments. It names a price, and at most a number with its middle hidden.
  renewal_consents: {
    erased: ["text", "instrument_hash"],
    never: ["subscription_id", "language", "currency", "ended_by", "proven_by"],
  },
  renewal_notices: { never: ["subscription_id", "currency", "channels"] },
  subscription_prices: { never: ["subscription_id", "currency", "why", "actor"] },
  proofs: { erased: ["value_sealed", "value_hash", "code_hash"], never: ["purpose", "subscription_id"] },
  ussd_acts: {
    erased: ["phone_hash", "phone_sealed", "pay_phone_sealed", "path", "want"],
    never: ["provider", "session_id", "language", "currency", "outcome"],
  },
  contact_codes: { erased: ["value_sealed", "code_hash"], never: ["subscription_id"] },
  contact_undos: { erased: ["token_hash", "old_sealed", "new_sealed"], never: ["subscription_id"] },
  payment_links: {
    swept: ["title", "description", "custom_question", "thank_you_message"],
    never: ["token", "currency", "redirect_url"],
  },
  invoices: {
    erased: ["customer_name", "customer_email", "customer_phone", "notes"],
    never: ["token", "number", "currency", "tax_label", "sent_by", "reminders_sent"],
  },
  invoice_items: { swept: ["description"] },
  quotes: {
    erased: ["customer_name", "customer_email", "customer_phone", "accepted_by"],
    swept: ["body"],
    never: ["token", "number", "currency"],
  },
  recurring_invoices: {
    erased: ["customer_name", "customer_email", "customer_phone"],
    swept: ["body"],
    never: ["currency", "channels"],
  },
  refunds: {
    swept: ["reason"],
    never: ["request_key", "currency", "requested_by", "rail_ref", "failure_reason"],
  },
  tasks: { swept: ["details"], never: ["kind", "subject", "resolved_by"] },
  alerts: { swept: ["details"], never: ["event", "kind", "fact", "currency"] },
  events: { erased: ["payload"], never: ["id", "type", "object_id", "dedupe_key", "request_id"] },
  webhook_attempts: {
    erased: ["response_headers", "response_body"],
    never: ["url", "request_headers", "error_class", "sent_by"],
  },
  messages: {
    erased: ["recipient", "body_sealed", "last_error", "provider_ref"],
    swept: ["subject", "body", "action_label", "action_url"],
    never: ["template", "object_id", "dedupe_key"],
  },
  idempotency_records: { erased: ["body"], never: ["key", "fingerprint"] },
  request_log_details: {
    erased: ["request_id", "key_last4", "address", "query", "request_body", "response_body"],
  },
  // The lines of whoever was moved in are emptied, and files that were made to take along go: others are made at any time.
  move_lines: { erased: ["key", "data"], never: ["kind", "problem", "made_id"] },
  takeouts: { erased: ["cursor"] },
  takeout_pieces: { erased: ["name", "bytes"] },
  form_drafts: { swept: ["fields"], never: ["page", "opening"] },
  saved_views: { swept: ["name", "query"], never: ["list"] },
  sandbox_records: { erased: ["phone"], swept: ["record"], never: ["id"] },
  // What people of a store or the service did, in names of fields and ids; nobody rewrites that, so nobody can hide an
  // act. Only why a subscriber left is in a payer's words.
  audit_entries: { erased: ["reason"], never: ["actor", "action", "target", "details"] },
  // Without its salt nobody can prove a guess at what a hashed reason was.
  audit_seals: { erased: ["reason_salt"], never: ["reason_hash", "entry_hash", "hash"] },
} as const satisfies Record<string, Columns>;

/** Nothing of a payer stands there, and why. */
export const notOfPayers = {
  "people of sellers and operators": [
    ...["users", "user_tokens", "sessions", "phone_codes", "passkeys", "invitations", "sign_in_throttles"],
    ...["accounts", "members", "alert_settings", "push_devices"],
  ],
  "made by sellers and operators about themselves": [
    ...[
      "stores",
      "plans",
      "products",
      "discounts",
      "discount_codes",
      "images",
      "deliverables",
      "stored_files",
      "file_chunks",
      "verification_documents",
      "api_keys",
      "webhook_endpoints",
    ],
    ...[
      "payout_destinations",
      "payout_schedules",
      "payouts",
      "rail_settings",
      "rail_renewals",
      "rail_orders",
      "instance_keys",
      "ussd_settings",
    ],
  ],
  // Keyed hashes that tell nobody who somebody is. They stay when a person is erased: else erasing oneself would give the
  // free days again, and the right to be forgotten would be worth a free week each time.
  "what nobody is found by": ["trial_uses"],
  "amounts, numbers and dates": [
    ...[
      "subscription_periods",
      "plan_changes",
      "former_prices",
      "ledger_accounts",
      "ledger_balances",
      "ledger_transactions",
      "ledger_postings",
    ],
    ...[
      "ledger_corrections",
      "wallet_holds",
      "fee_sums",
      "fee_progress",
      "sum_marks",
      "contributions",
      "sum_states",
      "sums",
    ],
    ...["reconciliations", "reconciliation_differences", "rail_balances", "disputes"],
  ],
  "names of paths and ids, and counters": [
    "moves",
    "request_log_entries",
    "rate_limits",
    "webhook_deliveries",
    "sending_counts",
  ],
  "the state of the service": ["last_times", "watched_lines", "alert_posts"],
  "the migrations": ["_prisma_migrations"],
} as const;
