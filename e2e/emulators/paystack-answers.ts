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
