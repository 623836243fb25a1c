import { isCurrency, type Money } from "@/lib/domain/money";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

/** What messages of one store, or of all, cost since the month began (UTC). What goes by a store's own number costs the operator nothing. */
export interface WhatsappCost {
  /** Null: all stores together. */
  store: { id: number; name: string } | null;
  messages: number;
  /** Those that the provider charges for. */
  billed: number;
  /** By the prices of the days on which they went; null: no price was set. */
  cost: Money | null;
}

const storesMax = 200;

/** The number, null while none is set up, and this month's cost. Throws NotAllowed. */
export async function readWhatsapp(world: World, operator: Operator) {
  await requireOperator(world.db, operator);
  const { whatsapp, config } = world;
  const number = whatsapp && {
    isSandbox: whatsapp.isSandbox,
    webhookUrl: `${config.siteUrl}/api/whatsapp`,
    minutes: config.whatsapp.fallBack.afterMs / 60_000,
  };
  return { number, costs: await readCosts(world) };
}

interface CostRow extends Pick<WhatsappCost, "messages" | "billed"> {
  id: number | null;
  name: string;
  minor: bigint;
  currency: string | null;
}

async function readCosts(world: World): Promise<WhatsappCost[]> {
  const now = world.clock.now();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const rows = await world.db.$queryRaw<CostRow[]>`
    SELECT s.id, coalesce(s.name, '') AS name, count(*)::int AS messages, count(*) FILTER (WHERE w.billable)::int AS billed,
      coalesce(sum(w.cost_minor), 0)::bigint AS minor, w.cost_currency AS currency
    FROM whatsapp_messages w JOIN stores s ON s.id = w.store_id WHERE w.created_at >= ${since} AND w.wamid IS NOT NULL
      AND w.own_number IS NULL
    GROUP BY GROUPING SETS ((w.cost_currency), (s.id, s.name, w.cost_currency))
    ORDER BY s.id IS NOT NULL, minor DESC, messages DESC LIMIT ${storesMax}`;
  return rows.map(({ id, name, minor, currency, ...counts }) => ({
    ...counts,
    store: id === null ? null : { id, name },
    cost: currency !== null && isCurrency(currency) ? { minor, currency } : null,
  }));
}
