/** The kind of seller that a store belongs to, as stated for verification. */
export const businessKinds = ["person", "company", "cooperative", "association", "public_body"] as const;

/** What a seller states so that an operator can verify them; stored sealed. */
export interface VerificationFacts {
  legalName: string;
  kind: (typeof businessKinds)[number];
  /** ISO alpha-2. */
  country: string;
  address: string;
  /** Of the identity card, or of the registration of the business. */
  number: string;
  /** E.164. */
  phone: string;
  /** ISO 8601, when it was sent. */
  sentAt: string;
}
