"use server";

import { z } from "zod";
import { sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { sendAgain } from "@/lib/services/money/fiscal/read";
import { acceptSuspense, resolveTask, returnSuspense } from "@/lib/services/money/tasks/settle-suspense";
import { assignTillPayment, sellTillPayment } from "@/lib/services/money/till/decide";
import { tasksPath } from "../paths";
import { wordsFor } from "../words";

const Task = z.object({
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
});

export const resolveTaskAction = sellerButton(tasksPath, Task, async (seller, { id }, world) => {
  await resolveTask(world, seller.caller(true), id);
  return done(tasksPath, wordsFor(seller).text("isSettled"));
});

export const sendFiscalAction = sellerButton(tasksPath, Task, async (seller, { id }, world) => {
  await sendAgain(world, seller.caller(true), id);
  return done(tasksPath, wordsFor(seller).text("fiscalSentAgain"));
});

const Attempt = z.object({ attempt: z.uuid() });

export const acceptSuspenseAction = sellerButton(tasksPath, Attempt, async (seller, { attempt }, world) => {
  const { orderId } = await acceptSuspense(world, seller.caller(true), attempt);
  const words = wordsFor(seller);
  const link = { href: `/dashboard/orders/${orderId}`, label: words.text("seeOrder") };
  return done(tasksPath, words.text("isAccepted"), link);
});

export const returnSuspenseAction = sellerButton(tasksPath, Attempt, async (seller, { attempt }, world) => {
  const { isByHand } = await returnSuspense(world, seller.caller(true), attempt);
  return done(tasksPath, wordsFor(seller).text(isByHand ? "isGivenBack" : "isReturning"));
});

export const assignTillAction = sellerButton(tasksPath, Task, async (seller, { id }, world) => {
  const { orderId } = await assignTillPayment(world, seller.caller(true), id);
  const words = wordsFor(seller);
  const link = { href: `/dashboard/orders/${orderId}`, label: words.text("seeOrder") };
  return done(tasksPath, words.text("isAccepted"), link);
});

export const sellTillAction = sellerButton(tasksPath, Task, async (seller, { id }, world) => {
  const words = wordsFor(seller);
  const { orderId } = await sellTillPayment(world, seller.caller(true), id);
  const link = { href: `/dashboard/orders/${orderId}`, label: words.text("seeOrder") };
  return done(tasksPath, words.text("tillSold"), link);
});
