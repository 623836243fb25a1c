import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import { many } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { Order, serializeOrder } from "@/lib/resources/order";
import { OrderQuery, orderFilters } from "@/lib/resources/order-input";
import { listOrders } from "@/lib/services/billing/orders/list";
import { downloadUrlOf } from "@/lib/services/core/download-token";

export const GET = endpoint({
  summary: "List orders",
  description: "Newest first, paid or not.",
  tag: "Orders",
  keys: "live",
  query: OrderQuery,
  returns: many(Order),
  handle: async (call) => {
    const { world, caller, query } = call;
    const { rows, total } = await listOrders(world, caller, orderFilters(query), rowsOf(query));
    const items = rows.map((row) => serializeOrder(row, world.config.siteUrl, downloadUrlOf(world, row)));
    return pageOf(call, items, total);
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
