"use server";

import { z } from "zod";
import { sellerButton } from "@/lib/auth/guarded-action";
import { acceptSuspense } from "@/lib/services/tasks/accept-suspense";
import { resolveTask } from "@/lib/services/tasks/resolve";
import { returnSuspense } from "@/lib/services/tasks/return-suspense";
import { tasksPath } from "./paths";

const Task = z.object({
  id: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt),
});

export async function resolveTaskAction(form: FormData): Promise<void> {
  return sellerButton(form, tasksPath, Task, async (seller, { id }, world) => {
    await resolveTask(world, seller.caller(true), id);
    return { to: tasksPath, flash: { tone: "ok", text: "Settled. You find it under Settled." } };
  });
}

const Attempt = z.object({ attempt: z.uuid() });

export async function acceptSuspenseAction(form: FormData): Promise<void> {
  return sellerButton(form, tasksPath, Attempt, async (seller, { attempt }, world) => {
    const { orderId } = await acceptSuspense(world, seller.caller(true), attempt);
    const link = { href: `/dashboard/orders/${orderId}`, label: "See the order" };
    return { to: tasksPath, flash: { tone: "ok", text: "Accepted: the order is paid.", link } };
  });
}

export async function returnSuspenseAction(form: FormData): Promise<void> {
  return sellerButton(form, tasksPath, Attempt, async (seller, { attempt }, world) => {
    await returnSuspense(world, seller.caller(true), attempt);
    const text = "The money is on its way back to its payer. If that fails you find it here again.";
    return { to: tasksPath, flash: { tone: "ok", text } };
  });
}
