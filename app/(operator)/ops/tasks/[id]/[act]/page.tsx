import { notFound, redirect } from "next/navigation";
import { taskActs } from "@/lib/services/desk/operator/act-on-task";
import type { OperatorTask } from "@/lib/services/desk/operator/list-tasks";
import { suspenseActs } from "@/lib/services/desk/operator/settle-suspense";
import { ActPage, actWords } from "../../../act-page";
import { actOnTaskAction, settleSuspenseAction } from "../../../actions";
import { findTask } from "../../../find";
import { tasksPath } from "../../../paths";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { operatorTaskWords } from "../../task-words";

export const generateMetadata = titledForOperator("settle");

type Params = Promise<{ id: string; act: string }>;

/** The exact effect of an action, before it is done. */
export default async function TaskActPage({ params }: { params: Params }) {
  const { id, act } = await params;
  const task = await findTask(id);
  const back = `${tasksPath}/${id}`;
  const words = await currentOperatorWords();
  const about = operatorTaskWords(task, words).title;
  const suspense = suspenseActs.find((known) => known === act);
  if (suspense) {
    if (task.resolvedAt || task.kind !== "suspense") redirect(back);
    return (
      <ActPage
        {...{ section: "tasks", back, about, ...actWords(suspense, words) }}
        undo={words.text(`act_${suspense}_undo`)}
        action={settleSuspenseAction}
        hidden={{ task: id, attempt: task.subject, act: suspense }}
      />
    );
  }
  const own = taskActs.find((known) => known === act);
  if (!own) notFound();
  if (!applies(own, task)) redirect(back);
  return (
    <ActPage
      {...{ section: "tasks", back, about, ...actWords(own, words) }}
      undo={words.text("canUndo", { act: words.text(own === "close" ? "act_open" : "act_close") })}
      action={actOnTaskAction}
      hidden={{ task: id, act: own }}
      hearers={task.store ? "owner" : "nobody"}
    />
  );
}

function applies(act: "open" | "close", task: OperatorTask): boolean {
  return act === "open" ? task.resolvedAt !== null : task.resolvedAt === null && task.kind !== "suspense";
}
