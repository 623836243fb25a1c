import type { Metadata } from "next";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { taskRules } from "@/lib/services/operator/act-on-task";
import type { OperatorTask } from "@/lib/services/operator/list-tasks";
import { suspenseActs, suspenseRules } from "@/lib/services/operator/settle-suspense";
import { ActLine } from "../../act-line";
import { OperatorPage } from "../../operator-page";
import { tasksPath } from "../paths";
import { type OperatorTaskWords, operatorTaskWords } from "../task-words";
import { findTask } from "./find-task";

export const metadata: Metadata = { title: "Needs a hand" };

type Params = Promise<{ id: string }>;

export default async function OperatorTaskPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const task = await findTask((await params).id);
  const words = operatorTaskWords(task, dashboardWords("en"));
  return (
    <OperatorPage person={person} section="tasks">
      <PageHeader title={words.title} purpose={words.what} />
      <Section title="What you can do">
        <Acts task={task} words={words} />
      </Section>
      <Section title="About it">
        <Facts items={factsOf(task, words)} />
      </Section>
    </OperatorPage>
  );
}

/** Money that is set aside ends by being decided about, so it cannot be merely ticked off. */
function Acts({ task, words }: { task: OperatorTask; words: OperatorTaskWords }) {
  const path = `${tasksPath}/${task.id}`;
  if (task.resolvedAt)
    return (
      <ul>
        <ActLine href={`${path}/open`} label={taskRules.open.label} effect={taskRules.open.effect} />
      </ul>
    );
  return (
    <ul>
      {words.link ? <ActLine href={words.link.href} label={words.link.label} effect={words.what} /> : null}
      {words.suspense ? (
        suspenseActs.map((act) => (
          <ActLine
            key={act}
            href={`${path}/${act}`}
            label={suspenseRules[act].label}
            effect={suspenseRules[act].effect}
          />
        ))
      ) : (
        <ActLine href={`${path}/close`} label={taskRules.close.label} effect={taskRules.close.effect} />
      )}
    </ul>
  );
}

function factsOf(task: OperatorTask, words: OperatorTaskWords) {
  return [
    {
      label: "State",
      value: (
        <StatusMark tone={task.resolvedAt ? "ended" : "warn"}>
          {task.resolvedAt ? "Settled" : "Open"}
        </StatusMark>
      ),
    },
    {
      label: "Store",
      value: task.store ? (
        <a className="underline underline-offset-2" href={`/ops/stores/${task.store.id}`}>
          <bdi>{task.store.name}</bdi>
        </a>
      ) : (
        "None: it is ours"
      ),
    },
    { label: "Since", value: <Timestamp at={task.createdAt} timeZone="UTC" /> },
    ...(task.resolvedAt
      ? [{ label: "Settled", value: <Timestamp at={task.resolvedAt} timeZone="UTC" /> }]
      : []),
    { label: "Kind", value: <code className="text-label">{task.kind}</code> },
    { label: "Subject", value: <code className="text-label wrap-anywhere">{task.subject}</code> },
    ...words.facts.map(({ label, value }) => ({
      label,
      value: <bdi className="wrap-anywhere">{value}</bdi>,
    })),
  ];
}
