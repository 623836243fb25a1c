import { moment } from "@/app/_lists/cells";
import { period, spanOf, tabs } from "@/app/_lists/filters";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listTasks, type TaskRow } from "@/lib/services/money/tasks/list";
import { sealTask } from "@/lib/services/money/tasks/settle-suspense";
import { tasksPath } from "../paths";
import { type AtStore, sellerList } from "../seller-list";
import { acceptSuspenseAction, resolveTaskAction, returnSuspenseAction } from "./actions";
import { type TaskWords, taskWords } from "./task-words";

export const taskList = sellerList({
  path: tasksPath,
  filters: {
    show: tabs("which", ["", "settled"], (show) => (show ? "tasksSettled" : "tasksOpen")),
    ...period,
  },
  read: (who, values, page) =>
    listTasks(who.world, who.caller, { done: values.show !== "", ...spanOf(who, values) }, page),
  keyOf: ({ id }) => String(id),
  head: ({ words }) => ({ title: words.text("tasks"), purpose: words.text("tasksPurpose") }),
  item: (task, who) => <Task task={task} who={who} />,
  empty: {
    none: ({ words }, { show }) => ({ sentence: words.text(show ? "noneSettled" : "noTasks") }),
  },
});

function Task({ task, who }: { task: TaskRow; who: AtStore }) {
  const { seller, words } = who;
  const { title, what, link, suspense } = taskWords(task, words);
  return (
    <div className="grid gap-2 py-4">
      <h2 className="wrap-anywhere font-semibold">{title}</h2>
      <p className="max-w-[68ch] wrap-anywhere text-ink-2">{what}</p>
      <p className="text-label text-ink-2">
        {words.rich("taskSince", { date: moment(task.createdAt, who) })}
        {task.resolvedAt ? (
          <>, {words.rich("taskSettledAt", { date: moment(task.resolvedAt, who) })}</>
        ) : null}
        {link ? (
          <>
            {" · "}
            <a className="underline underline-offset-2" href={link.href}>
              {link.label}
            </a>
          </>
        ) : null}
      </p>
      {task.resolvedAt ? null : <Buttons task={task} suspense={suspense} words={words} role={seller.role} />}
    </div>
  );
}

/** Money in suspense must be moved, so its task cannot simply be closed. */
function Buttons({
  task,
  suspense,
  words,
  role,
}: {
  task: TaskRow;
  suspense: TaskWords["suspense"];
  words: DashboardWords;
  role: CurrentSeller["role"];
}) {
  if (suspense) {
    if (role !== "owner" && role !== "admin")
      return <p className="text-label text-ink-2">{words.text("moneyDecided")}</p>;
    const fields = { attempt: suspense.attemptId, seen: sealTask(systemWorld(), task) };
    return (
      <div className="flex flex-wrap gap-2">
        <ActionForm to={{ action: acceptSuspenseAction, fields }}>
          <Button look="primary">{words.text("acceptForOrder")}</Button>
        </ActionForm>
        <ActionForm to={{ action: returnSuspenseAction, fields }}>
          <Button>{words.text("giveBack")}</Button>
        </ActionForm>
      </div>
    );
  }
  if (role === "viewer" || role === "developer") return null;
  return (
    <ActionForm to={{ action: resolveTaskAction, fields: { id: String(task.id) } }}>
      <Button>{words.text("markSettled")}</Button>
    </ActionForm>
  );
}
