import { methodNotAllowed } from "@/lib/api/route";
import { ProductQuery } from "@/lib/resources/product";
import { listProducts } from "@/lib/services/catalog/products/list";
import { products } from "../objects";

export const GET = products.list({
  summary: "List products",
  description: "Newest first, of every status unless one is asked for. A test key sees the real products.",
  tag: "Products",
  keys: "any",
  query: ProductQuery,
  list: ({ world, caller, query }, page) => listProducts(world, caller, query, page),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
