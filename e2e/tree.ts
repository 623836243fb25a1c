import { readdirSync } from "node:fs";
import type { Pool } from "pg";

/** A page of Next's tree, and an address at which it is in this store. */
export interface TreePage {
  route: string;
  address: string;
}

/**
 * What stands for the brackets of an address, as SQL of a store ($1) and its account ($2). An address with brackets that
 * begins as none of these fails whoever walks the tree, so that no page is left out.
 */
const things: Record<string, string> = {
  "/dashboard/customers/[id]": "SELECT max(id) FROM customers WHERE account_id = $2 AND livemode",
  "/dashboard/developers/endpoints/[id]":
    "SELECT max(id) FROM webhook_endpoints WHERE store_id = $1 AND livemode",
  "/dashboard/developers/events/[id]": "SELECT max(id) FROM events WHERE store_id = $1 AND livemode",
  "/dashboard/developers/keys/[id]": "SELECT max(id) FROM api_keys WHERE store_id = $1",
  "/dashboard/developers/requests/[id]":
    "SELECT max(request_id) FROM request_log_details WHERE store_id = $1 AND livemode",
  "/dashboard/discounts/[id]": "SELECT max(id) FROM discounts WHERE store_id = $1",
  "/dashboard/invoices/[id]": "SELECT max(id) FROM invoices WHERE store_id = $1 AND sent_at IS NOT NULL",
  "/dashboard/invoices/[id]/edit": "SELECT max(id) FROM invoices WHERE store_id = $1 AND sent_at IS NULL",
  "/dashboard/invoices/quotes/[id]": "SELECT max(id) FROM quotes WHERE store_id = $1",
  "/dashboard/invoices/recurring/[id]": "SELECT max(id) FROM recurring_invoices WHERE store_id = $1",
  "/dashboard/links/[id]": "SELECT max(id) FROM payment_links WHERE store_id = $1",
  "/dashboard/orders/[id]": `SELECT max(order_id) FROM payment_attempts
    WHERE store_id = $1 AND paid_at IS NOT NULL AND rail <> 'outside'`,
  "/dashboard/orders/[id]/payment": `SELECT max(id) FROM orders WHERE store_id = $1 AND payment_status <> 'paid'`,
  "/dashboard/orders/[id]/payment/undo":
    "SELECT max(order_id) FROM payment_attempts WHERE store_id = $1 AND rail = 'outside'",
  "/dashboard/products/[id]": "SELECT max(id) FROM products WHERE store_id = $1 AND kind = 'digital'",
  "/dashboard/subscriptions/[id]": "SELECT max(id) FROM subscriptions WHERE store_id = $1 AND livemode",
  "/dashboard/subscriptions/import/[id]": "SELECT max(id) FROM moves WHERE store_id = $1",
  "/dashboard/team/[id]": "SELECT max(user_id) FROM members WHERE account_id = $2",
  "/dashboard/wallet/accounts/[id]": "SELECT max(id) FROM payout_destinations WHERE store_id = $1",
  "/dashboard/wallet/own/[id]":
    "SELECT max(key) FROM rail_accounts WHERE store_id = $1 AND removed_at IS NULL",
  "/dashboard/wallet/own/[id]/messages":
    "SELECT max(key) FROM rail_accounts WHERE store_id = $1 AND rail = 'phone' AND removed_at IS NULL",
  "/dashboard/wallet/own/say/[id]":
    "SELECT max(id) FROM phone_messages WHERE store_id = $1 AND state = 'unread'",
  "/dashboard/wallet/own/never/[id]":
    "SELECT max(id) FROM phone_messages WHERE store_id = $1 AND kind = 'received' AND state = 'fits'",
  "/dashboard/wallet/payouts/confirm":
    "SELECT '?amount=100&destination=' || max(id) FROM payout_destinations WHERE store_id = $1",
  "/dashboard/wallet/payouts/[id]": "SELECT max(id::text) FROM payouts WHERE store_id = $1",
  "/ops/corrections/[id]": "SELECT max(id::text) FROM ledger_corrections WHERE store_id = $1",
  "/ops/payouts/[id]": "SELECT max(id::text) FROM payouts WHERE store_id = $1",
  "/ops/payouts/[id]/[act]": "SELECT max(id::text) || '/paid' FROM payouts WHERE store_id = $1",
  "/ops/plans/[code]": "SELECT 'standard'",
  "/ops/plans/[code]/[currency]": "SELECT 'standard/KES'",
  "/ops/rails/[rail]": "SELECT 'paystack'",
  "/ops/rails/[rail]/[act]": "SELECT 'paystack/remove'",
  "/ops/reconciliation/[id]": "SELECT max(id) FROM reconciliations",
  "/ops/reconciliation/balance/[id]": "SELECT max(id) FROM rail_balances",
  "/ops/reconciliation/close/[id]": "SELECT max(id) FROM reconciliation_differences",
  "/ops/refunds/[id]": "SELECT max(id::text) FROM refunds WHERE store_id = $1",
  "/ops/refunds/[id]/[act]": "SELECT max(id::text) || '/arrived' FROM refunds WHERE store_id = $1",
  "/ops/stores/fees/[id]": "SELECT max(id) FROM fee_statements WHERE store_id = $1",
  "/ops/stores/[id]": "SELECT $1::int",
  "/ops/stores/[id]/[act]": "SELECT $1::int || '/suspend'",
  "/ops/tasks/[id]": "SELECT max(id) FROM tasks WHERE store_id = $1 AND kind = 'clock_doubt'",
  "/ops/tasks/[id]/[act]":
    "SELECT max(id) || '/close' FROM tasks WHERE store_id = $1 AND kind = 'clock_doubt'",
};

/** What a page is asked for with, where it shows little without. */
const queries: Record<string, string> = {
  "/dashboard/orders/[id]/refund/confirm": "?amount=100&reason=One+bottle+was+broken",
  "/dashboard/search": "?q=amina",
};

/** Every page of sellers and of operators; those that only lead to another, and those of what is not there, aside. */
export function routesOf(area: "seller" | "operator"): string[] {
  return readdirSync(`app/(${area})`, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes("[...") && !leadsOn.includes(file))
    .map((file) => `/${file.replace(/\/page\.tsx$/, "")}`)
    .sort();
}

const leadsOn = ["dashboard/developers/page.tsx"];

export async function pagesOf(
  area: "seller" | "operator",
  pool: Pool,
  { storeId, accountId }: { storeId: number; accountId: number },
): Promise<TreePage[]> {
  const pages: TreePage[] = [];
  for (const route of routesOf(area)) {
    const at = thingOf(route);
    let address = route;
    if (at) {
      // Every statement names both, so that all of them take both.
      const sql = `SELECT (${things[at]})::text AS id, $1::int AS store, $2::int AS account`;
      const { rows } = await pool.query<{ id: string | null }>(sql, [storeId, accountId]);
      const id = rows[0]?.id;
      if (!id) throw new Error(`There is nothing for ${route} (e2e/one-of-each.ts).`);
      const place = at.includes("[") ? at.replace(/\[.*\]/, id) : at + id;
      address = place + route.slice(at.length);
    }
    pages.push({ route, address: address + (queries[route] ?? "") });
  }
  return pages;
}

function thingOf(route: string): string | undefined {
  const known = Object.keys(things).filter((at) => route === at || route.startsWith(`${at}/`));
  const longest = known.sort((one, other) => other.length - one.length)[0];
  const isWhole = longest !== undefined && !route.slice(longest.length).includes("[");
  if (route.includes("[") && !isWhole) throw new Error(`e2e/tree.ts does not say what ${route} is about.`);
  return longest;
}
