import { cloudWhatsapp } from "./cloud";
import type { Whatsapp } from "./port";

/** As lib/env-parts.ts reads them; that file checks that all of a number are there. */
export interface WhatsappSettings {
  WHATSAPP_PHONE_NUMBER_ID?: string | undefined;
  WHATSAPP_TOKEN?: string | undefined;
  WHATSAPP_APP_SECRET?: string | undefined;
  WHATSAPP_VERIFY_TOKEN?: string | undefined;
  WHATSAPP_BASE_URL?: string | undefined;
}

/** The installation's number; without one the simulated number where that is allowed; else null. */
export function createWhatsapp(
  settings: WhatsappSettings,
  { prices, sandboxSecret }: { prices: Whatsapp["prices"]; sandboxSecret: string | null },
): Whatsapp | null {
  const { WHATSAPP_PHONE_NUMBER_ID: numberId, WHATSAPP_BASE_URL: baseUrl } = settings;
  if (numberId)
    return cloudWhatsapp({
      ...{ numberId, prices, baseUrl },
      token: settings.WHATSAPP_TOKEN ?? "",
      appSecret: settings.WHATSAPP_APP_SECRET ?? "",
      verifyToken: settings.WHATSAPP_VERIFY_TOKEN ?? "",
    });
  return sandboxSecret === null ? null : sandboxWhatsapp({ prices, appSecret: sandboxSecret });
}

/** A number whose messages are read on the simulated phone. What is pressed there comes in as the provider would send it. */
export function sandboxWhatsapp(of: Pick<Whatsapp, "prices" | "appSecret">): Whatsapp {
  return {
    ...of,
    ...{ isSandbox: true, numberId: "sandbox", verifyToken: "" },
    send: async () => ({ ref: `wamid.sandbox.${crypto.randomUUID()}` }),
  };
}
