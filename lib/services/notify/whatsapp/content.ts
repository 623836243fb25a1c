import { z } from "zod";
import { isMoney } from "@/lib/domain/money";
import { base62 } from "@/lib/domain/token";
import { isOneOf } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";
import type { MessageKind, ValuesOf } from "../messages/notices";
import type { Voice } from "../messages/render";
import { type ButtonAct, buttonActs, hasButtons, parametersOf, templateOf } from "./templates";

const shape = z.object({
  template: z.string(),
  language: z.string(),
  /** The reader's, as ours. */
  lang: z.string(),
  parameters: z.array(z.string()),
  hasButtons: z.boolean(),
  /** The amount that it names, in minor units: what Renew agrees to. */
  amount: z.string().nullable(),
  /** The SMS of the same fact. */
  sms: z.string(),
});

export type WhatsappContent = z.infer<typeof shape>;

/** All that is needed to send it, as it is sealed with the message. */
export function whatsappContent<Kind extends MessageKind>(
  kind: Kind,
  values: ValuesOf<Kind>,
  voice: Voice,
  sms: string,
): string {
  const template = templateOf(kind, voice.language, voice.serviceName);
  const amount = "amount" in values && isMoney(values.amount) ? String(values.amount.minor) : null;
  const content: WhatsappContent = {
    ...{ template: template.name, language: template.language, lang: voice.language },
    parameters: parametersOf(template, values, voice),
    ...{ hasButtons: hasButtons(kind), amount, sms },
  };
  return JSON.stringify(content);
}

export function openContent({ secrets }: Pick<World, "secrets">, sealed: Uint8Array): WhatsappContent {
  return shape.parse(JSON.parse(secrets.open(sealed)));
}

const purpose = "whatsapp-button";
const macDigits = 22;

/** What each button of a message gives back: one power, for this message alone. Nothing that opens it is stored. */
export function payloadsOf({ secrets }: Pick<World, "secrets">, messageId: bigint): string[] {
  return buttonActs.map((act) => `${act}.${base62(secrets.mac(purpose, `${messageId}/${act}`), macDigits)}`);
}

/** The button of this message that gives this payload; null: none does. One of an earlier SECRET_KEY works too. */
export function actOf(world: Pick<World, "secrets">, messageId: bigint, payload: string): ButtonAct | null {
  const tokens = (act: ButtonAct) =>
    world.secrets.macs(purpose, `${messageId}/${act}`).map((mac) => `${act}.${base62(mac, macDigits)}`);
  return buttonActs.find((act) => isOneOf(world, tokens(act), payload)) ?? null;
}
