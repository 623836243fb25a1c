import { carriedNumber, period, tabs } from "@/app/_lists/filters";
import { moment } from "@/app/_lists/list-view";
import { TextLink } from "@/components/dashboard/pieces";
import { listOperatorTasks, type OperatorTask } from "@/lib/services/desk/operator/tasks";
import { type AtDesk, tasksPath, titledForOperator } from "../desk";
import { operatorListPage, viewed } from "../operator-page";
import { operatorTaskWords } from "./task-words";

const views = {
  ours: { label: "opsTasksOurs", empty: "noOurTasks" },
  sellers: { label: "opsTasksSellers", empty: "noSellerTasks" },
  settled: { label: "tasksSettled", empty: "noneSettled" },
} as const;

export const generateMetadata = titledForOperator("opsTasks");

export default operatorListPage("tasks", {
  path: tasksPath,
  filters: {
    show: tabs("whose", ["ours", "sellers", "settled"], (view) => views[view].label),
    store: carriedNumber,
    kind: { look: "hidden", read: (typed) => (typed === "suspense" ? typed : "") },
    ...period,
  },
  read: (who, values, page) =>
    listOperatorTasks(who.world, who.operator, { ...viewed(who, values), kind: values.kind }, page),
  head: ({ words }, { store }) => ({
    title: words.text("opsTasks"),
    purpose: store ? words.text("opsTasksOfStore", { store }) : words.text("opsTasksPurpose"),
  }),
  item: (task, who) => <Task task={task} who={who} />,
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(views[show].empty) }) },
});

function Task({ task, who }: { task: OperatorTask; who: AtDesk }) {
  const { words } = who;
  const { title, what } = operatorTaskWords(task, words, who.timeZone);
  return (
    <div className="grid gap-1 py-4">
      <h2 className="wrap-anywhere font-semibold">
        <TextLink href={`${tasksPath}/${task.id}`}>{title}</TextLink>
      </h2>
      <p className="max-w-[68ch] wrap-anywhere text-ink-2">{what}</p>
      <p className="text-label text-ink-2">
        {task.store ? (
          <>
            <bdi>{task.store.name}</bdi>,{" "}
          </>
        ) : null}
        {words.rich("sinceDate", { date: moment(task.createdAt, who) })}
        {task.resolvedAt ? (
          <>, {words.rich("taskSettledAt", { date: moment(task.resolvedAt, who) })}</>
        ) : null}
      </p>
    </div>
  );
}
