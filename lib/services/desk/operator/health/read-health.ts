import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator";
import { readBooks, readReconciliationLine } from "./books";
import { readWakes, readWebhooks } from "./hooks";
import type { HealthGroup } from "./line";
import { readMessages } from "./messages";
import { readNetworks, readRailLines } from "./networks";
import { readQueues } from "./queues";
import { readServer } from "./server";

/** How the service is, line by line, each with what it means and what to do. */
export async function readHealth(world: World, operator: Operator): Promise<HealthGroup[]> {
  await requireOperator(world.db, operator);
  const [queues, webhooks, rails, networks, messages, books, reconciliation, server] = await Promise.all([
    readQueues(world),
    readWebhooks(world),
    readRailLines(world, operator),
    readNetworks(world),
    readMessages(world),
    readBooks(world),
    readReconciliationLine(world),
    readServer(world),
  ]);
  return [
    { title: "Queues", lines: [readWakes(world), ...queues] },
    { title: "Webhooks", lines: webhooks },
    { title: "Rails", lines: rails },
    { title: "Payments of 24 hours, by network", lines: networks },
    { title: "Mail and SMS of 24 hours", lines: messages },
    { title: "Books and server", lines: [books, ...(reconciliation ? [reconciliation] : []), ...server] },
  ];
}
