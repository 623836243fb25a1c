import { Invalid, say } from "@/lib/domain/refusal";
import {
  listPaystackSubscriptions,
  type PaystackSubscription,
} from "@/lib/providers/rails/paystack/subscriptions";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { planLines } from "./plan";
import { moveMaxLines } from "./read-file";
import { type FileLine, nothingTyped } from "./typed";

/**
 * Looks at the subscriptions of a seller's own Paystack account. The key reads them once and is stored nowhere. Returns the
 * number of the move. Throws NotAllowed, or Invalid on `passwordKey` or `file`.
 */
export async function planPaystack(
  world: World,
  seller: Seller,
  { key, productId }: { key: string; productId: number | null },
  options: { baseUrl?: string } = {},
): Promise<number> {
  permit(seller, "subscription.import");
  const secret = key.trim();
  // What is no key goes nowhere.
  if (!/^sk_(live|test)_[0-9A-Za-z_]{1,100}$/.test(secret)) throw wrong("move_key");
  const list = await listPaystackSubscriptions(secret, options);
  if (list === "refused") throw wrong("move_key");
  if (list === "lost") throw wrong("move_unreachable");
  if (list.length === 0) throw new Invalid({ passwordKey: [say("file_nobody")] });
  if (list.length > moveMaxLines)
    throw new Invalid({ passwordKey: [say("move_too_large", { max: moveMaxLines })] });
  return planLines(world, seller, "paystack", list.map(lineOf), productId);
}

function wrong(code: "move_key" | "move_unreachable"): Invalid {
  return new Invalid({ passwordKey: [say(code)] });
}

function lineOf(one: PaystackSubscription, at: number): FileLine {
  const { email, phone, name, status, startedAt, amount, currency, interval } = one;
  return {
    line: at + 1,
    typed: {
      ...nothingTyped,
      ...{ email, phone, name, status, startedAt, amount, currency, interval },
      ...{ product: one.plan, end: one.nextPaymentAt, externalId: one.code },
    },
  };
}
