/** A card that the rail keeps for us. */
export interface KeptCard {
  kind: "card";
  /**
   * All that the rail needs to charge it, as JSON that only the adapter reads: with the customer or the e-mail address
   * to which the rail ties it. It is a secret: stored sealed, and in no log, error or event.
   */
  token: string;
  brand: string;
  last4: string;
  /** 1 to 12. The card is valid to the end of that month. */
  expMonth: number;
  /** Four digits. */
  expYear: number;
  /** The same for the same card, whoever pays with it and whatever its token is. */
  fingerprint: string;
}

/** `token` as in its `KeptCard`. A null `card`: the rail keeps it no more. */
export interface CardChange {
  token: string;
  card: KeptCard | null;
}

/** `pending`: the rail's answer is unknown; to be asked again, which is safe. */
export type ForgetResult = { kind: "forgotten" } | { kind: "pending" };
