import { period, spanOf, tabs } from "@/app/_lists/filters";
import { moment } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listTasks, type TaskRow } from "@/lib/services/money/tasks/list";
import { isBackByHand, sealTask } from "@/lib/services/money/tasks/settle-suspense";
import { sealTillTask } from "@/lib/services/money/till/decide";
import { tasksPath } from "../paths";
import { sellerListPage } from "../seller-list";
import { type AtStore, titled } from "../words";
import {
  acceptSuspenseAction,
  assignTillAction,
  resolveTaskAction,
  returnSuspenseAction,
  sellTillAction,
  sendFiscalAction,
} from "./actions";
import { factsOf, type TaskWords, taskWords } from "./task-words";

export const generateMetadata = titled("tasks");

export default sellerListPage("tasks", {
  path: tasksPath,
  filters: {
    show: tabs("which", ["", "settled"], (show) => (show ? "tasksSettled" : "tasksOpen")),
    ...period,
  },
  read: (who, values, page) =>
    listTasks(who.world, who.caller, { done: values.show !== "", ...spanOf(who, values) }, page),
  head: ({ words }) => ({ title: words.text("tasks"), purpose: words.text("tasksPurpose") }),
  item: (task, who) => <Task task={task} who={who} />,
  empty: {
    none: ({ words }, { show }) => ({ sentence: words.text(show ? "noneSettled" : "noTasks") }),
  },
});

function Task({ task, who }: { task: TaskRow; who: AtStore }) {
  const { seller, words, timeZone } = who;
  const { title, what, link, suspense, till, fiscal } = taskWords(
    task,
    words,
    factsOf(task.details, words.lang, timeZone),
  );
  return (
    <div
      id={`task-${task.id}`}
      className="grid gap-x-10 gap-y-3 py-4 target:bg-sunk xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid gap-1">
        <h2 className="wrap-anywhere font-semibold">{title}</h2>
        <p className="max-w-[68ch] wrap-anywhere text-ink-2">{what}</p>
        <p className="text-label text-ink-2">
          {words.rich("taskSince", { date: moment(task.createdAt, who) })}
          {task.resolvedAt ? (
            <>, {words.rich("taskSettledAt", { date: moment(task.resolvedAt, who) })}</>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap content-start gap-2">
        {link ? <ButtonLink href={link.href}>{link.label}</ButtonLink> : null}
        {task.resolvedAt ? null : <Buttons {...{ task, suspense, till, fiscal, words }} role={seller.role} />}
      </div>
    </div>
  );
}

/** Money in suspense must be moved, so its task cannot simply be closed. */
function Buttons(props: {
  task: TaskRow;
  suspense: TaskWords["suspense"];
  till: TaskWords["till"];
  fiscal: TaskWords["fiscal"];
  words: DashboardWords;
  role: CurrentSeller["role"];
}) {
  const { task, suspense, till, fiscal, words, role } = props;
  if (suspense) {
    if (role !== "owner" && role !== "admin")
      return <p className="text-label text-ink-2">{words.text("moneyDecided")}</p>;
    const fields = { attempt: suspense.attemptId, seen: sealTask(systemWorld(), task) };
    return (
      <>
        <Press action={acceptSuspenseAction} fields={fields} look="primary">
          {words.text("acceptForOrder")}
        </Press>
        <Press action={returnSuspenseAction} fields={fields}>
          {words.text(isBackByHand(systemWorld(), task.details) ? "gaveBack" : "giveBack")}
        </Press>
      </>
    );
  }
  const mayDecide = role === "owner" || role === "admin";
  if (till && mayDecide) return <TillButtons task={task} isSuggested={till.isSuggested} words={words} />;
  if (fiscal && mayDecide)
    return (
      <Press action={sendFiscalAction} fields={fiscal} look="primary">
        {words.text("fiscalSendAgain")}
      </Press>
    );
  if (role === "viewer" || role === "developer") return null;
  return (
    <Press action={resolveTaskAction} fields={{ id: String(task.id) }} look="quiet">
      {words.text("markSettled")}
    </Press>
  );
}

/** Money that was given back by hand, or belongs elsewhere, is only closed. */
function TillButtons(props: { task: TaskRow; isSuggested: boolean; words: DashboardWords }) {
  const { task, isSuggested, words } = props;
  const fields = { id: task.subject, seen: sealTillTask(systemWorld(), task) };
  return (
    <>
      {isSuggested ? (
        <Press action={assignTillAction} fields={fields} look="primary">
          {words.text("acceptForOrder")}
        </Press>
      ) : null}
      <Press action={sellTillAction} fields={fields}>
        {words.text("tillSell")}
      </Press>
      <Press action={resolveTaskAction} fields={{ id: String(task.id) }} look="quiet">
        {words.text("markSettled")}
      </Press>
    </>
  );
}
