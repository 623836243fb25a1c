"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import {
  idField,
  manyField,
  proofFields,
  sellerButton,
  sellerForm,
  textField,
} from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import type { Language } from "@/lib/domain/languages";
import { typedAmount } from "@/lib/domain/money";
import { composeUuid } from "@/lib/domain/token";
import type { Caller, World } from "@/lib/services/core/world";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { largestFor, quotePayout } from "@/lib/services/money/out/payouts/quote";
import { readDestination } from "@/lib/services/money/out/payouts/read";
import { cancelPayout, requestPayout } from "@/lib/services/money/out/payouts/request";
import { stopSchedule } from "@/lib/services/money/out/payouts/schedule";
import { permit } from "@/lib/services/people/accounts/permit";
import { payoutPath, payoutsPath, walletPath } from "../paths";
import { wordsFor } from "../words";

const Wish = z.object({ destination: idField, amount: textField });
const Choice = Wish.extend({ all: manyField });

/** The first screen of a payout: checks it; nothing is written yet. "All of it" becomes the amount that is shown next. */
export const choosePayoutAction = sellerForm(
  Choice,
  async (seller, { destination, all, ...typed }, world) => {
    const caller = seller.caller(true);
    const language = wordsFor(seller).lang;
    permit(caller, "payout.request");
    const amount = all.length > 0 ? await allOf(world, caller, destination, language) : typed.amount;
    await quotePayout(world, caller, { destinationId: destination, amount, language });
    // The payout's id is in the address: opened again after the press, the page leads to it.
    const id = composeUuid(world.random.bytes(16));
    const query = new URLSearchParams({ destination: String(destination), amount: amount.trim(), id });
    return { to: `${payoutsPath}/confirm?${query}` };
  },
);

async function allOf(world: World, caller: Caller, id: number, language: Language): Promise<string> {
  const destination = await readDestination(world, caller, id);
  const minor = await largestFor(world, caller, destination);
  return typedAmount({ minor, currency: destination.currency }, language);
}

const Confirmed = Wish.extend({ id: textField, ...proofFields });

export const payoutAction = sellerForm(Confirmed, async (seller, input, world) => {
  const { destination: destinationId, ...wish } = input;
  await requestPayout(world, seller.caller(true), {
    ...wish,
    destinationId,
    language: wordsFor(seller).lang,
  });
  return { to: payoutPath(input.id) };
});

export const stopScheduleAction = sellerButton(walletPath, z.object({}), async (seller, _, world) => {
  await stopSchedule(world, seller.caller(true));
  return done(walletPath, wordsFor(seller).text("automaticStopped"));
});

export async function cancelPayoutAction(form: FormData): Promise<void> {
  const id = fieldOf(form, "id");
  const back = z.uuid().safeParse(id).success ? payoutPath(id) : walletPath;
  return sellerButton(back, z.object({ id: z.uuid() }), async (seller, input, world) => {
    await cancelPayout(world, seller.caller(true), input.id);
    return done(back, wordsFor(seller).text("tookBack"));
  })(form);
}

const Wallet = z.object({ phone: textField, network: textField, name: textField, ...proofFields });

export const addWalletAction = sellerForm(Wallet, async (seller, input, world) => {
  const added = await addDestination(world, seller.caller(true), { kind: "mobile_money", ...input });
  return done(walletPath, wordsFor(seller).text("accountAdded", { account: added.label }));
});

const Bank = z.object({
  bankCode: textField,
  accountNumber: textField,
  name: textField,
  ...proofFields,
});

export const addBankAction = sellerForm(Bank, async (seller, input, world) => {
  const added = await addDestination(world, seller.caller(true), { kind: "bank", ...input });
  return done(walletPath, wordsFor(seller).text("bankAdded", { account: added.label }));
});
