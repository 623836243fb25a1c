import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { z } from "zod";
import { FieldForm, type FieldFormProps } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { type FactItem, Facts, Notice, PageHeader, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { fieldOf } from "@/lib/auth/form-fields";
import type { ButtonAction, FormAction } from "@/lib/auth/form-state";
import { operatorButton, operatorForm, proofFields, textField } from "@/lib/auth/guarded-action";
import { done, type Flash } from "@/lib/auth/sealed-cookie";
import type { World } from "@/lib/services/core/world";
import type { Operator } from "@/lib/services/desk/operator/operator";
import { type AtDesk, currentOperatorWords, titledForOperator } from "./desk";
import { type OperatorSection, operatorPage } from "./operator-page";

// What an operator decides about one thing: its page, the page of each decision, and what its form calls.

/** What a form of a decision sent. Fields that it does not have are empty. */
interface Sent<Act> {
  id: string;
  act: Act;
  reason: string;
  evidence: string;
  most: string;
  password: string;
  code: string;
}

/** The texts of one decision, before it is made. */
export interface Told {
  /** The button and the beginning of the title. */
  label: string;
  /** The exact effect. */
  effect: string;
  /** How it is undone, or why it cannot be. */
  undo: string;
}

type Hearers = "owner" | "operators" | "nobody";

export interface Acts<Row, Act extends string> {
  section: OperatorSection;
  /** Of the tab of a decision. */
  actTitle: DashboardKey;
  /** Ends with the page for what does not exist. */
  find(who: AtDesk, id: string): Promise<Row>;
  idOf(row: Row): string;
  about(row: Row, who: AtDesk): string;
  /** Its own page, to which every decision leads back. */
  pathOf(row: Row): string;
  /** The address of a decision ends with its name; where there is only one, it has none. */
  acts: readonly [Act, ...Act[]];
  applies(act: Act, row: Row): boolean;
  told(act: Act, row: Row, words: DashboardWords): Told;
  isHarsh?(act: Act): boolean;
  /** Who reads the reason: the owner, where nothing is said. */
  hearers?: Hearers | ((act: Act, row: Row) => Hearers);
  /** Fields before the reason. */
  fields?(act: Act, row: Row, who: AtDesk): FieldSpec[] | Promise<FieldSpec[]>;
  /** Whether the operator’s password is required. */
  proves?: true;
  run(
    operator: Operator,
    sent: Sent<Act>,
    on: { world: World; words: DashboardWords },
  ): Promise<{ to: string; flash?: Flash }>;
}

interface Props {
  params: Promise<Record<string, string>>;
}

/** The page of each decision, and what its form calls. Next wants both from the page's own file. */
export function actPage<Row, Act extends string>(of: Acts<Row, Act>) {
  const schema = z.object({
    ...{ id: textField, act: z.enum(of.acts), reason: textField, evidence: textField, most: textField },
    ...proofFields,
  });
  const send = operatorForm(schema, async (operator, sent, world) =>
    of.run(operator, sent, { world, words: await currentOperatorWords() }),
  );
  const page = (action: FormAction) =>
    Object.assign(
      operatorPage(of.section, async (who, { params }: Props) => {
        const { act: name, ...place } = await params;
        const act = name === undefined ? of.acts[0] : of.acts.find((known) => known === name);
        if (!act) notFound();
        const row = await of.find(who, Object.values(place)[0] ?? "");
        if (!of.applies(act, row)) redirect(of.pathOf(row));
        return (
          <Decision {...{ of, act, row, who, action }} fields={(await of.fields?.(act, row, who)) ?? []} />
        );
      }),
      { act: { fields: schema.shape }, send },
    );
  return { metadata: titledForOperator(of.actTitle), send, page };
}

/** The exact effect of a decision, before it is made. */
function Decision<Row, Act extends string>(props: {
  of: Acts<Row, Act>;
  act: Act;
  row: Row;
  who: AtDesk;
  action: FormAction;
  fields: FieldSpec[];
}) {
  const { of, act, row, who, action, fields } = props;
  const { person, words } = who;
  const { label, effect, undo } = of.told(act, row, words);
  const { hearers = "owner" } = of;
  const hears = typeof hearers === "function" ? hearers(act, row) : hearers;
  return (
    <>
      <PageHeader
        title={words.rich("actOn", { act: label, what: <bdi key="what">{of.about(row, who)}</bdi> })}
        purpose={effect}
      />
      <DeskForm
        action={action}
        hidden={{ id: of.idOf(row), act }}
        fields={[...[...fields, reasonField(words, hears)], ...(of.proves ? proofSpecs(words, person) : [])]}
        words={words}
        submit={label}
        look={of.isHarsh?.(act) ? "danger" : "primary"}
        back={of.pathOf(row)}
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{undo}</p>
    </>
  );
}

export function reasonField(words: DashboardWords, hearers: Hearers): FieldSpec {
  return { kind: "area", name: "reason", label: words.text("whyDone"), help: words.text(`hears_${hearers}`) };
}

/** What the operator saw elsewhere: where to look first, and who reads it. */
export function evidenceField(words: DashboardWords, where: DashboardKey, readBy: DashboardKey): FieldSpec {
  const help = `${words.loose(where, {})}. ${words.loose(readBy, {})}`;
  return { kind: "text", name: "evidence", label: words.text("whatYouSaw"), help };
}

/** A form of this area. Beside its button, where there is one: the way back, with nothing done. */
export function DeskForm(props: Omit<FieldFormProps, "note"> & { words: DashboardWords; back?: string }) {
  const { words, back, ...form } = props;
  const note = back ? (
    <ButtonLink look="quiet" href={back}>
      {words.text("leaveIt")}
    </ButtonLink>
  ) : undefined;
  return <FieldForm {...form} note={note} />;
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

/** A thing that has a page of its own, with all that can be decided about it. */
export interface Case<Row, Act extends string> extends Acts<Row, Act> {
  title: DashboardKey;
  /** Below the title. */
  standing(row: Row, who: AtDesk): ReactNode;
  /** While it is open: how it stands, and what that means. */
  notice?(row: Row, words: DashboardWords): { tone: "warn" | "info"; title: string; text: string } | null;
  facts(row: Row, who: AtDesk): FactItem[];
  /** What can be done elsewhere, before what can be decided here. */
  elsewhere?(row: Row, who: AtDesk): { href: string; label: string; effect: string } | null;
  /** Where a rail can be asked again: whether it can now, and what it answered. */
  ask?: {
    applies(row: Row): boolean;
    run(operator: Operator, id: string, on: { world: World; words: DashboardWords }): Promise<string>;
    /** Of its list. */
    path: string;
  };
}

export function casePages<Row, Act extends string>(of: Case<Row, Act>) {
  return {
    metadata: titledForOperator(of.title),
    act: actPage(of),
    /** What the button on its page calls. */
    async ask(form: FormData): Promise<void> {
      const back = `${of.ask?.path}/${fieldOf(form, "id")}`;
      return operatorButton(back, z.object({ id: textField }), async (operator, { id }, world) => {
        const text = await of.ask?.run(operator, id, { world, words: await currentOperatorWords() });
        return done(back, text ?? "");
      })(form);
    },
    page: (ask?: ButtonAction) =>
      operatorPage(of.section, async (who, { params }: Props) => (
        <CasePage {...{ of, who }} row={await of.find(who, (await params).id ?? "")} ask={ask} />
      )),
  };
}

function CasePage<Row, Act extends string>(props: {
  of: Case<Row, Act>;
  who: AtDesk;
  row: Row;
  ask: ButtonAction | undefined;
}) {
  const { of, who, row, ask } = props;
  const { words } = who;
  const notice = of.notice?.(row, words);
  const elsewhere = of.elsewhere?.(row, who);
  const possible = of.acts.filter((act) => of.applies(act, row));
  return (
    <>
      <PageHeader
        title={of.about(row, who)}
        purpose={of.standing(row, who)}
        actions={
          ask && of.ask?.applies(row) ? (
            <ActionForm to={{ action: ask, fields: { id: of.idOf(row) } }}>
              <Button>{words.text("askAgain")}</Button>
            </ActionForm>
          ) : null
        }
      />
      {notice ? (
        <div className="mb-6">
          <Notice tone={notice.tone} title={notice.title}>
            {notice.text}
          </Notice>
        </div>
      ) : null}
      {possible.length > 0 || elsewhere ? (
        <Section title={words.text("whatYouCanDo")}>
          <ul>
            {elsewhere ? <ActLine {...elsewhere} /> : null}
            {possible.map((act) => {
              const { label, effect } = of.told(act, row, words);
              return <ActLine key={act} href={`${of.pathOf(row)}/${act}`} label={label} effect={effect} />;
            })}
          </ul>
        </Section>
      ) : null}
      <Section title={words.text("aboutIt")}>
        <Facts items={of.facts(row, who)} />
      </Section>
    </>
  );
}
