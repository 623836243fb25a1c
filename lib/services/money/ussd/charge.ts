import { isDeepStrictEqual } from "node:util";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { PaymentOpen } from "@/lib/domain/payment-open";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import type { Caller, World } from "@/lib/services/core/world";
import type { Quote } from "../checkout/quote";
import { quoteShown } from "../checkout/shown";
import { pressPay } from "../checkout/start-payment";
import { type ActRow, phoneOfAct, wantOf } from "./shown";

/**
 * Starts the payment that was agreed to, for exactly what the screen showed. Repeating it finds the first one's attempt.
 * `isLate`: only such an attempt is found, and none is begun. Returns `done`, or the code of why nothing was started.
 */
export async function startAgreed(
  world: World,
  caller: Caller,
  row: ActRow,
  isLate: boolean,
): Promise<string> {
  const { for: paymentFor, discount, shown } = wantOf(row);
  if (!paymentFor || row.shownMinor === null) throw new Error(`The act ${row.id} is for no payment.`);
  const phone = phoneOfAct(world, row, { pays: true });
  const agrees = (quote: Quote) =>
    !isLate && quote.currency === row.currency && isDeepStrictEqual(quoteShown(quote), shown);
  try {
    const pressed = await pressPay(
      world,
      caller,
      {
        ...{ id: row.attemptId, for: paymentFor, method: "mobile_money", phone, via: "ussd" },
        ...{ language: row.language, ...(discount ? { code: discount } : {}) },
        // No browser began it, so none has its page.
        browser: composeToken(world.random.bytes(24)),
      },
      agrees,
    );
    if (pressed.kind !== "confirm") return "done";
    return isLate ? "too_late" : "amount_changed";
  } catch (error) {
    if (error instanceof PaymentOpen) return "payment_open";
    if (error instanceof PayInvalid) return error.problems[0]?.code ?? "form_incomplete";
    if (error instanceof Refusal) return error.code;
    if (error instanceof NotFound) return "not_found";
    throw error;
  }
}
