import { randomBytes } from "node:crypto";
import type { Emulator } from "./emulator";
import type { Session } from "./stripe";

/** A page as it was asked for, which nobody has paid at yet. */
export function newSession(form: URLSearchParams, emulator: Pick<Emulator, "now">): Session {
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key ? [[key, value]] : [];
  });
  return {
    id: `cs_test_${randomBytes(12).toString("hex")}`,
    reference: form.get("client_reference_id") ?? "",
    status: "open",
    paid: false,
    amount: Number(form.get("line_items[0][price_data][unit_amount]") ?? 0),
    currency: form.get("line_items[0][price_data][currency]") ?? "usd",
    metadata: Object.fromEntries(metadata),
    successUrl: form.get("success_url") ?? "",
    expiresAt: Number(form.get("expires_at") ?? 0),
    createdAt: Math.floor(emulator.now() / 1000),
    card: "",
    decline: null,
  };
}
