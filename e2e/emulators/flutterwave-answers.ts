import type { EmulatorAnswer } from "./emulator";

/** What went well. */
export function said(message: string, data: unknown, meta?: unknown): EmulatorAnswer {
  return { status: 200, json: { status: "success", message, data, meta } };
}

/** What did not, in Flutterwave's own shape. */
export function refused(status: number, message: string): EmulatorAnswer {
  return { status, json: { status: "error", message, data: null } };
}
