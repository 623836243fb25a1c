import type { Plan } from "@/components/pay/types";
import { cleanRef, isEmail, normalizeEmail } from "@/lib/domain/text";
import { tokenShape } from "@/lib/domain/token";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readSubscribePage, type SubscribePage } from "@/lib/services/money/checkout/pages/read-shop";
import { browserOf, cookieOf } from "../../browser";
import { planOf } from "../../plan";
import { closed, type PayRequest } from "../../respond";
import type { Payer } from "./offer";

/** The facts of a subscribe page on which something can be begun. */
export type OpenPage = SubscribePage & { plan: Plan };

/** The page's facts, or the closed page that says why nothing can be paid here. */
export async function openPage(pay: PayRequest, token: string, payer: Payer): Promise<OpenPage | Response> {
  const found = await readSubscribePage(systemWorld(), token, payer, {
    browser: browserOf(pay),
    attempt: cookieOf(pay, "paying", tokenShape),
    manage: cookieOf(pay, "testing", /^[0-9A-Za-z]{16,60}\.[0-9A-Za-z]{22}$/),
  });
  const plan = found && planOf(found.product, pay.lang(found.store), found.picture);
  if (!plan) return closed(pay, null, { kind: "not_found" }, 404);
  const { store, product } = found;
  const test = !payer.livemode;
  if (store.status === "suspended") return closed(pay, store, { kind: "store_suspended" }, 200, test);
  if (test && !store.testModeSince)
    return closed(
      pay,
      store,
      { kind: "test_mode_off", developersUrl: "/dashboard/developers/keys" },
      200,
      true,
    );
  if (product.status !== "active")
    return closed(pay, store, { kind: "not_on_sale", planName: product.name }, 200, test);
  return { ...found, plan };
}

/**
 * The user of the payment, from the seller's link or the form; null for an invalid ref. An invalid e-mail is dropped:
 * it only serves the receipt, and the form asks for it.
 */
export function payerOf(read: (name: string) => string | null): Payer | null {
  const livemode = read("test") !== "1";
  const ref = cleanRef(read("ref"));
  const email = normalizeEmail(read("email") ?? "");
  if (!ref.ok) return null;
  return { livemode, ref: ref.ref, email: isEmail(email) ? email : null };
}
