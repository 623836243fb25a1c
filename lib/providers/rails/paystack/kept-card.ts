import { z } from "zod";
import type { KeptCard } from "../kept-card";

/** What Paystack calls an authorization: it is charged only together with the e-mail address it was made with. */
const tokenShape = z.object({ authorization: z.string().min(1), email: z.string().min(1) });

export function tokenOf(authorization: string, email: string): string {
  return JSON.stringify({ authorization, email } satisfies z.infer<typeof tokenShape>);
}

/** Null for a token that is not one of ours. */
export function readToken(token: string): z.infer<typeof tokenShape> | null {
  return tokenShape.safeParse(jsonOf(token)).data ?? null;
}

const wholeNumber = z.union([z.number().int(), z.string().trim().regex(/^\d+$/).transform(Number)]);

/** The authorization of a card, as each transaction has it. Each payment makes a new code; the signature is the card's. */
const authorizationShape = z.object({
  authorization_code: z.string().min(1),
  channel: z.literal("card"),
  reusable: z.literal(true),
  signature: z.string().min(1),
  brand: z.string().trim().min(1),
  last4: z.string().regex(/^\d{4}$/),
  exp_month: wholeNumber.pipe(z.number().min(1).max(12)),
  exp_year: wholeNumber.pipe(z.number().min(2000).max(2999)),
});

/** Null where the card cannot be charged again: it is not reusable, or something that we need is missing. */
export function keptCardOf(authorization: unknown, email: string | null | undefined): KeptCard | null {
  const found = authorizationShape.safeParse(authorization).data;
  if (!found || !email) return null;
  return {
    kind: "card",
    token: tokenOf(found.authorization_code, email),
    brand: found.brand,
    last4: found.last4,
    expMonth: found.exp_month,
    expYear: found.exp_year,
    fingerprint: found.signature,
  };
}

const marksShape = z.object({
  started: z.string().optional().catch(undefined),
  /** The payer agreed that the card is kept. */
  keep: z.literal("card").optional().catch(undefined),
  /** A charge of a kept card. */
  kept: z.literal("card").optional().catch(undefined),
});

/** Our own marks in the metadata of a transaction, which comes back as JSON or as text. */
export function marksOf(metadata: unknown): z.infer<typeof marksShape> {
  return marksShape.safeParse(typeof metadata === "string" ? jsonOf(metadata) : metadata).data ?? {};
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
