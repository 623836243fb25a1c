"use server";

import { z } from "zod";
import { idField, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { composeUuid } from "@/lib/domain/token";
import { replaceDownloadLink, resetDownloads } from "@/lib/services/billing/orders/downloads";
import { fulfilOrder, resendReceipt, undoHandover } from "@/lib/services/billing/orders/fulfil";
import { callOffOrder } from "@/lib/services/billing/orders/unpaid";
import { quoteRefund } from "@/lib/services/money/out/refunds/quote";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { checkOrder } from "@/lib/services/money/settlement/poll";
import { permit } from "@/lib/services/people/accounts/permit";
import { backTo, buttonsOf } from "../buttons";
import { orderPath, ordersPath } from "../paths";
import { wordsFor } from "../words";

const One = z.object({ id: idField });

const backOf = backTo(idField, orderPath, ordersPath);
const button = buttonsOf(idField, orderPath, ordersPath);

export const checkOrderAction = button(checkOrder, (words, asked) =>
  words.text(asked > 0 ? "providerAsked" : "nothingOpen"),
);

export const resendReceiptAction = button(resendReceipt, (words, { customer }) =>
  words.text("receiptGoes", { address: customer.email ?? customer.phone ?? "" }),
);

export const resetDownloadsAction = button(resetDownloads, "downloadsReset");
export const replaceDownloadLinkAction = button(replaceDownloadLink, "downloadLinkGoes");
export const undoHandoverAction = button(undoHandover, "handoverUndone");

export const callOffOrderAction = button(callOffOrder, (words, { paidAt }) =>
  words.text(paidAt === null ? "orderCancelled" : "orderCancelledPaid"),
);

const Handing = One.extend({ to: z.enum(["partially_fulfilled", "fulfilled"]), note: textField });

export const fulfilOrderAction = sellerButton(backOf, Handing, async (seller, { id, to, note }, world) => {
  await fulfilOrder(world, seller.caller(true), id, to, note);
  return done(orderPath(id), wordsFor(seller).text(to === "fulfilled" ? "handedOver" : "handedOverPart"));
});

const Wish = One.extend({ amount: textField, reason: textField });

/** The first screen of a refund: checks it; nothing is written yet. */
export const chooseRefundAction = sellerForm(Wish, async (seller, { id, amount, reason }, world) => {
  const caller = seller.caller(true);
  permit(caller, "refund.request");
  await quoteRefund(world, caller, { orderId: id, amount, language: wordsFor(seller).lang });
  // The key is in the address: the page knows when it is opened again after the refund was made.
  const key = composeUuid(world.random.bytes(16));
  const why = reason.trim() || "no reason given";
  const wish = new URLSearchParams({ amount: amount.trim(), reason: why, key });
  return { to: `${orderPath(id)}/refund/confirm?${wish}` };
});

const Confirmed = One.extend({
  key: textField,
  reason: textField,
  byHand: textField,
  ends: z.enum(["yes", "no"]).optional(),
  minor: z
    .string()
    .regex(/^\d{1,14}$/)
    .transform(BigInt),
});

export const refundAction = sellerForm(
  Confirmed,
  async (seller, { id, key, reason, minor, byHand, ends }, world) => {
    const answer = ends ? { ends: ends === "yes" } : {};
    const wish = { orderId: id, amountMinor: minor, reason, requestKey: key, ...answer };
    await requestRefund(world, seller.caller(true), wish);
    return done(orderPath(id), wordsFor(seller).text(byHand ? "returnRecorded" : "refundGoes"));
  },
);
