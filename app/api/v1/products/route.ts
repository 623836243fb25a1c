import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import { many } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { Product, ProductQuery, serializeProduct } from "@/lib/resources/product";
import { listProducts } from "@/lib/services/catalog/products/list";

export const GET = endpoint({
  summary: "List products",
  description: "Newest first, of every status unless one is asked for. A test key sees the real products.",
  tag: "Products",
  keys: "any",
  query: ProductQuery,
  returns: many(Product),
  handle: async (call) => {
    const { world, caller, query } = call;
    const { rows, total } = await listProducts(world, caller, query, rowsOf(query));
    const items = rows.map((row) => serializeProduct(row, world.config.siteUrl));
    return pageOf(call, items, total);
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
