import type { Tx } from "@/lib/db/client";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { maxMinor } from "@/lib/domain/money";
import { gather, type PayProblem, payInvalid, throwProblems } from "@/lib/domain/pay-problem";
import { leastAmount, linkAmount, whyLinkClosed } from "@/lib/domain/payment-link";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { printable } from "@/lib/domain/text";
import type { Caller } from "@/lib/services/core/world";
import { type Payer, readPayer } from "./customer";
import { type Purchase, plainPurchase, typedAmount } from "./purchase";
import { linkShown } from "./shown";

const answerMaxCodePoints = 500;

/**
 * A payment to a link. Whether all places are taken is checked only when a place is reserved: this payer may already
 * hold one of them.
 */
export async function linkPurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: { linkId: number; amount: string | null; answer: string | null },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const link = await tx.paymentLink.findFirst({ where: { id: paymentFor.linkId, storeId: caller.storeId } });
  if (!link) throw new NotFound();
  const closed = whyLinkClosed(link, now);
  if (closed && closed !== "places_taken") throw new Refusal("link_closed", closed);
  const problems: PayProblem[] = [];
  const priceMinor = await gather(problems, () => amountOf(link, paymentFor.amount));
  const answer = await gather(problems, () => answerTo(link, paymentFor.answer));
  await gather(problems, () => requireEmail(link, payer));
  throwProblems(problems);
  if (priceMinor === null) throw new Error("A link without an amount has a problem.");
  return {
    ...plainPurchase,
    source: "payment_link",
    line: { productId: null, name: link.title, quantity: 1, unitPriceMinor: priceMinor },
    priceMinor,
    currency: link.currency,
    paymentLinkId: link.id,
    shown: linkShown(link),
    answer,
    ...(await readPayer(tx, caller, payer)),
    isAmountTyped: link.amountType === "custom",
  };
}

function amountOf(link: PaymentLinkRow, typed: string | null): bigint {
  const { currency } = link;
  const min = { minor: leastAmount(link), currency };
  const max = { minor: maxMinor, currency };
  const typedMinor = link.amountType === "custom" ? typedAmount(typed, currency, { min, max }) : null;
  const amount = linkAmount(link, typedMinor);
  if (amount.ok) return amount.amountMinor;
  switch (amount.problem) {
    case "amount_missing":
      throw payInvalid("amount", amount.problem);
    case "amount_too_low":
      throw payInvalid("amount", "amount_too_small", { min });
    case "amount_too_large":
      throw payInvalid("amount", amount.problem, { max });
  }
}

/** An answer is required where the link has a question; an unprintable character becomes a space. */
function answerTo(link: PaymentLinkRow, given: string | null): string | null {
  if (link.customQuestion === null) return null;
  const answer = printable(given ?? "").trim();
  if (answer === "") throw payInvalid("answer", "answer_missing");
  if ([...answer].length <= answerMaxCodePoints) return answer;
  const max = String(answerMaxCodePoints);
  throw payInvalid("answer", "answer_too_long", { max });
}

function requireEmail(link: PaymentLinkRow, payer: Payer): void {
  if (link.collectEmail && payer.email === null) throw payInvalid("email", "email_missing");
}
