import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { taskActs, taskRules } from "@/lib/services/operator/act-on-task";
import type { OperatorTask } from "@/lib/services/operator/list-tasks";
import { suspenseActs, suspenseRules } from "@/lib/services/operator/settle-suspense";
import { ActPage } from "../../../act-page";
import { actOnTaskAction, settleSuspenseAction } from "../../actions";
import { tasksPath } from "../../paths";
import { operatorTaskWords } from "../../task-words";
import { findTask } from "../find-task";

export const metadata: Metadata = { title: "Settle" };

type Params = Promise<{ id: string; act: string }>;

/** What an act changes, word for word, before it is done. */
export default async function TaskActPage({ params }: { params: Params }) {
  const { id, act } = await params;
  const task = await findTask(id);
  const back = `${tasksPath}/${id}`;
  const about = operatorTaskWords(task, dashboardWords("en")).title;
  const suspense = suspenseActs.find((known) => known === act);
  if (suspense) {
    if (task.resolvedAt || task.kind !== "suspense") redirect(back);
    const { label, effect, undo } = suspenseRules[suspense];
    return (
      <ActPage
        {...{ section: "tasks", back, label, about, effect, undo }}
        action={settleSuspenseAction}
        hidden={{ task: id, attempt: task.subject, act: suspense }}
      />
    );
  }
  const own = taskActs.find((known) => known === act);
  if (!own) notFound();
  if (!applies(own, task)) redirect(back);
  const { label, effect } = taskRules[own];
  return (
    <ActPage
      {...{ section: "tasks", back, label, about, effect }}
      undo={`You can undo this: “${taskRules[own === "close" ? "open" : "close"].label}”.`}
      action={actOnTaskAction}
      hidden={{ task: id, act: own }}
      hearers={task.store ? "owner" : "nobody"}
    />
  );
}

function applies(act: "open" | "close", task: OperatorTask): boolean {
  return act === "open" ? task.resolvedAt !== null : task.resolvedAt === null && task.kind !== "suspense";
}
