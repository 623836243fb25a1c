import { NotFound } from "@/lib/domain/refusal";
import { smallPhoto } from "@/lib/providers/picture";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { forgetPicture, readPicture, storePicture } from "../images/pictures";

const photoMaxBytes = 40 * 1024;

/** Replaces the picture of a product; null removes it. Throws NotFound, or Invalid on `picture`. */
export async function changePicture(
  world: World,
  seller: Seller,
  id: number,
  upload: Uint8Array | null,
): Promise<void> {
  permit(seller, "product.change");
  const { storeId } = seller;
  const picture = upload && (await readPicture(upload, (bytes) => smallPhoto(bytes, photoMaxBytes)));
  await transact(world, async (unit) => {
    const [locked] = await unit.tx.$queryRaw<{ image_url: string | null }[]>`
      SELECT image_url FROM products WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`;
    if (!locked) throw new NotFound();
    if (!picture) await forgetPicture(world, unit, storeId, locked.image_url);
    const imageUrl = picture && (await storePicture(world, unit, storeId, picture, locked.image_url));
    await unit.tx.product.update({ where: { id }, data: { imageUrl, updatedAt: unit.now } });
    await unit.audit(seller, {
      action: imageUrl ? "product.picture_changed" : "product.picture_removed",
      target: `product:${id}`,
    });
  });
}
