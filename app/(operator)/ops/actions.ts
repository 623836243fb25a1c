"use server";

import { z } from "zod";
import { operatorButton, operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { erasePerson } from "@/lib/services/desk/erase/erase-person";
import { actOnTask, taskActs } from "@/lib/services/desk/operator/act-on-task";
import { checkBooks } from "@/lib/services/desk/operator/health/books";
import { resetTwoStep } from "@/lib/services/desk/operator/reset-two-step";
import { settleSuspense, suspenseActs } from "@/lib/services/desk/operator/settle-suspense";
import { tasksPath } from "./paths";
import { currentOperatorWords } from "./words";

const Reset = z.object({ email: textField, reason: textField, ...proofFields });

const Erasing = z.object({ contact: textField, reason: textField, ...proofFields });

export const erasePersonAction = operatorForm(Erasing, async (operator, input, world) => {
  const count = await erasePerson(world, operator, input);
  return done("/ops/people", (await currentOperatorWords()).text("personErased", { count }));
});

export const resetTwoStepAction = operatorForm(Reset, async (operator, input, world) => {
  const { name } = await resetTwoStep(world, operator, input);
  return done("/ops/people", (await currentOperatorWords()).text("twoStepOffFor", { name }));
});

const path = "/ops/health";

export const checkBooksAction = operatorButton(path, z.object({}), async (operator, _, world) => {
  const { broken } = await checkBooks(world, operator);
  const words = await currentOperatorWords();
  return {
    to: path,
    flash:
      broken === 0
        ? { tone: "ok", text: words.text("health_booksRight") }
        : { tone: "bad", text: words.text("health_booksBroken", { count: String(broken) }) },
  };
});

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
