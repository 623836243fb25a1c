import { knownLanguage } from "@/lib/domain/languages";
import { type MailKind, type MailValues, renderMail } from "@/lib/text/mail";
import type { Unit, World } from "./world";

/** A mail to a user of the service, as data. The catalogue has the words. */
export interface Mail<Kind extends MailKind> {
  to: { email: string; language: string | null };
  kind: Kind;
  values: MailValues<Kind>;
  /** The button's URL; the text has this address as `{link}`. */
  link?: string;
  /** The message's template name, where it differs from its kind. */
  template?: string;
  /** The store in whose message log it appears; absent where it is only for its recipient. */
  of?: { accountId: number; storeId: number };
  objectId?: string;
  dedupeKey: string;
  notBefore?: Date;
}

/**
 * Queues a mail in its recipient's language, else in English. Only the service's users get these; who invites others
 * counts that by `reserve` before.
 */
export async function queueMail<Kind extends MailKind>(unit: Unit, mail: Mail<Kind>): Promise<void> {
  const { to, kind, values, link, template = kind, of, objectId, dedupeKey, notBefore } = mail;
  const { subject, body, button } = renderMail(kind, values, knownLanguage(to.language) ?? "en");
  await unit.queueMessage({
    why: "own",
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
    ...(notBefore ? { notBefore } : {}),
  });
}

/** The name and the address of this service, which most mails contain. */
export function placeOf(world: World): { service: string; site: string } {
  return { service: world.config.serviceName, site: world.config.siteUrl };
}

/** The people who run the service, oldest first, at most 50. */
export function operatorsToMail(unit: Unit) {
  return unit.tx.user.findMany({
    where: { isOperator: true },
    select: { id: true, name: true, email: true, language: true },
    orderBy: { id: "asc" },
    take: 50,
  });
}
