import { methodNotAllowed } from "@/lib/api/route";
import { idPath } from "@/lib/resources/input";
import { readProduct } from "@/lib/services/catalog/products/list";
import { products } from "../../objects";

export const GET = products.one({
  summary: "Retrieve a product",
  tag: "Products",
  keys: "any",
  params: idPath,
  row: ({ world, caller, params }) => readProduct(world, caller, params.id),
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
