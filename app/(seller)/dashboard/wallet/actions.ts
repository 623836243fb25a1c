"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { idField, proofFields, sellerButton, sellerForm, textField } from "@/lib/auth/guarded-action";
import { addDestination, removeDestination } from "@/lib/services/money/out/payouts/add-destination";
import { cancelPayout } from "@/lib/services/money/out/payouts/cancel";
import { quotePayout } from "@/lib/services/money/out/payouts/quote";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { permit } from "@/lib/services/people/accounts/permit";
import { wordsFor } from "../words";
import { payoutPath, payoutsPath, walletPath } from "./paths";

const Wish = z.object({ destination: idField, amount: textField });

/** The first screen of a payout: checks it; nothing is written yet. */
export async function choosePayoutAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Wish, async (seller, { destination, amount }, world) => {
    const caller = seller.caller(true);
    permit(caller, "payout.request");
    await quotePayout(world, caller, { destinationId: destination, amount, language: wordsFor(seller).lang });
    const query = new URLSearchParams({ destination: String(destination), amount: amount.trim() });
    return { to: `${payoutsPath}/confirm?${query}` };
  });
}

const Confirmed = Wish.extend({
  id: textField,
  ...proofFields,
  fee: z
    .string()
    .regex(/^\d{1,14}$/)
    .transform(BigInt),
});

export async function payoutAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Confirmed, async (seller, input, world) => {
    const { destination: destinationId, fee: shownFeeMinor, ...wish } = input;
    await requestPayout(world, seller.caller(true), {
      ...wish,
      destinationId,
      shownFeeMinor,
      language: wordsFor(seller).lang,
    });
    return { to: payoutPath(input.id) };
  });
}

export async function cancelPayoutAction(form: FormData): Promise<void> {
  const id = String(form.get("id") ?? "");
  const back = z.uuid().safeParse(id).success ? payoutPath(id) : walletPath;
  return sellerButton(form, back, z.object({ id: z.uuid() }), async (seller, input, world) => {
    await cancelPayout(world, seller.caller(true), input.id);
    return { to: back, flash: { tone: "ok", text: wordsFor(seller).text("tookBack") } };
  });
}

const Wallet = z.object({ phone: textField, network: textField, name: textField, ...proofFields });

export async function addWalletAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Wallet, async (seller, input, world) => {
    const added = await addDestination(world, seller.caller(true), { kind: "mobile_money", ...input });
    const text = wordsFor(seller).text("accountAdded", { account: added.label });
    return { to: walletPath, flash: { tone: "ok", text } };
  });
}

const Bank = z.object({
  bankCode: textField,
  accountNumber: textField,
  name: textField,
  ...proofFields,
});

export async function addBankAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Bank, async (seller, input, world) => {
    const added = await addDestination(world, seller.caller(true), { kind: "bank", ...input });
    const text = wordsFor(seller).text("bankAdded", { account: added.label });
    return { to: walletPath, flash: { tone: "ok", text } };
  });
}

const Removed = z.object({ id: idField, ...proofFields });

export async function removeAccountAction(previous: FormState, form: FormData): Promise<FormState> {
  return sellerForm(previous, form, Removed, async (seller, input, world) => {
    await removeDestination(world, seller.caller(true), input);
    return { to: walletPath, flash: { tone: "ok", text: wordsFor(seller).text("accountRemoved") } };
  });
}
