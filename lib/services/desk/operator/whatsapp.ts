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

export interface WhatsappView {
  /** Null: no number is set up. */
  number: { isSandbox: boolean; webhookUrl: string; fallBackMinutes: number } | null;
  costs: WhatsappCost[];
}

const storesMax = 200;

/** The number and this month's cost. Throws NotAllowed. */
export async function readWhatsapp(world: World, operator: Operator): Promise<WhatsappView> {
  await requireOperator(world.db, operator);
  const { whatsapp, config } = world;
  return {
    number: whatsapp && {
      isSandbox: whatsapp.isSandbox,
      webhookUrl: `${config.siteUrl}/api/whatsapp`,
      fallBackMinutes: config.whatsapp.fallBack.afterMs / 60_000,
    },
    costs: await readCosts(world),
  };
}

async function readCosts(world: World): Promise<WhatsappCost[]> {
  const now = world.clock.now();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const rows = await world.db.$queryRaw<
    {
      id: number | null;
      name: string;
      messages: number;
      billed: number;
      minor: bigint;
      currency: string | null;
    }[]
  >`SELECT s.id, coalesce(s.name, '') AS name, count(*)::int AS messages, count(*) FILTER (WHERE w.billable)::int AS billed,
      coalesce(sum(w.cost_minor), 0)::bigint AS minor, w.cost_currency AS currency
    FROM whatsapp_messages w JOIN stores s ON s.id = w.store_id WHERE w.created_at >= ${since} AND w.wamid IS NOT NULL
      AND w.own_number IS NULL
    GROUP BY GROUPING SETS ((w.cost_currency), (s.id, s.name, w.cost_currency))
    ORDER BY s.id IS NOT NULL, minor DESC, messages DESC LIMIT ${storesMax}`;
  return rows.map(({ id, name, messages, billed, minor, currency }) => ({
    store: id === null ? null : { id, name },
    ...{ messages, billed },
    cost: currency !== null && isCurrency(currency) ? { minor, currency } : null,
  }));
}
