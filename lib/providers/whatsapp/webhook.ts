import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { parsedJson } from "@/lib/domain/mask";
import { e164 } from "../phone";
import { whatsappCategories } from "./port";

/** `X-Hub-Signature-256: sha256=<hex>`, the HMAC of the body's own bytes under the app's secret. */
export function isSigned(appSecret: string, body: Uint8Array, header: string | null): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header ?? "")?.[1];
  if (!hex) return false;
  const own = createHmac("sha256", appSecret).update(body).digest();
  return timingSafeEqual(own, Buffer.from(hex, "hex"));
}

/** A phone, the provider's id of a person, or both. */
export interface WhatsappPerson {
  phone: string | null;
  userId: string | null;
}

/** What a person wrote or pressed. A phone or a user's id may be missing, and neither proves a customer. */
export interface WhatsappInbound extends WhatsappPerson {
  kind: "message";
  id: string;
  name: string;
  /** The message of ours that it answers. */
  about: string | null;
  /** Of a pressed button; null for words. */
  payload: string | null;
  text: string;
}

/** A person has another id, and where it can be shared another phone. */
export interface WhatsappMoved {
  kind: "user";
  id: string;
  from: WhatsappPerson;
  to: WhatsappPerson;
}

export type WhatsappTold = WhatsappStatus | WhatsappInbound | WhatsappMoved;

const text = z.string().max(4_096);
const id = z.string().min(1).max(300);

const statusShape = z
  .object({
    id,
    status: z.enum(["sent", "delivered", "read", "failed"]),
    recipient_user_id: id.optional(),
    errors: z.array(z.object({ code: z.number().int() })).optional(),
    pricing: z.object({ billable: z.boolean().default(false), category: z.string() }).optional(),
  })
  .transform(({ id: ref, status, recipient_user_id, errors, pricing }) => {
    const category = whatsappCategories.find((known) => known === pricing?.category);
    return {
      ...{ kind: "status" as const, ref, status, userId: recipient_user_id ?? null },
      code: errors?.[0]?.code ?? null,
      pricing: pricing && category ? { billable: pricing.billable, category } : null,
    };
  });
/** What became of a message of ours. */
export type WhatsappStatus = z.output<typeof statusShape>;

const messageShape = z.object({
  ...{ id, type: z.string(), from: id.optional(), from_user_id: id.optional() },
  context: z.object({ id: id.optional() }).optional(),
  text: z.object({ body: text }).optional(),
  button: z.object({ payload: text.optional(), text: text.optional() }).optional(),
  system: z.object({ wa_id: id, user_id: id, previous_user_id: id }).partial().optional(),
});

const contactShape = z.object({
  wa_id: id.optional(),
  user_id: id.optional(),
  profile: z.object({ name: text.optional() }).optional(),
});

/** As earlier pages of the provider have it, on a field of its own. */
const updateShape = z.object({ wa_id: id.optional(), user_id: z.object({ previous: id, current: id }) });

/** What is not read is left out one by one, so that one new kind of message never holds up the statuses beside it. */
const valueShape = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
  user_id_update: z.array(z.unknown()).default([]),
});

const bodyShape = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })).max(1_000),
});

/** What a signed body tells of this number. Null: it is no such body. */
export function readTold(numberId: string, body: Uint8Array): WhatsappTold[] | null {
  const parsed = bodyShape.safeParse(parsedJson(Buffer.from(body).toString("utf8")));
  if (!parsed.success) return null;
  const values = parsed.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  return values.flatMap((value) => {
    const known = valueShape.safeParse(value);
    return known.success && known.data.metadata.phone_number_id === numberId ? toldIn(known.data) : [];
  });
}

function toldIn(value: z.output<typeof valueShape>): WhatsappTold[] {
  const contacts = each(value.contacts, contactShape);
  return [
    ...each(value.statuses, statusShape),
    ...each(value.messages, messageShape).flatMap((message) => inboundOf(message, contacts)),
    ...each(value.user_id_update, updateShape).map(({ wa_id, user_id: { previous, current } }) => ({
      ...{ kind: "user" as const, id: `${previous}/${current}` },
      from: { phone: phoneOf(wa_id), userId: previous },
      to: { phone: phoneOf(wa_id), userId: current },
    })),
  ];
}

function each<S extends z.ZodType>(given: readonly unknown[], shape: S): z.output<S>[] {
  return given.flatMap((one) => {
    const parsed = shape.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

function inboundOf(
  message: z.output<typeof messageShape>,
  contacts: z.output<typeof contactShape>[],
): (WhatsappInbound | WhatsappMoved)[] {
  const { from, system, button } = message;
  if (system) {
    const { wa_id, user_id: userId, previous_user_id: before } = system;
    if (!userId && !wa_id) return [];
    return [
      {
        ...{ kind: "user", id: message.id },
        from: { phone: phoneOf(from), userId: before ?? message.from_user_id ?? null },
        to: { phone: phoneOf(wa_id), userId: userId ?? null },
      },
    ];
  }
  const contact =
    contacts.find(({ wa_id, user_id }) =>
      from ? wa_id === from : user_id !== undefined && user_id === message.from_user_id,
    ) ?? (contacts.length === 1 ? contacts[0] : undefined);
  return [
    {
      ...{ kind: "message", id: message.id, phone: phoneOf(from ?? contact?.wa_id) },
      userId: message.from_user_id ?? contact?.user_id ?? null,
      name: contact?.profile?.name ?? "",
      about: message.context?.id ?? null,
      payload: button?.payload ?? null,
      text: message.text?.body ?? button?.text ?? "",
    },
  ];
}

/** The provider writes numbers without a plus. */
function phoneOf(digits: string | undefined): string | null {
  const phone = `+${digits ?? ""}`;
  return e164.test(phone) ? phone : null;
}
