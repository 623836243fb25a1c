import type { EmulatorAnswer } from "./emulator";

/** What went well. */
export function said(message: string, data: unknown): EmulatorAnswer {
  return { status: 200, json: { status: true, message, data } };
}

/** What did not, in Paystack's own shape. */
export function refused(
  status: number,
  message: string,
  type = "validation_error",
  code = "invalid_params",
): EmulatorAnswer {
  return { status, json: { status: false, message, meta: { nextStep: "Look at the request" }, type, code } };
}

/** What the last three digits of the number bring about. */
export const walletMessages: Record<string, string> = {
  "019": "Transaction limit exceeded",
  "029": "This number is not registered for mobile money",
  "039": "Payment timed out: it was not completed",
  "049": "Insufficient funds",
  "069": "Something went wrong",
  "139": "Incorrect PIN",
  "149": "The customer cancelled the payment",
  "159": "Another payment is in progress",
};

/** What a card brings about; any other number pays. */
export const cardMessages: Record<string, string> = {
  "4084080000005408": "Declined",
  "4084080000670037": "Insufficient Funds",
};
