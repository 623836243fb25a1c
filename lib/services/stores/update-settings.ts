import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import { permit } from "../accounts/permit";
import type { Seller } from "../accounts/seller";
import { transact } from "../unit";
import type { World } from "../world";

/** Where a subscriber lands after paying: the seller's app, or with null the subscription's own page. */
export async function updateReturnUrl(world: World, seller: Seller, returnUrl: string): Promise<void> {
  permit(seller, "store.return_url");
  const url = returnUrl.trim();
  const problem = url === "" ? null : urlProblem(url);
  if (problem) throw new Invalid({ returnUrl: [problem] });
  await transact(world, async (unit) => {
    await unit.tx.store.update({
      where: { id: seller.storeId, accountId: seller.accountId },
      data: { returnUrl: url || null, updatedAt: unit.now },
    });
    await unit.audit({
      accountId: seller.accountId,
      storeId: seller.storeId,
      actor: seller.actor,
      action: "store.return_url_changed",
      target: `store:${seller.storeId}`,
      details: { returnUrl: url || null },
    });
  });
}

/** Why users cannot be sent there, or null. */
export function urlProblem(text: string): string | null {
  const problem = textProblem(text, 2048);
  if (problem) return problem;
  if (!URL.canParse(text)) return say("url_whole");
  const url = new URL(text);
  if (url.username || url.password) return say("url_with_password");
  if (url.protocol === "https:") return null;
  const local = url.hostname === "localhost" || url.hostname === "127.0.0.1" || url.hostname === "[::1]";
  return url.protocol === "http:" && local ? null : say("https_address");
}
