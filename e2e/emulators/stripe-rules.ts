import type { EmulatorAnswer } from "./emulator";

/** What a session can be made of, as far as we go; the version of the API that the package speaks dropped some. */
export const known = new Set([
  "mode",
  "client_reference_id",
  "customer_email",
  "locale",
  "success_url",
  "cancel_url",
  "expires_at",
  "adaptive_pricing",
  "allowed_payment_method_types",
  "line_items",
  "payment_intent_data",
  "metadata",
  "customer_creation",
  "consent_collection",
]);

/** What a card brings about; any other number pays. */
export const declines: Record<string, { code: string; decline_code?: string }> = {
  "4000000000000002": { code: "card_declined", decline_code: "generic_decline" },
  "4000000000009979": { code: "card_declined", decline_code: "stolen_card" },
  "4000000000009995": { code: "card_declined", decline_code: "insufficient_funds" },
  "4000000000000069": { code: "expired_card" },
  "4000000000000127": { code: "incorrect_cvc" },
  "4000000000000119": { code: "processing_error" },
  "4000008400001629": { code: "payment_intent_authentication_failure" },
};

export function refused(status: number, error: Record<string, string>): EmulatorAnswer {
  return { status, json: { error } };
}

export function missing(what: string): EmulatorAnswer {
  return refused(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}`,
  });
}
