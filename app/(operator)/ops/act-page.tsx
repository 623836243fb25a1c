import { FieldForm, type FieldFormProps } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { StoreAct } from "@/lib/services/desk/operator/act-on-store";
import type { TaskAct } from "@/lib/services/desk/operator/act-on-task";
import type { SuspenseAct } from "@/lib/services/desk/operator/settle-suspense";
import { OperatorPage, type OperatorSection } from "./operator-page";
import { operatorWithWords } from "./words";

export interface ActPageProps {
  section: OperatorSection;
  /** The button and the beginning of the title. */
  label: string;
  /** The object of the action. */
  about: string;
  /** The exact effect. */
  effect: string;
  /** How it is undone, or why it cannot be. */
  undo: string;
  action: FieldFormProps["action"];
  hidden: Record<string, string>;
  /** Where “Leave it” leads. */
  back: string;
  /** Who reads the reason. */
  hearers?: "owner" | "operators" | "nobody";
  /** Fields before the reason. */
  fields?: FieldSpec[];
  isHarsh?: boolean;
  /** Whether the operator’s password is required. */
  needsProof?: boolean;
}

/** The page before an action: its effect, whether it can be undone, and the reason for it. */
export async function ActPage(props: ActPageProps) {
  const {
    section,
    label,
    about,
    effect,
    undo,
    action,
    hidden,
    back,
    fields = [],
    isHarsh,
    needsProof,
  } = props;
  const { person, words } = await operatorWithWords();
  const reason: FieldSpec = {
    kind: "area",
    name: "reason",
    label: words.text("whyDone"),
    help: words.text(`hears_${props.hearers ?? "owner"}`),
  };
  return (
    <OperatorPage person={person} section={section}>
      <PageHeader
        title={words.rich("actOn", { act: label, what: <bdi key="what">{about}</bdi> })}
        purpose={effect}
      />
      <FieldForm
        action={action}
        hidden={hidden}
        fields={[...fields, reason, ...(needsProof ? proofSpecs(words, person) : [])]}
        titles={problemTitles(words)}
        submit={label}
        look={isHarsh ? "danger" : "primary"}
        note={<LeaveIt to={back} words={words} />}
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{undo}</p>
    </OperatorPage>
  );
}

/** Beside a form's button: the way back, with nothing done. */
export function LeaveIt({ to, words }: { to: string; words: DashboardWords }) {
  return (
    <ButtonLink look="quiet" href={to}>
      {words.text("leaveIt")}
    </ButtonLink>
  );
}

/** One possible action of an operator: its exact effect, and a link to it. */
export function ActLine(props: {
  href: string;
  label: string;
  effect: string;
  look?: "primary" | "secondary" | "danger";
}) {
  return (
    <li className="grid items-start gap-3 border-b border-rule py-3 sm:grid-cols-[1fr_auto]">
      <p className="max-w-[68ch] text-ink-2">{props.effect}</p>
      <ButtonLink href={props.href} look={props.look ?? "secondary"}>
        {props.label}
      </ButtonLink>
    </li>
  );
}

/** The name of an action on its button and page, and its effect. */
interface ActWords {
  label: string;
  effect: string;
}

export function actWords(act: StoreAct | TaskAct | SuspenseAct, words: DashboardWords): ActWords {
  return { label: words.text(`act_${act}`), effect: words.text(`act_${act}_effect`) };
}
