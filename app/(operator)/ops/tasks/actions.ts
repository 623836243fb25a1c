"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { textField } from "@/lib/auth/guarded-action";
import { operatorForm } from "@/lib/auth/operator-action";
import { actOnTask, taskActs } from "@/lib/services/desk/operator/act-on-task";
import { settleSuspense, suspenseActs } from "@/lib/services/desk/operator/settle-suspense";
import { currentOperatorWords } from "../words";
import { tasksPath } from "./paths";

const taskId = z.string().regex(/^[1-9]\d{0,17}$/);

const Act = z.object({ task: taskId, act: z.enum(taskActs), reason: textField });

export const actOnTaskAction = operatorForm(Act, async (operator, { task, act, reason }, world) => {
  await actOnTask(world, operator, { id: BigInt(task), act, reason });
  return done(`${tasksPath}/${task}`, (await currentOperatorWords()).text("doneLogged"));
});

const Suspense = z.object({ task: taskId, attempt: z.uuid(), act: z.enum(suspenseActs), reason: textField });

export const settleSuspenseAction = operatorForm(Suspense, async (operator, input, world) => {
  const { task, attempt: attemptId, act, reason } = input;
  await settleSuspense(world, operator, { attemptId, act, reason });
  return done(`${tasksPath}/${task}`, (await currentOperatorWords()).text("doneMailed"));
});
