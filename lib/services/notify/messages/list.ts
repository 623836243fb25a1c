import type { Prisma } from "@/lib/db/client";
import type { MessageRow } from "@/lib/db/rows";
import {
  given,
  inSpan,
  type LogPage,
  newestFirst,
  type Page,
  readLogPage,
  type Span,
} from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";

export interface MessageFilters extends Span {
  channel?: MessageRow["channel"];
  status?: MessageRow["status"];
}

/** The part of a message that the seller may see. */
export type StoreMessage = Pick<
  MessageRow,
  | "id"
  | "channel"
  | "template"
  | "subject"
  | "status"
  | "attemptsMade"
  | "nextAttemptAt"
  | "lastError"
  | "createdAt"
  | "sentAt"
  | "objectId"
> & {
  /** Of a phone only the last three digits. */
  recipient: string;
  /**
   * Null where the seller may not read it: a code that proves the customer's own phone or e-mail, or for the role
   * `viewer`.
   */
  body: string | null;
};

/**
 * The messages of the caller's store, newest first. Their links act for the customers (cancel, renew), so the role
 * `viewer` does not get the text. All are live: test users get no messages.
 */
export async function listStoreMessages(
  world: World,
  seller: Seller,
  filters: MessageFilters,
  page: Page,
): Promise<LogPage<StoreMessage>> {
  const found = await readMessages(world, { ...filters, storeId: seller.storeId }, page);
  return { ...found, rows: found.rows.map((row) => forSeller(world, row, seller)) };
}

function forSeller({ config }: World, row: MessageRow, seller: Seller): StoreMessage {
  const { id, channel, template, status, attemptsMade, nextAttemptAt, lastError } = row;
  const { createdAt, sentAt, objectId } = row;
  const isSecret = template === "contact_code" && !config.publicDemo;
  return {
    ...{ id, channel, template, status, attemptsMade, nextAttemptAt, lastError, createdAt, sentAt, objectId },
    subject: isSecret ? "" : row.subject,
    recipient: channel === "sms" || channel === "whatsapp" ? `••• ${row.recipient.slice(-3)}` : row.recipient,
    body: isSecret || seller.role === "viewer" ? null : row.body,
  };
}

const lettersOf = ["invoice_sent", "invoice_sent_due", "quote_sent"];

/** Of these things, as `invoice/12`, those that nobody got: all letters that bring them are kept, since no server takes any. */
export async function onlyKept(world: World, storeId: number, objectIds: string[]): Promise<Set<string>> {
  if (objectIds.length === 0) return new Set();
  const letters = await world.db.message.findMany({
    where: { storeId, objectId: { in: objectIds }, template: { in: lettersOf }, status: { not: "failed" } },
    select: { objectId: true, status: true },
  });
  const of = (isKept: boolean) => letters.filter(({ status }) => (status === "kept") === isKept);
  const went = new Set(of(false).map(({ objectId }) => objectId));
  return new Set(of(true).flatMap(({ objectId }) => (objectId && !went.has(objectId) ? objectId : [])));
}

/** Messages of one store or of all stores, newest first, as stored. */
export function readMessages(
  world: World,
  filters: MessageFilters & { storeId?: number },
  page: Page,
): Promise<LogPage<MessageRow>> {
  const { storeId, channel, status } = filters;
  const where: Prisma.MessageWhereInput = given({
    storeId,
    channel,
    status,
    createdAt: inSpan(filters),
  });
  return readLogPage(
    page,
    () => world.db.message.findMany({ where, orderBy: newestFirst, ...page }),
    (take) => world.db.message.count({ where, take }),
  );
}
