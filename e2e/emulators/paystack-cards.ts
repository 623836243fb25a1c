import { createHash, randomBytes } from "node:crypto";
import { type Emulator, type EmulatorAnswer, pagePath } from "./emulator";
import { type PaystackBook, refused, said, type Transaction } from "./paystack-objects";

/** What a card does while its payer is away; any other number pays. */
const awayMessages: Record<string, string> = {
  "4084080000000341": "Insufficient Funds",
  "4084080000009979": "Lost Card, Pick-Up",
  "4084080000000069": "Expired Card",
};
const asksCard = "4084080000003155";
const onceCard = "4084080000009987";

/** What a transaction says of its card. Each payment makes a new code; the signature stays the card's own. */
export function authorizationOf({ card, authorization }: Transaction): Record<string, unknown> {
  if (!card) return {};
  return {
    authorization_code: authorization,
    bin: card.slice(0, 6),
    last4: card.slice(-4),
    exp_month: "12",
    exp_year: "2030",
    channel: "card",
    card_type: "visa ",
    bank: "TEST BANK",
    country_code: "NG",
    brand: "visa ",
    reusable: card !== onceCard,
    signature: `SIG_${createHash("sha256").update(card).digest("hex").slice(0, 20)}`,
    account_name: null,
  };
}

/** The code is good for its own e-mail address once the payment has come. */
export function keepCard(book: PaystackBook, transaction: Transaction): void {
  if (!transaction.card || transaction.authorization) return;
  const code = `AUTH_${randomBytes(5).toString("hex")}`;
  const { card, email } = transaction;
  transaction.authorization = code;
  book.authorizations.set(code, { code, card, email, isActive: card !== onceCard });
}

/** `finish` ends a transaction, as a payer's own payment ends; null is success. */
export async function chargeAuthorization(
  book: PaystackBook,
  emulator: Pick<Emulator, "url">,
  json: Record<string, unknown>,
  create: () => Transaction,
  finish: (transaction: Transaction, message: string | null) => Promise<void>,
): Promise<EmulatorAnswer> {
  const found = book.authorizations.get(String(json.authorization_code));
  if (!found) return refused(400, "Authorization code is invalid", "validation_error", "invalid_params");
  if (!found.isActive || found.email !== json.email)
    return refused(
      400,
      "Email does not match Authorization code. Authorization may be inactive or belong to a different email. Please confirm.",
    );
  const transaction = create();
  transaction.card = found.card;
  book.transactions.set(transaction.reference, transaction);
  if (found.card === asksCard) {
    transaction.status = "pending";
    transaction.hasPage = true;
    return said("Please, redirect your customer to the authorization url provided", {
      authorization_url: `${emulator.url}${pagePath}${transaction.reference}`,
      reference: transaction.reference,
      access_code: "0744ub5o065nwyz",
      paused: true,
    });
  }
  await finish(transaction, awayMessages[found.card] ?? null);
  const { id, reference, amount, currency, status, message } = transaction;
  const isPaid = status === "success";
  return said("Charge attempted", {
    ...{ id, reference, amount, currency, status, channel: "card", domain: "test" },
    transaction_date: new Date(transaction.createdMs).toISOString(),
    gateway_response: isPaid ? "Approved" : message,
    message: null,
    fees: isPaid ? Math.round(amount * 0.0195) : null,
    authorization: authorizationOf(transaction),
    customer: { email: transaction.email },
  });
}

export function deactivate(book: PaystackBook, json: Record<string, unknown>): EmulatorAnswer {
  const found = book.authorizations.get(String(json.authorization_code));
  if (!found) return refused(404, "Authorization code not found.", "validation_error", "not_found");
  found.isActive = false;
  return { status: 200, json: { status: true, message: "Authorization has been deactivated" } };
}
