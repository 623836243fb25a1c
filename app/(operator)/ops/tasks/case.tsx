import { found } from "@/app/service-name";
import { done } from "@/lib/auth/sealed-cookie";
import {
  actOnTask,
  type OperatorTask,
  readOperatorTask,
  settleSuspense,
  suspenseActs,
  taskActs,
} from "@/lib/services/desk/operator/tasks";
import { casePages } from "../act-page";
import { mark } from "../case-facts";
import { bigIdOf, tasksPath } from "../desk";
import { OperatorTime, StoreLink } from "../operator-page";
import { operatorTaskWords } from "./task-words";

type Act = (typeof suspenseActs)[number] | (typeof taskActs)[number];
type SuspenseAct = (typeof suspenseActs)[number];

const isOfSuspense = (act: Act): act is SuspenseAct => suspenseActs.some((known) => known === act);

/** Money in suspense needs a decision, so its task cannot simply be closed. */
function applies(act: Act, { kind, resolvedAt }: OperatorTask): boolean {
  if (act === "open") return resolvedAt !== null;
  return resolvedAt === null && (kind === "suspense") === isOfSuspense(act);
}

export const taskCase = casePages<OperatorTask, Act>({
  section: "tasks",
  title: "opsTasks",
  actTitle: "settle",
  find: ({ world, operator }, id) => found(readOperatorTask(world, operator, bigIdOf(id))),
  idOf: ({ id }) => String(id),
  pathOf: ({ id }) => `${tasksPath}/${id}`,
  about: (task, { words, timeZone }) => operatorTaskWords(task, words, timeZone).title,
  standing: (task, { words, timeZone }) => operatorTaskWords(task, words, timeZone).what,
  elsewhere: (task, { words, timeZone }) => {
    const { link, what } = operatorTaskWords(task, words, timeZone);
    return task.resolvedAt || !link ? null : { ...link, effect: what };
  },
  acts: [...suspenseActs, ...taskActs],
  applies,
  told: (act, _, words) => ({
    label: words.text(`act_${act}`),
    effect: words.text(`act_${act}_effect`),
    undo: isOfSuspense(act)
      ? words.text(`act_${act}_undo`)
      : words.text("canUndo", { act: words.text(act === "close" ? "act_open" : "act_close") }),
  }),
  hearers: (act, { store }) => (store || isOfSuspense(act) ? "owner" : "nobody"),
  facts: (task, { words, timeZone }) => {
    const { store, createdAt, resolvedAt } = task;
    const state = words.text(resolvedAt ? "tasksSettled" : "tasksOpen");
    return [
      { label: words.text("endpointState"), value: mark(resolvedAt ? "ended" : "warn", state) },
      { label: words.text("store"), value: store ? <StoreLink store={store} /> : words.text("noneItIsOurs") },
      { label: words.text("since"), value: <OperatorTime at={createdAt} /> },
      ...(resolvedAt ? [{ label: state, value: <OperatorTime at={resolvedAt} /> }] : []),
      { label: words.text("kind"), value: <code className="text-label">{task.kind}</code> },
      {
        label: words.text("subject"),
        value: <code className="text-label wrap-anywhere">{task.subject}</code>,
      },
      ...operatorTaskWords(task, words, timeZone).facts.map(({ label, value }) => ({
        label,
        value: <bdi className="wrap-anywhere">{value}</bdi>,
      })),
    ];
  },
  run: async (operator, { id, act, reason }, { world, words }) => {
    const to = `${tasksPath}/${id}`;
    if (!isOfSuspense(act)) {
      await actOnTask(world, operator, { id: bigIdOf(id), act, reason });
      return done(to, words.text("doneLogged"));
    }
    const { subject } = await readOperatorTask(world, operator, bigIdOf(id));
    await settleSuspense(world, operator, { attemptId: subject, act, reason });
    return done(to, words.text("doneMailed"));
  },
});
