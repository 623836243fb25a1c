import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/system-world";
import { listTasks, type TaskRow } from "@/lib/services/tasks/list";
import { type TaskWords, taskWords } from "@/lib/services/tasks/words";
import { SellerPage } from "../seller-page";
import { acceptSuspenseAction, resolveTaskAction, returnSuspenseAction } from "./actions";
import { tasksPath } from "./paths";

export const metadata: Metadata = { title: "Needs you" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function TasksPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const search = await searchParams;
  const done = search.show === "settled";
  const page = /^[1-9]\d{0,5}$/.test(String(search.page)) ? Number(search.page) : 1;
  const which = { skip: (page - 1) * perPage, take: perPage };
  const { rows, total } = await listTasks(systemWorld(), seller.caller(true), { done }, which);
  const hrefOf = (number: number) =>
    `${tasksPath}?${new URLSearchParams({ ...(done ? { show: "settled" } : {}), page: String(number) })}`;
  return (
    <SellerPage seller={seller} section="tasks">
      <PageHeader title="Needs you" purpose="What the service cannot decide by itself." />
      <Tabs
        label="Which"
        items={[
          { href: tasksPath, label: "Open", current: !done },
          { href: `${tasksPath}?show=settled`, label: "Settled", current: done },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState
          sentence={
            done
              ? "Nothing was settled yet."
              : "Nothing needs you. Money that matches no payment would show up here."
          }
        />
      ) : (
        <ul className="border-t border-rule">
          {rows.map((task) => (
            <Task key={String(task.id)} task={task} seller={seller} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={hrefOf}
      />
    </SellerPage>
  );
}

function Task({ task, seller }: { task: TaskRow; seller: CurrentSeller }) {
  const words = taskWords(task);
  const { timeZone } = seller.store;
  return (
    <li className="grid gap-2 border-b border-rule py-4">
      <h2 className="wrap-anywhere font-semibold">{words.title}</h2>
      <p className="max-w-[68ch] wrap-anywhere text-ink-2">{words.what}</p>
      <p className="text-label text-ink-2">
        Since <Timestamp at={task.createdAt} timeZone={timeZone} />
        {task.resolvedAt ? (
          <>
            , settled <Timestamp at={task.resolvedAt} timeZone={timeZone} />
          </>
        ) : null}
        {words.link ? (
          <>
            {" · "}
            <a className="underline underline-offset-2" href={words.link.href}>
              {words.link.label}
            </a>
          </>
        ) : null}
      </p>
      {task.resolvedAt ? null : <Buttons task={task} words={words} role={seller.role} />}
    </li>
  );
}

/** What is set aside ends by being moved, so it cannot be merely ticked off. */
function Buttons({ task, words, role }: { task: TaskRow; words: TaskWords; role: CurrentSeller["role"] }) {
  if (words.suspense) {
    if (role !== "owner" && role !== "admin")
      return <p className="text-label text-ink-2">The owner or an admin decides about money.</p>;
    const fields = { attempt: words.suspense.attemptId };
    return (
      <div className="flex flex-wrap gap-2">
        <ActionForm to={{ action: acceptSuspenseAction, fields }}>
          <Button look="primary">Accept it for the order</Button>
        </ActionForm>
        <ActionForm to={{ action: returnSuspenseAction, fields }}>
          <Button>Give it back</Button>
        </ActionForm>
      </div>
    );
  }
  if (role === "viewer" || role === "developer") return null;
  return (
    <ActionForm to={{ action: resolveTaskAction, fields: { id: String(task.id) } }}>
      <Button>Mark as settled</Button>
    </ActionForm>
  );
}
