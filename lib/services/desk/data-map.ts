// The map of data: every table, why its rows are kept, and what in it can tell who a payer is. Erasing a person, what goes with
// time and the page about it read this map. A table or a column that is not in it fails a test: whoever adds one decides.

/**
 * The columns of text, JSON or bytes of a table that can hold what tells who a payer is.
 * `erased`: emptied, or the row is deleted. `swept`: free text, out of which the person's traces are taken.
 * `never`: written by programs, or by the seller about the seller.
 */
interface Columns {
  erased?: string;
  swept?: string;
  never?: string;
}

/** The names in a list, as in SQL. */
export const listed = (names: string) => names.split(/,\s*/);

/** Tables in which nothing of a payer stands. */
function none(tables: string): Record<string, Columns> {
  return Object.fromEntries(listed(tables).map((table) => [table, {}]));
}

export const dataMap = {
  /** What the books are made of, and what they are proven with. */
  money: {
    orders: {
      erased: "subscriber_ref, answer, handover_note",
      swept: "taken_back_reason",
      never: `number, short_number, receipt_token, currency, subscription_id, discount_code, tax_label, own_account`,
    },
    order_items: { swept: "name" },
    // The codes by which the provider and the bank know the payment prove the books.
    payment_attempts: {
      erased: "phone_sealed, instrument_hash, browser_hash, prompt, consent",
      never: `token, rail, rail_ref, network, currency, failure_reason, rail_code, settled_ref, receipt,
        suspense_reason, request_id, renewal_of, taken_aside`,
    },
    // What was typed at a till, and the payer's phone and name as far as a network shows them.
    till_payments: { erased: "payer_sealed", never: "rail, receipt, rail_ref, currency, why" },
    account_numbers: { never: "number, names" },
    // Between the service and a store.
    fee_statements: { never: "currency, paid_by" },
    // The seller's own bookkeeper.
    bookkeeping_settings: { never: "program, names, email, sent_month" },
    // The seller's own tax papers. What was signed stays as it was signed: the law of the country asks for it.
    fiscal_devices: {
      never: `kind, tin, branch, serial, key_sealed, control_unit, taxpayer, currency, untaxed_class, item_class, state,
        problem_code, problem_words`,
    },
    fiscal_documents: {
      never: `kind, currency, lines, status, payload, error_code, error_words, receipt_number, internal_data, signature,
        control_unit, url`,
    },
    fiscal_items: { never: "name, tax_class, item_class, saved" },
    subscriptions: {
      erased: "ref, external_id, metadata, renewal_card, renewal_phone_sealed, renewal_phone",
      never: `imported_from, id, currency, reminders_sent, discount_code, renewal_network, renewal_failure`,
    },
    // A code is the seller's; who has it is told by the order alone.
    deliverable_codes: { never: "sealed, hash" },
    download_counts: { erased: "subscription_id" },
    discount_redemptions: { erased: "who", never: "subscription_id" },
    // The token goes once the rail has forgotten the card.
    payment_instruments: {
      erased: "last4, fingerprint",
      never: "rail, kind, token_sealed, token_hash, brand",
    },
    // What was agreed proves the payments. It names a price, and at most a number with its middle hidden.
    renewal_consents: {
      erased: "text, instrument_hash",
      never: "subscription_id, language, currency, ended_by, proven_by",
    },
    standing_orders: {
      erased: "text, name, phone_sealed, phone",
      never: "subscription_id, rail, status, currency, language, reason, rail_code, rail_ref",
    },
    renewal_notices: { never: "subscription_id, currency, channels" },
    subscription_prices: { never: "subscription_id, currency, why, actor" },
    invoices: {
      erased: "customer_name, customer_email, customer_phone, notes",
      never: "token, number, currency, tax_label, sent_by, reminders_sent",
    },
    invoice_items: { swept: "description" },
    quotes: {
      erased: "customer_name, customer_email, customer_phone, accepted_by",
      swept: "body",
      never: "token, number, currency",
    },
    recurring_invoices: {
      erased: "customer_name, customer_email, customer_phone",
      swept: "body",
      never: "currency, channels",
    },
    refunds: {
      swept: "reason",
      never: "request_key, currency, requested_by, rail_ref, failure_reason",
    },
    tasks: { swept: "details", never: "kind, subject, resolved_by" },
    sandbox_records: { erased: "phone", swept: "record", never: "id" },
    ...none(`payouts, subscription_periods, plan_changes, former_prices, ledger_accounts, ledger_balances,
      ledger_transactions, ledger_postings, ledger_corrections, wallet_holds, reconciliations,
      reconciliation_differences, rail_balances, disputes`),
  },
  /** Until somebody is erased or leaves. */
  person: {
    customers: { erased: "name, email, phone, company, country, city, address, language" },
    notes: { erased: "text" },
    tags: { erased: "name, folded" },
    ussd_acts: {
      erased: "phone_hash, phone_sealed, pay_phone_sealed, path, want",
      never: "provider, session_id, language, currency, outcome",
    },
    // What somebody said about messages, without who said it once they were erased.
    whatsapp_consents: { erased: "phone, user_id, words, instrument_hash", never: "state, how" },
    saved_views: { swept: "name, query", never: "list" },
    ...none(`users, passkeys, accounts, members, alert_settings, push_devices, verification_documents`),
  },
  /** As many as people made, until they change or delete them. */
  settings: {
    payment_links: {
      swept: "title, description, custom_question, thank_you_message",
      never: "token, currency, redirect_url",
    },
    // A store's own reading of messages: names may stand in it.
    phone_patterns: { swept: "shape", never: "network, kind, created_by" },
    ...none(`stores, plans, products, discounts, discount_codes, images, deliverables, file_chunks,
      webhook_endpoints, payout_destinations, payout_schedules, rail_settings, rail_tokens, rail_renewals,
      rail_accounts, whatsapp_numbers, phone_chains,
      rail_orders, instance_keys, ussd_settings`),
  },
  /** Who did what. */
  log: {
    // What people of a store or the service did, in names of fields and ids; nobody rewrites that, so nobody can hide an
    // act. Only why a subscriber left is in a payer's words.
    audit_entries: { erased: "reason", never: "actor, action, target, details" },
    // Without its salt nobody can prove a guess at what a hashed reason was.
    audit_seals: { erased: "reason_salt", never: "reason_hash, entry_hash, hash" },
  },
  /** Who had free days does not have them again: else erasing oneself would be worth a free week each time. */
  // Keyed hashes that tell nobody who somebody is.
  uses: none("trial_uses"),
  /** Sums, merged as they grow: a few rows for each store and day. */
  sums: none("fee_sums, fee_progress, sum_marks, contributions, sum_states, sums"),
  /** A row for each thing that is watched, and alerts until they are posted, for a day at most. */
  watch: none("last_times, watched_lines, alert_posts"),
  /** Written by the migrations. */
  schema: none("_prisma_migrations"),
  /** Goes with time, by a rule of retention/forget-old.ts. */
  time: {
    order_deliveries: { erased: "sealed" },
    rail_callbacks: { erased: "headers, body", never: "rail, dedupe_key, event" },
    // Whose payment it is is known once it is booked: then their name, phone and words go out of it.
    phone_messages: { erased: "sealed", never: "rail, digest, kind, receipt, currency, state, why" },
    phone_claims: { never: "rail, receipt" },
    proofs: { erased: "value_sealed, value_hash, code_hash", never: "purpose, subscription_id" },
    contact_codes: { erased: "value_sealed, code_hash", never: "subscription_id" },
    contact_undos: { erased: "token_hash, old_sealed, new_sealed", never: "subscription_id" },
    alerts: { swept: "details", never: "event, kind, fact, currency" },
    events: { erased: "payload", never: "id, type, object_id, dedupe_key, request_id" },
    webhook_attempts: {
      erased: "response_headers, response_body",
      never: "url, request_headers, error_class, sent_by",
    },
    messages: {
      erased: "recipient, body_sealed, last_error, provider_ref",
      swept: "subject, body, action_label, action_url",
      never: "template, object_id, dedupe_key",
    },
    whatsapp_messages: {
      erased: "content_sealed, phone, wamid, user_id",
      never: "state, pressed, category, cost_currency",
    },
    // Emptied once it is done.
    whatsapp_events: { erased: "body_sealed", never: "kind, ref, dedupe_key" },
    idempotency_records: { erased: "body", never: "key, fingerprint" },
    request_log_details: {
      erased: "request_id, key_last4, address, query, request_body, response_body",
    },
    // The lines of whoever was moved in are emptied, and files that were made to take along go: others can be made.
    move_lines: { erased: "key, data", never: "kind, problem, made_id" },
    takeouts: { erased: "cursor" },
    takeout_pieces: { erased: "name, bytes" },
    form_drafts: { swept: "fields", never: "page, opening" },
    form_presses: { never: "state, led_to" },
    ...none(`user_tokens, sessions, phone_codes, invitations, sign_in_throttles, stored_files, api_keys`),
    ...none("moves, request_log_entries, rate_limits, webhook_deliveries, sending_counts"),
  },
} satisfies Record<string, Record<string, Columns>>;

/** Why rows stay that do not go with time, as an operator reads it. */
export const reasons = ["money", "person", "uses", "log", "settings", "sums"] as const;
export type Reason = (typeof reasons)[number];

const tables = Object.values(dataMap).flatMap((kept) => Object.entries<Columns>(kept));

/** Of each table in which something of a payer can stand: its columns, whatever becomes of them. */
export function columnsOfPayers(): [table: string, columns: string[]][] {
  return tables
    .map(([table, columns]): [string, string[]] => [
      table,
      Object.values<string>({ ...columns }).flatMap(listed),
    ])
    .filter(([, columns]) => columns.length > 0);
}

/** The same, without those that never hold anything of a payer. */
export function columnsToEmpty(): [table: string, columns: string[]][] {
  return tables
    .map(([table, { erased, swept }]): [string, string[]] => [
      table,
      [erased, swept].flatMap((names) => (names ? listed(names) : [])),
    ])
    .filter(([, columns]) => columns.length > 0);
}

/** Its columns of free text. */
export function sweptColumns(table: string): string[] {
  return tables.flatMap(([name, { swept }]) => (name === table && swept ? listed(swept) : []));
}
