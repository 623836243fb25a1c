import type { ProductRow } from "@/lib/db/rows";
import { composeToken } from "@/lib/domain/token";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { checkProduct, type ProductInput } from "./product-input";

/** For sale at once, at a page of its own: the subscribe page of a subscription, else the product page. Throws Invalid by field. */
export async function createProduct(world: World, seller: Seller, input: ProductInput): Promise<ProductRow> {
  permit(seller, "product.change");
  return transact(world, async (unit) => {
    const { currency } = await unit.tx.store.findUniqueOrThrow({
      where: { id: seller.storeId },
      select: { currency: true },
    });
    const product = await unit.tx.product.create({
      data: {
        ...checkProduct(input, currency),
        storeId: seller.storeId,
        token: composeToken(world.random.bytes(24)),
        currency,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.audit({
      accountId: seller.accountId,
      storeId: seller.storeId,
      actor: seller.actor,
      action: "product.created",
      target: `product:${product.id}`,
    });
    return product;
  });
}
