import type { ProductRow, StoreRow } from "@/lib/db/rows";
import { isSoldOut } from "@/lib/services/catalog/deliverables/read";
import { type PictureSize, readPictureSize } from "@/lib/services/catalog/images/pictures";
import type { World } from "@/lib/services/core/world";

/**
 * A product by the token in its address; null when the token is unknown, or the product is a draft, which was never on
 * sale.
 */
export async function readProductPage(
  world: World,
  token: string,
): Promise<{ store: StoreRow; product: ProductRow; picture: PictureSize | null; isSoldOut: boolean } | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return null;
  const found = await world.db.product.findUnique({ where: { token }, include: { store: true } });
  if (!found || found.status === "draft") return null;
  const { store, ...product } = found;
  const [picture, soldOut] = await Promise.all([
    readPictureSize(world, product.imageUrl),
    isSoldOut(world.db, product),
  ]);
  return { store, product, picture, isSoldOut: soldOut };
}
