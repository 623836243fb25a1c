import { z } from "zod";
import { isThisMachine } from "@/lib/domain/this-machine";
import type { Secrets } from "@/lib/providers/secrets";

/** Links that let whoever has them sign in, or become somebody. */
const ofAccounts = ["reset-password", "sign-in/link", "invitation", "new-email", "verify-email"];
/** Links that act for a subscriber. */
const ofSubscribers = ["manage", "undo"];

interface Text {
  template: string;
  subject: string;
  body: string;
}

/** Who will read the message where it is stored. */
export interface Readers {
  siteUrl: string;
  /** Somebody takes messages of its channel, so that it will reach its reader by itself. */
  isSent: boolean;
}

/**
 * What may be stored to be read: the message without the keys in it. Where it goes out, nobody else needs them. Where
 * nobody takes messages the outbox is how they are read: on one's own machine all of them; on a real site those of
 * accounts, which an operator must hand over, and none that acts for a seller's customer.
 */
export function withoutKeys(
  { template, subject, body }: Text,
  { siteUrl, isSent }: Readers,
): Omit<Text, "template"> {
  if (!isSent && isThisMachine(siteUrl)) return { subject, body };
  const hidden = isSent ? [...ofAccounts, ...ofSubscribers] : ofSubscribers;
  const link = new RegExp(`/(${hidden.join("|")})/[0-9A-Za-z._-]+`, "g");
  const hide = (text: string) => {
    const shown = text.replace(link, "/$1/…");
    return template === "contact_code" ? shown.replace(/\d{6}/g, "••••••") : shown;
  };
  return { subject: hide(subject), body: hide(body) };
}

const sealedShape = z.object({
  subject: z.string(),
  body: z.string(),
  /** Its button, which may lead to a key too. */
  action: z.object({ label: z.string().nullable(), url: z.string() }).nullable(),
});

/** The whole of a message that is stored without its keys, for the one who sends it. */
export function sealText(secrets: Secrets, text: z.input<typeof sealedShape>): Uint8Array<ArrayBuffer> {
  return secrets.seal(JSON.stringify(text));
}

export function openText(
  secrets: Secrets,
  stored: {
    subject: string;
    body: string;
    bodySealed: Uint8Array | null;
    actionLabel: string | null;
    actionUrl: string | null;
  },
): z.output<typeof sealedShape> {
  const { subject, body, bodySealed, actionLabel: label, actionUrl: url } = stored;
  if (bodySealed !== null) return sealedShape.parse(JSON.parse(secrets.open(bodySealed)));
  return { subject, body, action: url === null ? null : { label, url } };
}
