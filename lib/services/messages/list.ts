import type { Prisma } from "@/lib/db/client";
import type { MessageRow } from "@/lib/db/rows";
import type { Seller } from "../accounts/seller";
import { type LogPage, readLogPage } from "../log-page";
import { type Operator, requireOperator } from "../operator/operator";
import type { World } from "../world";

export interface MessageFilters {
  channel?: MessageRow["channel"];
  status?: MessageRow["status"];
}

interface Page {
  skip: number;
  take: number;
}

/**
 * The outbox of the whole service, newest first. For operators only: where nobody takes messages, bodies hold links that
 * open accounts, for an operator to hand over.
 */
export async function listMessages(
  world: World,
  operator: Operator,
  filters: MessageFilters,
  page: Page,
): Promise<LogPage<MessageRow>> {
  await requireOperator(world.db, operator);
  return list(world, filters, page);
}

/** A message as the seller may see it. */
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
  /** A phone shows its last three digits only. */
  recipient: string;
  /** Null where the seller may not read it: a code that proves the customer's own phone, or for who may only look. */
  body: string | null;
};

/**
 * What the caller's store sent, newest first. Its links act for the customers (cancel, renew), so whoever may only look
 * does not read them. All of it is live: test users are never written to.
 */
export async function listStoreMessages(
  world: World,
  seller: Seller,
  filters: MessageFilters,
  page: Page,
): Promise<LogPage<StoreMessage>> {
  const found = await list(world, { ...filters, storeId: seller.storeId }, page);
  return { ...found, rows: found.rows.map((row) => forSeller(row, seller)) };
}

function forSeller(row: MessageRow, seller: Seller): StoreMessage {
  const { id, channel, template, status, attemptsMade, nextAttemptAt, lastError } = row;
  const { createdAt, sentAt, objectId } = row;
  const isSecret = template === "contact_code";
  return {
    ...{ id, channel, template, status, attemptsMade, nextAttemptAt, lastError, createdAt, sentAt, objectId },
    subject: isSecret ? "" : row.subject,
    recipient: channel === "sms" ? `••• ${row.recipient.slice(-3)}` : row.recipient,
    body: isSecret || seller.role === "viewer" ? null : row.body,
  };
}

function list(
  world: World,
  filters: MessageFilters & { storeId?: number },
  page: Page,
): Promise<LogPage<MessageRow>> {
  const where: Prisma.MessageWhereInput = {
    ...(filters.storeId === undefined ? {} : { storeId: filters.storeId }),
    ...(filters.channel === undefined ? {} : { channel: filters.channel }),
    ...(filters.status === undefined ? {} : { status: filters.status }),
  };
  return readLogPage(
    page,
    () =>
      world.db.message.findMany({
        where,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        skip: page.skip,
        take: page.take,
      }),
    (take) => world.db.message.count({ where, take }),
  );
}
