import { apiRoot } from "@/app/api/v1/routes";
import { startBare } from "./bare";
import { fillOrders } from "./fill-orders";
import { forgetTurns } from "./forget-turns";
import type { Instance } from "./instance";
import { fire, type Load, type Shot } from "./load";

/** One list of the API, and a bare Node server with one prepared query of 25 rows of the same size. */
export interface PageOf25 {
  list: Load;
  bare: Load;
}

const connections = 10;

/** The first pages of orders and of customers of a store with `orders` of each. */
export async function measurePagesOf25(
  { url, databaseUrl }: Instance,
  { orders, requests }: { orders: number; requests: number },
): Promise<{ orders: PageOf25; customers: PageOf25 }> {
  const { storeId, keys } = await fillOrders(databaseUrl, orders * 2);
  const measure = async (path: string, sql: string): Promise<PageOf25> => {
    const shots: Shot[] = Array.from({ length: requests }, (_, n) => ({
      path: `${apiRoot}${path}?per_page=25`,
      headers: { authorization: `Bearer ${keys[n % keys.length]}` },
      holds: '"per_page":25',
    }));
    const server = await startBare(databaseUrl, sql);
    try {
      await forgetTurns(databaseUrl);
      await fire(url, shots.slice(0, Math.ceil(requests / 10)), { connections });
      await forgetTurns(databaseUrl);
      const list = await fire(url, shots, { connections });
      const bareShots = shots.map(() => ({ path: `/?store=${storeId}`, holds: '"id":' }));
      await fire(server.url, bareShots.slice(0, Math.ceil(requests / 10)), { connections });
      return { list, bare: await fire(server.url, bareShots, { connections }) };
    } finally {
      server.stop();
    }
  };
  return {
    orders: await measure("/orders", ordersSql),
    customers: await measure("/customers", customersSql),
  };
}

const ordersSql = `
  SELECT o.*, c.name AS customer_name, c.email AS customer_email, c.phone AS customer_phone, i.items
  FROM orders o JOIN customers c ON c.id = o.customer_id, LATERAL (
    SELECT json_agg(item) AS items FROM order_items item WHERE item.store_id = o.store_id AND item.order_id = o.id
  ) i
  WHERE o.store_id = $1 AND o.livemode ORDER BY o.created_at DESC, o.id DESC LIMIT 25`;

const customersSql = `
  SELECT c.* FROM customers c
  WHERE c.account_id = (SELECT account_id FROM stores WHERE id = $1) AND c.livemode
  ORDER BY c.created_at DESC, c.id DESC LIMIT 25`;
