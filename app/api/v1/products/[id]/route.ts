import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { numericId } from "@/lib/resources/input";
import { Product, serializeProduct } from "@/lib/resources/product";
import { readProduct } from "@/lib/services/catalog/products/list";

export const GET = endpoint({
  summary: "Retrieve a product",
  tag: "Products",
  keys: "any",
  params: z.object({ id: numericId }),
  returns: one(Product),
  handle: async ({ world, caller, params }) => ({
    data: serializeProduct(await readProduct(world, caller, params.id), world.config.siteUrl),
  }),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
