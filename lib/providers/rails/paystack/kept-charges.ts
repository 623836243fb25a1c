import { z } from "zod";
import type { ForgetResult } from "../kept-card";
import type { ChargeResult, KeptChargeRequest } from "../port";
import type { EnvelopeClient } from "../wire/client";
import { reasonOfText } from "../wire/failure-text";
import { toHundredths } from "../wire/text";
import { asCharge, chargeStatus, problemOf, refusedOr, waiting } from "./charges";
import { isOpenWord, pageMs, readToken } from "./statuses";

/**
 * Charges an authorization (POST /transaction/charge_authorization). After a lost answer only the status is read: the
 * reference is our id, but a second charge is never tried blindly.
 */
export async function chargeKept(client: EnvelopeClient, request: KeptChargeRequest): Promise<ChargeResult> {
  const refused = problemOf(request);
  if (refused) return { kind: "failed", failure: refused };
  const token = readToken(request.token);
  if (!token)
    return { kind: "failed", failure: { reason: "card_not_supported", railCode: "UNREADABLE_TOKEN" } };
  const { attemptId: reference, amount } = request;
  const json = {
    authorization_code: token.authorization,
    email: token.email,
    amount: toHundredths(amount),
    currency: amount.currency,
    reference,
    // Paystack's advice for scheduled charges.
    queue: true,
    metadata: JSON.stringify({
      ...request.metadata,
      cancel_action: request.cancelUrl,
      started: client.now().toISOString(),
      kept: "card",
    }),
  };
  const said = await client.post("/transaction/charge_authorization", json);
  if (!said) return waiting(client, reference, { uncertain: true });
  const paused = pausedShape.safeParse(said.data).data;
  if (paused) {
    const expiresAt = new Date(client.now().getTime() + pageMs);
    return { kind: "requires_redirect", railRef: reference, url: paused.authorization_url, expiresAt };
  }
  const charged = chargedShape.safeParse(said.data).data;
  return charged ? resultOf(client, reference, charged) : refusedOr(client, request, said, "kept_card");
}

/** The bank asks for the payer, at Paystack's page. */
const pausedShape = z.object({
  paused: z.literal(true),
  authorization_url: z.url({ protocol: /^https?$/ }),
});

const chargedShape = z.object({
  status: z.string(),
  message: z.string().nullish(),
  gateway_response: z.string().nullish(),
});

async function resultOf(
  client: EnvelopeClient,
  reference: string,
  { status, message, gateway_response }: z.infer<typeof chargedShape>,
): Promise<ChargeResult> {
  if (status === "failed") {
    const railMessage = message || gateway_response || status;
    const reason = reasonOfText(railMessage, "kept_card");
    return { kind: "failed", railRef: reference, failure: { reason, railCode: status, railMessage } };
  }
  if (status === "success") return asCharge(client, reference, await chargeStatus(client, reference));
  if (isOpenWord(status)) return { ...waiting(client, reference), prompt: { type: "wait" } };
  client.anomaly("unknown_word", `charge status ${status}`);
  return waiting(client, reference, { uncertain: true });
}

/** Paystack answers 404 where it does not know the authorization (any more). */
export async function forget(client: EnvelopeClient, text: string): Promise<ForgetResult> {
  const token = readToken(text);
  if (!token) return { kind: "forgotten" };
  const json = { authorization_code: token.authorization };
  const said = await client.post("/customer/authorization/deactivate", json, { initiate: false });
  if (!said) return { kind: "pending" };
  return said.isGood || said.http === 404 ? { kind: "forgotten" } : { kind: "pending" };
}
