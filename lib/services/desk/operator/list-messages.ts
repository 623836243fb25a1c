import type { MessageRow } from "@/lib/db/rows";
import type { LogPage, Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type MessageFilters, readMessages } from "@/lib/services/notify/messages/list";
import { type Operator, requireOperator } from "./operator";

/**
 * The outbox of the whole service, newest first. For operators only: without a provider, bodies contain links that open
 * accounts, for an operator to pass on. Throws NotAllowed.
 */
export async function listMessages(
  world: World,
  operator: Operator,
  filters: MessageFilters,
  page: Page,
): Promise<LogPage<MessageRow>> {
  await requireOperator(world.db, operator);
  return readMessages(world, filters, page);
}
