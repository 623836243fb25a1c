/**
 * What can be wrong with what somebody sends, each under its code. These are the API's own words and do not change;
 * pages in other languages go by the code (`readProblem`). A sentence that is not here is said in English everywhere.
 */
const sentences = {
  required: "This field is required.",
  one_line: "Write this in one line.",
  control_characters: "Control characters are not allowed here.",
  not_unicode: "This text is not valid Unicode.",
  too_long: "Use at most {max} characters.",
  too_short: "Use at least {min} characters. A few words you can remember do well.",
  not_string: "This must be a string.",
  not_boolean: "This must be true or false.",
  not_number: "This must be a number.",
  not_whole: "This must be a whole number.",
  not_positive: "This must be more than zero.",
  below_zero: "This cannot be below zero.",
  too_large: "This is more than one payment can hold.",
  too_many_decimals: "{currency} has fewer decimals than this.",
  not_amount: "Enter an amount in {currency} in digits, such as 1500.",
  amount_like: "Enter an amount in {currency}, such as 1500.",
  amount_above_zero: "Enter an amount above zero.",
  amount_missing: "Enter the amount.",
  price_positive: "The price must be more than zero.",
  sale_price: "The sale price must be below the price.",
  total_positive: "The total must be above zero.",
  invoice_lines: "An invoice has 1 to 50 lines.",
  discount_above: "The discount is more than the subtotal.",
  quantity: "Use a number above zero with at most 3 decimals, below one billion.",
  amount_below_least: "The suggested amount is below the least that may be paid.",
  fee_percentage: "Use a percentage from 0 to 50 with at most 4 decimals, like 1.5.",
  plan_taken: "Another plan has this name.",
  percentage: "Use a percentage from 0 to 100 with at most 4 decimals.",
  time_passed: "This time has already passed.",
  day_passed: "This day has already passed.",
  date_shape: "Write the date as YYYY-MM-DD, such as 2026-01-31.",
  time_shape: "Write the time with its UTC offset, such as 2026-01-31T09:30:00+00:00.",

  email: "Enter an e-mail address, such as name@example.com.",
  email_plain: "Enter an e-mail address.",
  name: "Enter your name.",
  password: "Enter your password.",
  url_thanks: "This is not a complete URL. Use one like https://example.com/thanks.",
  url_webhook: "This is not a complete URL. Use one like https://example.com/webhooks.",
  url_whole: "Enter a whole address, such as https://app.example.com/welcome.",
  url_user: "Leave out the user name and password before the host.",
  url_with_password: "An address with a name or password in it cannot be used.",
  https: "Use https.",
  https_or_local: "Use https. Plain http works for localhost only.",
  https_address: "Use an https address; http works for localhost only.",
  private_host: "This host is not on the public internet. Use a host that everyone can reach.",
  phone_missing: "Enter a mobile number. Write it like {example}.",
  phone_not_digits: "A phone number has digits only. Write it like {example}.",
  phone_too_short: "Some digits are missing from this number. Write it like {example}.",
  phone_too_long: "This number has too many digits. Write it like {example}.",
  phone_invalid: "That number does not look right for {place}. Write it like {example}.",
  phone_not_mobile: "That is not a mobile number. Write it like {example}.",
  phone_other_country: "That is a number of another country. Use one from {place}. Write it like {example}.",

  choose_role: "Choose a role.",
  choose_country: "Choose a country.",
  choose_currency: "Choose a currency.",
  choose_time_zone: "Choose a time zone.",
  choose_language: "Choose a language.",
  choose_kind: "Choose what kind of product it is.",
  choose_interval: "Choose how often it is paid.",
  choose_on_sale: "Choose whether it is for sale.",
  choose_picture: "Choose a picture.",
  choose_customer: "Choose another customer than this one.",
  choose_event_type: "Choose at least one event type.",
  choose_overlap: "Choose 0, 1, 24 or 72 hours.",
  choose_network: "Choose the network of this number.",
  choose_bank: "Choose a bank of the list.",
  colour: "Write a colour as #14532d.",
  give_name: "Give it a name.",
  key_name: "Give the key a name, such as the server that will use it.",
  passkey_name: "Give it a name, such as the phone it is on.",
  store_name: "Enter the name of your store.",
  store_name_known: "Enter the name your customers know.",
  slug: "Use small letters, digits and hyphens, at most 48, beginning and ending with a letter or digit.",
  event_type: "This is not an event type that an endpoint can receive.",
  account_name: "Enter the name that the account is held in.",
  account_number: "Enter the account number, digits and letters only.",
  refund_reason: "Say why, for your own records.",
  picture_size: "Use a picture of at most 6 MB.",
  picture_unreadable: "This cannot be read as a picture. Use JPEG, PNG or WebP.",
  file_empty: "This file is empty.",
  file_quote: "A quote in this file is opened and never closed.",
  statement_columns:
    "The first row must name the columns, among them our reference (such as “reference” or “external_id”), “amount”, “currency” and “date”.",
  statement_currency: "Line {line} has no currency that is known, such as KES.",
  statement_amount: "Line {line} has no amount that can be read, such as 1500.00.",
  statement_time: "Line {line} has no date and time that can be read, such as 2026-01-31 09:30:00.",
  statement_too_long: "This file is too long. Bring fewer days at once.",
  statement_days: "Choose one to 92 days, the last not before the first.",
  difference_closed: "Somebody closed this difference already.",
  balance_read_again: "The balance was read again since. Look at the newest reading.",
  file_nobody: "There is nobody in this file below its first row.",
  file_columns: "The first row must name the columns, and one of them must be “email” or “phone”.",

  slug_taken: "Another store has this address.",
  email_taken: "Another customer has this e-mail address.",
  phone_taken: "Another customer has this phone number.",
  in_team: "This person is in your team already.",
  invitations_full: "Too many invitations are open. Wait an hour, or take some back.",
  invitation_other: "This invitation is for another address. Sign in with that one.",
  invitation_sign_in: "There is an account with this address. Sign in to join with it.",
  account_taken: "No account can be made with this address. If it is yours, sign in or set a new password.",
  address_taken: "Somebody has an account with this address already.",
  contact_needed: "Keep an e-mail or a phone, so that the customer can be recognised.",
  contact_missing: "Send an e-mail or a phone, so that the customer can be recognised.",
  nowhere_to_send: "There is neither an e-mail nor a phone to send it to. Copy its link instead.",
  last_owner: "An account needs an owner, and there is only this one. Make somebody else an owner first.",

  busy: "Many people are signing in right now. Nothing was changed. Try again in a moment.",
  wrong_credentials: "The e-mail address or the password is wrong.",
  wrong_password: "This is not your password.",
  password_common:
    "This password is among the first that are guessed. Choose a few words that only you would put together.",
  password_about_you:
    "This is little more than your name or address, which a guesser knows. Choose a few other words.",
  same_password: "This is the password you have. Choose another.",
  same_address: "This is the address you have.",
  code: "Enter the code that your app shows now, or a recovery code.",
  wrong_code: "This code is wrong or was used before. Wait for the next one.",
  wrong_first_code: "This is not what the app shows now. Check the time on your phone.",
  passkey_unknown: "This passkey does not sign in here. Use your password, or another one.",
  passkey_used: "This passkey is in use already.",
  passkey_unchecked: "The passkey could not be checked. Nothing was added. Try again.",
  pause_minute: "Too many tries. Try again in 1 minute.",
  pause_minutes: "Too many tries. Try again in {minutes} minutes.",
  hour_full: "That is enough for an hour. Try again later.",

  sent_just_now: "It went out less than a minute ago, so it was not sent again.",
  kept_email:
    "Not sent: no mail server is set up on this machine. The e-mail is in the message log, where it can be read.",
  kept_sms:
    "Not sent: no SMS provider is set up on this machine. The SMS is in the message log, where it can be read.",
  no_email_server: "Not sent: this service has no mail server. Send it another way, or ask whoever runs it.",
  no_sms_server: "Not sent: this service has no SMS provider. Send it another way, or ask whoever runs it.",
  no_email_address: "Not sent: the invoice has no e-mail address.",
  no_sms_address: "Not sent: the invoice has no phone number.",
  email_refused: "Not sent: the mail server does not take mail for this address. Check the address.",
  sms_refused: "Not sent: the SMS provider does not take messages for this number. Check the number.",
  email_not_taken: "Not sent: the mail server did not take it. Try again in a few minutes.",
  sms_not_taken: "Not sent: the SMS provider did not take it. Try again in a few minutes.",
  not_draft: "Only a draft can be changed. Cancel this one and write a new invoice.",
  order_completed: "This order is completed, so it can only be refunded.",
  order_not_open: "Only a paid order that is being worked on can be handed over.",
  no_receipt: "There is no receipt before the order is paid.",
  invoice_called_off: "This invoice was cancelled, so nothing pays it any more. Give this money back.",
  money_returning: "This money is on its way back to its payer already.",
  refund_left: "At most {left} of this order can go back.",
  refund_whole: "The provider gives back all of it ({left}) or nothing.",
  wallet_short: "Your wallet holds {held}, which does not cover this refund. Nothing was changed.",
  fee_changed: "The fee has changed. Look again before you confirm.",
  payout_less: "Less is available by now. Nothing was paid out; choose the amount again.",
  payout_under_way: "This payout is on its way, so it cannot be taken back.",
  payout_incomplete: "This form is not complete. Open the page again. Nothing was paid out.",
  payout_suspended: "This store is suspended, so payouts are paused. Your money stays in the wallet.",
  payout_pending:
    "This store is being verified. Payouts open when that is done; your money stays in the wallet.",
  payout_unverified: "This store is not verified yet, so it can take money but not pay it out.",
  payout_cooling:
    "This account is new, so nothing is paid out to it for a day after it was added: {hours} hours are left. Nothing was paid out. Use an account you had before, or come back then.",
  payout_debt:
    "This store owes {owed}, because a bank took money back that had been paid out. Nothing is paid out until that is covered by what comes in. Nothing was changed.",
  payout_no_way: "No provider pays out to this account just now. Try again later.",
  payout_short: "{held} is available, and the fee comes on top: pay out at most {max}.",
  small_part: "{currency} has no such small part.",
  amount_too_large: "This amount is too large.",
  other_currency: "{network} does not hold {currency}.",
  whole_amounts: "{network} takes whole amounts only.",
  whole_amounts_back: "{network} moves whole amounts only.",
  amount_from_to: "{network} takes amounts from {min} up to {max} at a time.",
  amount_from: "{network} takes amounts from {min} at a time.",
  amount_up_to: "{network} takes amounts up to {max} at a time.",
  account_unknown: "{bank} knows no account of this number.",
  refund_no_provider: "No payment provider took money for this order, so none can give it back.",
  refund_all_gone: "All of this order has gone back already.",
  refund_not_paid: "This order is not paid, so there is nothing to give back.",
  refund_under_way: "A refund of this order is under way. Wait until it has ended.",
  refund_cannot: "The provider that took this payment cannot give money back. Pay your customer another way.",
  refund_once: "The provider gives money back once only.",
  reason: "Write why: it is kept in the audit log and mailed.",
  evidence: "Write what you saw: money follows from it.",
  refund_moved_on: "This refund has moved on, so this cannot be done. Nothing was changed.",
  rail_still_offered:
    "Switch it off first. Half a minute later no payer is sent there any more, and it can be taken away. Nothing was changed.",
  payout_moved_on: "This payout has moved on, so this cannot be done. Nothing was changed.",
  nobody_has: "Nobody has an account with this address.",
  choose_plan: "Choose one of the plans.",
  not_set_aside: "Nothing of this payment is set aside any more. Nothing was changed.",
  about_money: "This is about money: decide what becomes of it, or leave it set aside.",
  two_step_off: "Two-step sign-in is off for this person already.",
  two_step_own: "This is you. Turn yours off under your own account.",
  registered_name: "Enter the name as it is registered.",
  address_missing: "Enter the address.",
  number_missing: "Enter the number.",
  your_email: "Enter your e-mail address.",
  verified_already: "This store is verified already. Nothing was changed.",
  passkeys_full: "You have {max} passkeys. Remove one that you no longer use.",
  stores_full: "An account can have {max} stores, and this one has them.",
  operators_only: "Only who runs this service can do this. Nothing was changed.",
  correction_alone:
    "A correction takes two people: one proposes it, another approves it. Make a second operator first. Nothing was changed.",
  correction_account: "Choose two different accounts of the list.",
  correction_store: "Give the number of a store: its wallet is one of the accounts.",
  correction_rail: "Choose the rail whose money it is.",
  correction_debt:
    "A debt is not made larger to give to the wallet that would pay it at once. Nothing was changed; choose another account.",
  correction_too_low: "That would take an account below zero. Nothing was changed.",
  correction_own: "You proposed this, so another operator has to decide it. Nothing was changed.",
  correction_theirs: "Only who proposed this can withdraw it. Nothing was changed.",
  correction_over: "This is decided already, or too old. Nothing was changed.",
  form_incomplete: "This form is not complete. Open the page again.",

  role_looks: "Your role can look at this but not change it. Nothing was changed.",
  role_owner: "Only the owner of the store can do this. Nothing was changed.",
  role_admin: "Only the owner or an admin of the store can do this. Nothing was changed.",
  role_owners: "Only an owner can make, change or remove an owner. Nothing was changed.",
  gone: "This is gone, or belongs to another store. Nothing was changed.",
  nothing_changed: "Nothing was changed.",
  other_origin:
    "This form was not sent from {site}, so nothing was changed. Open the site under that address and try again.",
} as const;

export type ProblemCode = keyof typeof sentences;
export const problemCodes: readonly ProblemCode[] = Object.keys(sentences).map(asCode);

type Slot<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Slot<Rest>
  : never;
type Values<Code extends ProblemCode> = [Slot<(typeof sentences)[Code]>] extends [never]
  ? []
  : [Record<Slot<(typeof sentences)[Code]>, string | number>];

/** The sentence of a problem, in the words of the API. */
export function say<Code extends ProblemCode>(code: Code, ...values: Values<Code>): string {
  return fill(sentences[code], values[0] ?? {});
}

/** A template with its `{slots}` filled. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

export interface ReadProblem {
  code: ProblemCode;
  values: Record<string, string>;
}

/**
 * Which problem a sentence tells of, and with which values: `say` backwards, by the same table. Null for a
 * sentence that `say` does not make.
 */
export function readProblem(sentence: string): ReadProblem | null {
  for (const code of problemCodes) {
    const found = shapes[code].exec(sentence);
    if (found) return { code, values: { ...found.groups } };
  }
  return null;
}

// Derived from the table, so the two cannot disagree.
const shapes = Object.fromEntries(problemCodes.map((code) => [code, shapeOf(sentences[code])])) as Record<
  ProblemCode,
  RegExp
>;

function shapeOf(template: string): RegExp {
  const parts = template.split(/\{(\w+)\}/);
  const source = parts.map((part, index) =>
    index % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&") : `(?<${part}>.+?)`,
  );
  return new RegExp(`^${source.join("")}$`, "u");
}

/** Safe: called with the keys of the table alone. */
function asCode(key: string): ProblemCode {
  return key as ProblemCode;
}
