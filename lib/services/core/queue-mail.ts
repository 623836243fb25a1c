import { knownLanguage } from "@/lib/domain/languages";
import { type MailKind, type MailValues, renderMail } from "@/lib/text/mail";
import type { Unit, World } from "./world";

/** A mail to somebody who works with the service: what it tells of, in facts. The catalogue has its words. */
export interface Mail<Kind extends MailKind> {
  to: { email: string; language: string | null };
  kind: Kind;
  values: MailValues<Kind>;
  /** Where the button leads; the text has this address as `{link}`. */
  link?: string;
  /** How the message is named where its kind is not the name. */
  template?: string;
  /** Whose messages it stands among; nobody's where it is for its reader alone. */
  of?: { accountId: number; storeId: number };
  objectId?: string;
  dedupeKey: string;
}

/** Writes a mail to the outbox in its reader's language, else in English. */
export async function queueMail<Kind extends MailKind>(unit: Unit, mail: Mail<Kind>): Promise<void> {
  const { to, kind, values, link, template = kind, of, objectId, dedupeKey } = mail;
  const { subject, body, button } = renderMail(kind, values, knownLanguage(to.language) ?? "en");
  await unit.queueMessage({
    accountId: of?.accountId ?? null,
    storeId: of?.storeId ?? null,
    channel: "email",
    recipient: to.email,
    template,
    subject,
    body,
    ...(button && link ? { action: { label: button, url: link } } : {}),
    ...(objectId ? { objectId } : {}),
    dedupeKey,
  });
}

/** The names of this service, which most mails say. */
export function placeOf(world: World): { service: string; site: string } {
  return { service: world.config.serviceName, site: world.config.siteUrl };
}
