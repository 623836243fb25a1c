import type { WhatsappSettings } from "@/lib/env-parts";
import { cloudWhatsapp } from "./cloud";
import type { Whatsapp } from "./port";

/** The installation's number, whose settings are all there; else the simulated one, where allowed; else null. */
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
