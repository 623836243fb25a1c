import { z } from "zod";
import { methodNotAllowed } from "@/lib/api/route";
import { orderIdOrNumber } from "@/lib/resources/order";
import { readOrder } from "@/lib/services/billing/orders/read";
import { orders } from "../../objects";

export const GET = orders.one({
  summary: "Retrieve an order",
  description: "By its id or by its number.",
  tag: "Orders",
  keys: "live",
  params: z.object({ id: orderIdOrNumber }),
  row: ({ world, caller, params }) => readOrder(world, caller, params.id),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
