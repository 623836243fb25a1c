import { pageLabels } from "@/app/(seller)/dashboard/words";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listOperatorTasks, type OperatorTask, type TaskView } from "@/lib/services/desk/operator/list-tasks";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { tasksPath } from "./paths";
import { operatorTaskWords } from "./task-words";

export const generateMetadata = titledForOperator("opsTasks");

const perPage = 25;
const tabs: { view: TaskView; label: DashboardKey; empty: DashboardKey }[] = [
  {
    view: "ours",
    label: "opsTasksOurs",
    empty: "noOurTasks",
  },
  {
    view: "sellers",
    label: "opsTasksSellers",
    empty: "noSellerTasks",
  },
  { view: "settled", label: "tasksSettled", empty: "noneSettled" },
];

export default async function OperatorTasksPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const one = readSearch(await searchParams);
  const store = /^[1-9]\d{0,8}$/.test(one("store")) ? one("store") : "";
  const asked = one("show") || (store ? "sellers" : "ours");
  const tab = tabs.find(({ view }) => view === asked) ?? tabs[0];
  const view = tab?.view ?? "ours";
  const page = pageOf(one);
  const { rows, total } = await listOperatorTasks(
    systemWorld(),
    await operatorCaller(),
    { view, ...(store ? { storeId: Number(store) } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <OperatorPage person={person} section="tasks">
      <PageHeader
        title={words.text("opsTasks")}
        purpose={store ? words.text("opsTasksOfStore", { store }) : words.text("opsTasksPurpose")}
      />
      <Tabs
        label={words.text("whose")}
        items={tabs.map((each) => ({
          href: hrefOf(tasksPath, { show: each.view, store }),
          label: words.loose(each.label, {}),
          current: each.view === view,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState sentence={words.loose(tab?.empty ?? "noOurTasks", {})} />
      ) : (
        <TaskList rows={rows} words={words} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(other) => hrefOf(tasksPath, { show: view, store, page: other })}
      />
    </OperatorPage>
  );
}

function TaskList({ rows, words }: { rows: OperatorTask[]; words: DashboardWords }) {
  const moment = (at: Date) => <Timestamp key="at" at={at} timeZone="UTC" locale={words.locale} />;
  return (
    <ul>
      {rows.map((task) => {
        const { title, what } = operatorTaskWords(task, words);
        return (
          <li key={String(task.id)} className="grid gap-1 border-b border-rule py-4 first:pt-0">
            <h2 className="wrap-anywhere font-semibold">
              <a className="underline underline-offset-2" href={`${tasksPath}/${task.id}`}>
                {title}
              </a>
            </h2>
            <p className="max-w-[68ch] wrap-anywhere text-ink-2">{what}</p>
            <p className="text-label text-ink-2">
              {task.store ? (
                <>
                  <bdi>{task.store.name}</bdi>,{" "}
                </>
              ) : null}
              {words.rich("sinceDate", { date: moment(task.createdAt) })}
              {task.resolvedAt ? (
                <>, {words.rich("taskSettledAt", { date: moment(task.resolvedAt) })}</>
              ) : null}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
