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

type WhatsappContent = z.output<typeof shape>;

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

/** A button's power over this message alone: the first is today's, others are of earlier SECRET_KEYs. */
function tokensOf({ secrets }: Pick<World, "secrets">, messageId: bigint, act: ButtonAct): string[] {
  return secrets.macs("whatsapp-button", `${messageId}/${act}`).map((mac) => `${act}.${base62(mac, 22)}`);
}

/** What each button of a message gives back. Nothing that opens it is stored. */
export function payloadsOf(world: Pick<World, "secrets">, messageId: bigint): string[] {
  return buttonActs.map((act) => tokensOf(world, messageId, act)[0] ?? "");
}

/** The button of this message that gives this payload; null: none does. */
export function actOf(world: Pick<World, "secrets">, messageId: bigint, payload: string): ButtonAct | null {
  return buttonActs.find((act) => isOneOf(world, tokensOf(world, messageId, act), payload)) ?? null;
}
