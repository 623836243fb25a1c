import { smallLogo } from "@/lib/providers/picture";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { forgetPicture, readPicture, storePicture } from "../images/pictures";

/** The largest logo, for payers on slow networks. */
export const logoMaxBytes = 8 * 1024;

/** Replaces the logo of the store's pages; null removes it. Throws Invalid on `picture`. */
export async function changeLogo(world: World, seller: Seller, upload: Uint8Array | null): Promise<void> {
  permit(seller, "store.settings");
  const { storeId, accountId } = seller;
  // Done before the transaction: it takes longer than a lock should be held.
  const picture = upload && (await readPicture(upload, (bytes) => smallLogo(bytes, logoMaxBytes)));
  await transact(world, async (unit) => {
    await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`;
    const { logoUrl: before } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId, accountId } });
    if (!picture) await forgetPicture(world, unit, storeId, before);
    const logoUrl = picture && (await storePicture(world, unit, storeId, picture, before));
    await unit.tx.store.update({ where: { id: storeId }, data: { logoUrl, updatedAt: unit.now } });
    await unit.audit(seller, {
      action: logoUrl ? "store.logo_changed" : "store.logo_removed",
      target: `store:${storeId}`,
    });
  });
}
