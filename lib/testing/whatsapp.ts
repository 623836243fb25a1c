import { createHmac } from "node:crypto";
import {
  concernOf,
  type TemplateMessage,
  type Whatsapp,
  WhatsappProblem,
} from "@/lib/providers/whatsapp/port";
import type { World } from "@/lib/services/core/world";
import { answerWhatsapp } from "@/lib/services/money/whatsapp/answer";
import { receiveWhatsapp } from "@/lib/services/notify/whatsapp/inbox";

/** A number of WhatsApp that takes everything, or refuses by `codeOf`. */
export interface WhatsappTaker extends Whatsapp {
  taken: (TemplateMessage & { ref: string })[];
  /** The code with which it refuses a message; null: it takes it. */
  codeOf: (message: TemplateMessage) => number | null;
}

export function whatsappTaker(): WhatsappTaker {
  const taker: WhatsappTaker = {
    ...{ isSandbox: false, numberId: "1065", appSecret: "app-secret", verifyToken: "word", taken: [] },
    prices: { utility: { minor: 120n, currency: "KES" }, marketing: null, authentication: null },
    codeOf: () => null,
    send: async (message) => {
      const code = taker.codeOf(message);
      if (code !== null) throw new WhatsappProblem(`Refused with code ${code}.`, code, concernOf(code));
      const ref = `wamid.${crypto.randomUUID()}`;
      taker.taken.push({ ...message, ref });
      return { ref };
    },
  };
  return taker;
}

/** A call of the provider, as it signs it; its work is done when this ends. Returns the status of the answer. */
export async function tellWhatsapp(
  world: World,
  value: object,
  {
    secret = world.whatsapp?.appSecret ?? "",
    number = world.whatsapp?.numberId,
    address = null as string | null,
  } = {},
): Promise<number> {
  const metadata = { phone_number_id: number };
  const call = { entry: [{ changes: [{ field: "messages", value: { metadata, ...value } }] }] };
  const body = Buffer.from(JSON.stringify(call));
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const { status, work } = await receiveWhatsapp(world, { address, body, signature }, answerWhatsapp);
  await work();
  return status;
}
