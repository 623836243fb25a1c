import { methodNotAllowed } from "@/lib/api/route";
import { OrderQuery, orderFilters } from "@/lib/resources/order";
import { listOrders } from "@/lib/services/billing/orders/list";
import { orders } from "../objects";

export const GET = orders.list({
  summary: "List orders",
  description: "Newest first, paid or not.",
  tag: "Orders",
  keys: "live",
  query: OrderQuery,
  list: ({ world, caller, query }, page) => listOrders(world, caller, orderFilters(query), page),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
