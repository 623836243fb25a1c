import type { OrderRow } from "@/lib/db/rows";
import { qrSvg } from "@/lib/providers/qr";
import type { World } from "@/lib/services/core/world";

/** The address of an order's receipt, and the same as a code that a buyer's phone reads at the counter. */
export async function receiptCode(
  world: Pick<World, "config">,
  { receiptToken }: Pick<OrderRow, "receiptToken">,
): Promise<{ url: string; svg: string }> {
  const url = `${world.config.siteUrl}/receipt/${receiptToken}`;
  return { url, svg: await qrSvg(url) };
}
