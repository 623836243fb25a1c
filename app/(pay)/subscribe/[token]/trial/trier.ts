import { z } from "zod";
import type { TrialAddress } from "@/lib/services/billing/subscriptions/trial";
import { systemWorld } from "@/lib/services/desk/system-world";
import { cookieOf, rememberHere } from "../../../browser";
import type { PayRequest } from "../../../respond";

const name = "trying";
const shape = z.object({ channel: z.enum(["email", "sms"]), value: z.string() });

/** Where this browser had a code sent, sealed in a cookie of this page, so that no address of ours names a phone. */
export function rememberTrier(pay: PayRequest, response: Response, to: TrialAddress): Response {
  const sealed = Buffer.from(systemWorld().secrets.seal(JSON.stringify(to))).toString("base64url");
  rememberHere(response, name, sealed, pay.url.pathname);
  return response;
}

export function forgetTrier(pay: PayRequest, response: Response): Response {
  rememberHere(response, name, "none", pay.url.pathname);
  return response;
}

/** Null where there is none, or it is not ours. */
export function trierOf(pay: PayRequest): TrialAddress | null {
  const sealed = cookieOf(pay, name, /^[\w-]{40,800}$/);
  if (!sealed) return null;
  try {
    const opened = systemWorld().secrets.open(Buffer.from(sealed, "base64url"));
    return shape.parse(JSON.parse(opened));
  } catch {
    return null;
  }
}
