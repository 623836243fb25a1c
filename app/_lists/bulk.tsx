import type { ReactNode } from "react";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StoreForm } from "@/components/dashboard/store-form";
import { Notice } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { addressOf, besideForm, type Choice, type Filters, type Search } from "./filters";
import {
  type AskedBulk,
  type Bulk,
  type BulkText,
  type Opened,
  type Reading,
  rowsField,
  rowsMax,
} from "./list";

export function askedOf({ act, [rowsField]: rows }: Search): AskedBulk | null {
  const chosen = [rows ?? []].flat().slice(0, rowsMax);
  return typeof act === "string" && chosen.length > 0 ? { act, rows: chosen } : null;
}

const formId = "bulk";

/** Outside of its form, so that forms in rows stay possible. It works without scripts. */
export function RowBox({ value, label, words }: { value: string; label: string; words: DashboardWords }) {
  return (
    <input
      type="checkbox"
      name={rowsField}
      form={formId}
      value={value}
      aria-label={words.text("chooseRow", { row: label })}
      autoComplete="off"
      className="size-6 shrink-0 self-center accent-brand cards:-my-1"
    />
  );
}

/** The first cell of a row that can be chosen. */
export function Chosen({ box, children }: { box: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-3">
      {box}
      <span className="min-w-0 flex-1">{children}</span>
    </span>
  );
}

/** Out of sight until a row is chosen; a browser without :has shows it always. */
const onceChosen = "group-not-has-[input:checked]/bulk:hidden";

/** What can be done with the chosen rows: shown once there are some, and in sight while there are. */
export function BulkBar<Who extends Reading, Row, F extends Filters>(
  props: Opened<Who, Row, F> & { bulk: Bulk<Row> },
) {
  const {
    list,
    who: { words },
    choices,
    bulk,
  } = props;
  return (
    <StoreForm
      id={formId}
      action={bulk.action}
      aria-label={words.text("chosenRows")}
      className="flex flex-wrap items-center gap-2 border-b border-rule bg-paper py-3 group-has-[input:checked]/bulk:sticky group-has-[input:checked]/bulk:bottom-0 group-has-[input:checked]/bulk:border-t-2 group-has-[input:checked]/bulk:border-t-ink"
    >
      <input type="hidden" name="list" value={list.path} />
      <span
        data-choose-all={formId}
        data-chosen={words.text("chosenCount")}
        data-none={words.text("withChosen")}
        className="flex flex-wrap items-center"
      >
        <label
          className="me-2 inline-flex min-h-11 items-center gap-2 sm:min-h-9"
          hidden
          suppressHydrationWarning
        >
          <input type="checkbox" autoComplete="off" className="size-6 accent-brand" />
          {words.text("chooseAll")}
        </label>
        <span
          role="status"
          className="me-2 text-ink-2 group-not-has-[input:checked]/bulk:sr-only"
          suppressHydrationWarning
        >
          {words.text("withChosen")}
        </span>
      </span>
      <span className={`contents ${onceChosen}`}>
        {bulk.text ? <TextOf {...{ words, choices }} text={bulk.text} /> : null}
        {bulk.acts.map(({ name, label, asks }) => (
          <Button
            key={name}
            name="act"
            value={name}
            {...(asks ? { formAction: list.path, formMethod: "get", formNoValidate: true } : {})}
          >
            {words.loose(label, {})}
          </Button>
        ))}
        {list.csv ? (
          <Button formAction={list.csv.path ?? `${list.path}/export`} formMethod="get">
            {words.text("bulk_export")}
          </Button>
        ) : null}
      </span>
    </StoreForm>
  );
}

function TextOf(props: {
  text: BulkText;
  words: DashboardWords;
  choices: Record<string, Choice[] | undefined>;
}) {
  const { text, words, choices } = props;
  const list = `${formId}-${text.name}`;
  return (
    <>
      <input
        name={text.name}
        aria-label={words.loose(text.label, {})}
        placeholder={words.loose(text.label, {})}
        list={list}
        maxLength={text.maxLength}
        autoComplete="off"
        className="min-h-11 w-36 rounded-sm border border-field bg-sheet px-3 text-touch sm:min-h-9 sm:text-body"
      />
      <datalist id={list}>
        {choices[text.offers]?.map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

/** What cannot be undone is asked before it is done, on the list's own page. */
export function BulkQuestion<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values, asked } = props;
  const bulk = list.bulk?.(who);
  const act = bulk?.acts.find(({ name, asks }) => asks && name === asked?.act);
  if (!bulk || !act?.asks || !asked) return null;
  const { words } = who;
  return (
    <div className="mb-6">
      <Notice tone="warn" title={words.loose(act.asks, { count: asked.rows.length })}>
        <div className="mt-2 flex flex-wrap gap-2">
          <ActionForm to={{ action: bulk.action, fields: { list: list.path, act: act.name } }}>
            {asked.rows.map((row) => (
              <input key={row} type="hidden" name={rowsField} value={row} />
            ))}
            <Button look="danger">{words.loose(act.label, {})}</Button>
          </ActionForm>
          <ButtonLink href={addressOf(list.path, besideForm(list.filters, values))}>
            {words.text("bulkKeep")}
          </ButtonLink>
        </div>
      </Notice>
    </div>
  );
}
