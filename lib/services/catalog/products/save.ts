import type { ProductRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { smallPhoto } from "@/lib/providers/picture";
import { requireShown, savedShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { forgetPicture, readPicture, storePicture } from "../images/pictures";
import { checkProduct, type ProductInput } from "./product-input";

/** The fields of a product that may change: not its kind, because payers have bought that. */
export type ProductChange = Omit<ProductInput, "kind" | "interval"> & { status: string };

/**
 * Changes a product. New prices apply to new purchases; a subscriber continues to pay the price at their start. `draft`
 * and `archived` close its page to new payers. Throws NotFound, Changed, or Invalid by field.
 */
export async function updateProduct(
  world: World,
  seller: Seller,
  id: number,
  change: ProductChange,
  upload?: Uint8Array,
): Promise<ProductRow> {
  permit(seller, "product.change");
  const status = statuses.find((known) => known === change.status);
  if (!status) throw new Invalid({ status: [say("choose_on_sale")] });
  const picture = await pictureIn(upload);
  return transact(world, async (unit) => {
    const found = await unit.tx.product.findFirst({ where: { id, storeId: seller.storeId } });
    if (!found) throw new NotFound();
    requireShown(world, seller, `product/${id}`, savedShown(found));
    const {
      kind,
      interval: _,
      ...facts
    } = checkProduct(
      { ...storedOf(found), ...change, kind: found.kind, interval: found.interval ?? "" },
      found.currency,
    );
    const shown = picture && (await storePicture(world, unit, seller.storeId, picture, found.imageUrl));
    const product = await unit.tx.product.update({
      where: { id },
      data: { ...facts, status, ...(shown && { imageUrl: shown }), updatedAt: unit.now },
    });
    const amountMinor = found.salePriceMinor ?? found.priceMinor;
    // What began at it stays explained.
    if (amountMinor !== (product.salePriceMinor ?? product.priceMinor))
      await unit.tx.formerPrice.create({
        data: { storeId: seller.storeId, productId: id, amountMinor, until: unit.now },
      });
    await unit.audit(seller, {
      action: "product.updated",
      target: `product:${id}`,
      details: { kind, status, priceMinor: String(product.priceMinor), wasMinor: String(found.priceMinor) },
    });
    if (shown) await unit.audit(seller, { action: "product.picture_changed", target: `product:${id}` });
    return product;
  });
}

const statuses = ["active", "draft", "archived"] as const;

/** What a form that does not ask for it leaves as it is. */
function storedOf({ asksPlace, isChoosable, isTaxFree, trialDays, trialProof }: ProductRow) {
  return { asksPlace, isChoosable, isTaxFree, trialDays: String(trialDays), trialProof };
}

/**
 * Creates a product, on sale at once at its own page: the subscribe page of a subscription, else the product page.
 * `upload`: its picture; empty where none was chosen. Throws Invalid by field.
 */
export async function createProduct(
  world: World,
  seller: Seller,
  input: ProductInput,
  upload?: Uint8Array,
): Promise<ProductRow> {
  permit(seller, "product.change");
  const picture = await pictureIn(upload);
  return transact(world, async (unit) => {
    const { currency } = await unit.tx.store.findUniqueOrThrow({
      where: { id: seller.storeId },
      select: { currency: true },
    });
    const product = await unit.tx.product.create({
      data: {
        ...checkProduct(input, currency),
        storeId: seller.storeId,
        imageUrl: picture && (await storePicture(world, unit, seller.storeId, picture, null)),
        token: composeToken(world.random.bytes(24)),
        currency,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.audit(seller, { action: "product.created", target: `product:${product.id}` });
    return product;
  });
}

const photoMaxBytes = 40 * 1024;

/** The picture of a form, made small outside of any transaction; null where none was chosen. */
async function pictureIn(upload: Uint8Array = new Uint8Array()) {
  return upload.length === 0 ? null : readPicture(upload, (bytes) => smallPhoto(bytes, photoMaxBytes));
}

/** Throws NotFound. */
export async function removePicture(world: World, seller: Seller, id: number): Promise<void> {
  permit(seller, "product.change");
  const { storeId } = seller;
  await transact(world, async (unit) => {
    const [locked] = await unit.tx.$queryRaw<{ image_url: string | null }[]>`
      SELECT image_url FROM products WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`;
    if (!locked) throw new NotFound();
    await forgetPicture(world, unit, storeId, locked.image_url);
    await unit.tx.product.update({ where: { id }, data: { imageUrl: null, updatedAt: unit.now } });
    await unit.audit(seller, { action: "product.picture_removed", target: `product:${id}` });
  });
}
