import { type Problem, say } from "@/lib/domain/problem";
import { redirectProblem } from "@/lib/domain/redirect-url";
import { Invalid } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";

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
export function urlProblem(text: string): Problem | null {
  const problem = redirectProblem(text);
  return textProblem(text, 2048) ?? (problem && say(words[problem]));
}

const words = { not_whole: "url_whole", has_user: "url_with_password", not_https: "https_address" } as const;
