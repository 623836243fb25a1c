import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { type Operator, requireOperator } from "../operator";
import { readBackups } from "./backups";
import { readBooks, readReconciliationLine } from "./books";
import { readExecutor } from "./executor";
import { readWakes, readWebhooks } from "./hooks";
import type { HealthGroup } from "./line";
import { readMessages } from "./messages";
import { readNetworks, readRailLines } from "./networks";
import { readQueues } from "./queues";
import { readServer } from "./server";

/** The health of the service, line by line, each with its meaning and what to do. Throws NotAllowed. */
export async function readHealth(world: World, operator: Operator): Promise<HealthGroup[]> {
  await requireOperator(world.db, operator);
  return readLines(world);
}

/** The same for the watch, which nobody is signed in for. */
export async function readLines(world: World): Promise<HealthGroup[]> {
  const [executor, queues, webhooks, rails, networks, messages, books, reconciliation, server, backups] =
    await Promise.all([
      readExecutor(world),
      readQueues(world),
      readWebhooks(world),
      readRailLines(world),
      readNetworks(world),
      readMessages(world),
      readBooks(world),
      readReconciliationLine(world),
      readServer(world),
      readBackups(world),
    ]);
  return [
    { title: said("told_queues"), lines: [executor, readWakes(world), ...queues] },
    { title: said("told_webhooks"), lines: webhooks },
    { title: said("told_rails"), lines: rails },
    { title: said("told_byNetwork"), lines: networks },
    { title: said("told_mailAndSms"), lines: messages },
    {
      title: said("told_booksAndServer"),
      lines: [books, ...(reconciliation ? [reconciliation] : []), ...server, ...backups],
    },
  ];
}
