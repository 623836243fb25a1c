import type { Metadata } from "next";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listOperatorTasks, type OperatorTask, type TaskView } from "@/lib/services/operator/list-tasks";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { tasksPath } from "./paths";
import { operatorTaskWords } from "./task-words";

export const metadata: Metadata = { title: "Needs a hand" };

const perPage = 25;
const tabs: { view: TaskView; label: string; empty: string }[] = [
  {
    view: "ours",
    label: "Ours",
    empty: "Nothing needs a hand of yours. A provider that refuses our keys would show up here.",
  },
  {
    view: "sellers",
    label: "Sellers’",
    empty: "No seller has anything to decide. Money that matches no payment would show up here.",
  },
  { view: "settled", label: "Settled", empty: "Nothing was settled yet." },
];

export default async function OperatorTasksPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
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
  return (
    <OperatorPage person={person} section="tasks">
      <PageHeader
        title="Needs a hand"
        purpose={
          store
            ? `What the service cannot decide by itself in store ${store}. Sellers see their own under “Needs you”.`
            : "What the service cannot decide by itself. Sellers see their own under “Needs you”; you can settle those too, with a reason."
        }
      />
      <Tabs
        label="Whose"
        items={tabs.map((each) => ({
          href: hrefOf(tasksPath, { show: each.view, store }),
          label: each.label,
          current: each.view === view,
        }))}
      />
      {rows.length === 0 ? <EmptyState sentence={tab?.empty} /> : <TaskList rows={rows} />}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(other) => hrefOf(tasksPath, { show: view, store, page: other })}
      />
    </OperatorPage>
  );
}

function TaskList({ rows }: { rows: OperatorTask[] }) {
  return (
    <ul>
      {rows.map((task) => {
        const { title, what } = operatorTaskWords(task, dashboardWords("en"));
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
              since <Timestamp at={task.createdAt} timeZone="UTC" />
              {task.resolvedAt ? (
                <>
                  , settled <Timestamp at={task.resolvedAt} timeZone="UTC" />
                </>
              ) : null}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
