import { z } from "zod";
import { isThisMachine } from "@/lib/domain/sites";
import type { Secrets } from "@/lib/providers/secrets";

/** Links that let their holder sign in or take over an identity. */
const ofAccounts = ["reset-password", "sign-in/link", "invitation", "new-email", "verify-email"];
/** Links that act for a subscriber, or open what a buyer paid for. */
const ofSubscribers = ["manage", "undo", "renew", "d"];

interface Text {
  template: string;
  subject: string;
  body: string;
}

/** Who can read the stored message. */
export interface Readers {
  siteUrl: string;
  /** A provider for its channel is set up, so the message reaches its recipient. */
  isSent: boolean;
  /** In a public demo each reads the messages of their own store, whose customers they play. */
  isDemo: boolean;
}

/**
 * The readable stored form of a message, without secret links. If the message is sent, nobody else needs them. If there
 * is no provider, people read the messages in the outbox: on a local machine with all links; on a real site with the
 * account links, which an operator must pass on, but without links that act for a seller's customer.
 */
export function withoutKeys(
  { template, subject, body }: Text,
  { siteUrl, isSent, isDemo }: Readers,
): Omit<Text, "template"> {
  if (!isSent && (isDemo || isThisMachine(siteUrl))) return { subject, body };
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
  /** Its button, whose link may be secret too. */
  action: z.object({ label: z.string().nullable(), url: z.string() }).nullable(),
});

/** Seals the full text of a message that is stored without its secrets, for the worker that sends it. */
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
