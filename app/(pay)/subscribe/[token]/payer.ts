/** The user of the payment, from the seller's link. */
export interface Payer {
  livemode: boolean;
  ref: string | null;
  email: string | null;
}

/** The fields of the page's address, for its forms and links. */
export function fieldsOf(payer: Payer): Record<string, string> {
  return {
    ...(payer.livemode ? {} : { test: "1" }),
    ...(payer.ref === null ? {} : { ref: payer.ref }),
    ...(payer.email === null ? {} : { email: payer.email }),
  };
}
