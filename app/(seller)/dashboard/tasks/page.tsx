import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listTasks, type TaskRow } from "@/lib/services/money/tasks/list";
import { SellerPage } from "../seller-page";
import { pageLabels, titled, wordsFor } from "../words";
import { acceptSuspenseAction, resolveTaskAction, returnSuspenseAction } from "./actions";
import { tasksPath } from "./paths";
import { type TaskWords, taskWords } from "./task-words";

export const generateMetadata = titled("tasks");

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function TasksPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const search = await searchParams;
  const done = search.show === "settled";
  const page = /^[1-9]\d{0,5}$/.test(String(search.page)) ? Number(search.page) : 1;
  const which = { skip: (page - 1) * perPage, take: perPage };
  const { rows, total } = await listTasks(systemWorld(), seller.caller(true), { done }, which);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const hrefOf = (number: number) =>
    `${tasksPath}?${new URLSearchParams({ ...(done ? { show: "settled" } : {}), page: String(number) })}`;
  return (
    <SellerPage seller={seller} section="tasks">
      <PageHeader title={words.text("tasks")} purpose={words.text("tasksPurpose")} />
      <Tabs
        label={words.text("which")}
        items={[
          { href: tasksPath, label: words.text("tasksOpen"), current: !done },
          { href: `${tasksPath}?show=settled`, label: words.text("tasksSettled"), current: done },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text(done ? "noneSettled" : "noTasks")} />
      ) : (
        <ul className="border-t border-rule">
          {rows.map((task) => (
            <Task key={String(task.id)} task={task} seller={seller} words={words} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={hrefOf}
      />
    </SellerPage>
  );
}

function Task(props: { task: TaskRow; seller: CurrentSeller; words: DashboardWords }) {
  const { task, seller, words } = props;
  const { title, what, link, suspense } = taskWords(task, words);
  const moment = (at: Date) => (
    <Timestamp key="at" at={at} timeZone={seller.store.timeZone} locale={words.locale} />
  );
  return (
    <li className="grid gap-2 border-b border-rule py-4">
      <h2 className="wrap-anywhere font-semibold">{title}</h2>
      <p className="max-w-[68ch] wrap-anywhere text-ink-2">{what}</p>
      <p className="text-label text-ink-2">
        {words.rich("taskSince", { date: moment(task.createdAt) })}
        {task.resolvedAt ? <>, {words.rich("taskSettledAt", { date: moment(task.resolvedAt) })}</> : null}
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
    </li>
  );
}

/** What is set aside ends by being moved, so it cannot be merely ticked off. */
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
    const fields = { attempt: suspense.attemptId };
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
