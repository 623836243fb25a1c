import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { currentOperator } from "@/lib/auth/current-seller";
import type { OperatorTask } from "@/lib/services/desk/operator/list-tasks";
import { suspenseActs } from "@/lib/services/desk/operator/settle-suspense";
import { ActLine, actWords } from "../../act-page";
import { findTask } from "../../find";
import { OperatorPage, OperatorTime } from "../../operator-page";
import { tasksPath } from "../../paths";
import { operatorWords, titledForOperator, zoneOf } from "../../words";
import { type OperatorTaskWords, operatorTaskWords } from "../task-words";

export const generateMetadata = titledForOperator("opsTasks");

type Params = Promise<{ id: string }>;

export default async function OperatorTaskPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const task = await findTask((await params).id);
  const words = operatorWords(person);
  const told = operatorTaskWords(task, words, zoneOf(person));
  return (
    <OperatorPage person={person} section="tasks">
      <PageHeader title={told.title} purpose={told.what} />
      <Section title={words.text("whatYouCanDo")}>
        <Acts task={task} told={told} words={words} />
      </Section>
      <Section title={words.text("aboutIt")}>
        <Facts items={factsOf(task, told, words)} />
      </Section>
    </OperatorPage>
  );
}

/** Money in suspense needs a decision, so its task cannot simply be closed. */
function Acts(props: { task: OperatorTask; told: OperatorTaskWords; words: DashboardWords }) {
  const { task, told, words } = props;
  const path = `${tasksPath}/${task.id}`;
  if (task.resolvedAt)
    return (
      <ul>
        <ActLine href={`${path}/open`} {...actWords("open", words)} />
      </ul>
    );
  return (
    <ul>
      {told.link ? <ActLine {...told.link} effect={told.what} /> : null}
      {told.suspense ? (
        suspenseActs.map((act) => <ActLine key={act} href={`${path}/${act}`} {...actWords(act, words)} />)
      ) : (
        <ActLine href={`${path}/close`} {...actWords("close", words)} />
      )}
    </ul>
  );
}

function factsOf(task: OperatorTask, told: OperatorTaskWords, words: DashboardWords) {
  const moment = (at: Date) => <OperatorTime at={at} />;
  return [
    {
      label: words.text("endpointState"),
      value: (
        <StatusMark tone={task.resolvedAt ? "ended" : "warn"}>
          {words.text(task.resolvedAt ? "tasksSettled" : "tasksOpen")}
        </StatusMark>
      ),
    },
    {
      label: words.text("store"),
      value: task.store ? (
        <a className="underline underline-offset-2" href={`/ops/stores/${task.store.id}`}>
          <bdi>{task.store.name}</bdi>
        </a>
      ) : (
        words.text("noneItIsOurs")
      ),
    },
    { label: words.text("since"), value: moment(task.createdAt) },
    ...(task.resolvedAt ? [{ label: words.text("tasksSettled"), value: moment(task.resolvedAt) }] : []),
    { label: words.text("kind"), value: <code className="text-label">{task.kind}</code> },
    { label: words.text("subject"), value: <code className="text-label wrap-anywhere">{task.subject}</code> },
    ...told.facts.map(({ label, value }) => ({
      label,
      value: <bdi className="wrap-anywhere">{value}</bdi>,
    })),
  ];
}
