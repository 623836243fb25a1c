import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { Order, serializeOrder } from "@/lib/resources/order";
import { orderIdOrNumber } from "@/lib/resources/order-input";
import { readOrder } from "@/lib/services/billing/orders/read";
import { downloadUrlOf } from "@/lib/services/core/download-token";

export const GET = endpoint({
  summary: "Retrieve an order",
  description: "By its id or by its number.",
  tag: "Orders",
  keys: "live",
  params: z.object({ id: orderIdOrNumber }),
  returns: one(Order),
  handle: async ({ world, caller, params }) => {
    const row = await readOrder(world, caller, params.id);
    return { data: serializeOrder(row, world.config.siteUrl, downloadUrlOf(world, row)) };
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
