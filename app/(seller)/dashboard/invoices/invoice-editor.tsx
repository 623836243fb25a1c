"use client";

import { useActionState } from "react";
import { Problems, useFreshForm, withSaved } from "@/app/_forms/field-form";
import { type FieldSpec, FormField, HiddenFields } from "@/app/_forms/form-field";
import { KeepTyped } from "@/app/_forms/keep-typed";
import { StoreForm } from "@/components/dashboard/store-form";
import { Disclosure } from "@/components/ui/blocks";
import { Button, classes } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import type { FormAction, FormState } from "@/lib/auth/form-state";
import type { MoreRows } from "../act-page";
import { customerList, type Pick, PickOptions, productList } from "./picks";

// Fields of lines and buttons, sent in addition to the field specs.
const lineFields = /^(more|(description|quantity|unitPrice)\.\d+)$/;

/** In the page's language. `line` stands before a line's number, for screen readers. */
export type EditorTexts = Record<
  "lines" | "line" | "description" | "quantity" | "unitPrice" | "addRow" | "more" | "save",
  string
>;

export interface InvoiceEditorProps {
  action: FormAction<MoreRows>;
  before: FieldSpec[];
  after: FieldSpec[];
  /** Where it may repeat: the fields that are seen once `interval` says how often, and the texts then. */
  repeating?: { names: string[]; save: string; more: string };
  rows: { first: number; more: number; most: number };
  texts: EditorTexts;
  picks: { customers: Pick[]; products: Pick[] };
  /** Of something that exists: the values of its lines, by field name. */
  start?: Record<string, string>;
  hidden?: Record<string, string>;
}

/** Seen while it repeats, or while it does not; without `:has` always. The classes name `once`. */
const seen = {
  repeating: "group-has-[option[value=once]:checked]/paper:hidden",
  once: "group-has-[#interval_option:not([value=once]):checked]/paper:hidden",
};

/**
 * The customer, the lines, and the terms of payment. Empty rows are left out. A script adds rows, finds what can be picked
 * and draws the paper: components/dashboard/paper-lines.ts.
 */
export function InvoiceEditor(props: InvoiceEditorProps) {
  const { action, before, after, repeating, rows, texts, picks, start = {}, hidden = {} } = props;
  const fields = [...before, ...after];
  const [sent, send] = useActionState(action, useFreshForm<MoreRows>(fields, hidden, lineFields));
  // After a problem, or without script, the page shows the typed values again in as many rows.
  const typedRows = Object.keys({ ...start, ...sent.values })
    .filter((name) => name.startsWith("description."))
    .map((name) => Number(name.slice("description.".length)) + 1);
  const count = Math.min(rows.most, Math.max(rows.first, sent.result?.rows ?? 0, ...typedRows));
  const lines = Array.from({ length: count }, (_, row) => row);
  const targets: FieldSpec[] = lines.flatMap((row) =>
    (["description", "quantity", "unitPrice"] as const).map((name) => ({
      ...{ kind: "text", name: `${name}.${row}`, label: texts[name], value: start[`${name}.${row}`] ?? "" },
    })),
  );
  const state = withSaved(sent, [...fields, ...targets]);
  const classOf = ({ kind, name }: FieldSpec) =>
    classes(
      name === "dueOn" && seen.once,
      repeating?.names.includes(name) && seen.repeating,
      kind === "area" && "sm:col-span-2",
    );
  const shown = (field: FieldSpec) => (
    <div key={`${field.name}/${state.tries}`} className={classOf(field)}>
      <FormField field={field} state={state} />
    </div>
  );
  const folded = after.filter((field) => field.folded);
  const set = folded.filter(({ name, value }) => {
    const held = state.values[name]?.[0] ?? [value].flat()[0];
    return held && !repeating?.names.includes(name);
  });
  return (
    <StoreForm action={send} noValidate className="group/paper grid max-w-[44rem] gap-6 *:min-w-0">
      {/* The target of the Enter key, which would otherwise press the first button, Add a line. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        {texts.save}
      </button>
      <HiddenFields fields={hidden} state={state} />
      <Problems state={state} fields={[...fields, ...targets]} />
      {before.map(shown)}
      <fieldset data-lines={rows.most} className="grid gap-3">
        <legend className="mb-2 w-full border-b-2 border-ink pb-2 text-section font-semibold">
          {texts.lines}
        </legend>
        {lines.map((row) => (
          <Line key={`${row}/${state.tries}`} row={row} state={state} start={start} texts={texts} />
        ))}
        {count < rows.most ? (
          <div>
            {/* Without script a plain submit: the answer is the same page with one row more and all typed values. */}
            <Button name="more" value={String(Math.min(rows.most, count + rows.more))} formNoValidate>
              {texts.addRow}
            </Button>
          </div>
        ) : null}
      </fieldset>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        {after.filter((field) => !field.folded).map(shown)}
      </div>
      {folded.length > 0 ? (
        <Disclosure
          summary={
            <span>
              {texts.more}
              {repeating ? <span className={seen.repeating}>{repeating.more}</span> : null}
              {set.length > 0 ? ` (✓ ${set.map(({ label }) => label).join(", ")})` : null}
            </span>
          }
          open={folded.some(({ name }) => name in state.errors)}
        >
          <div className="grid items-end gap-4 sm:grid-cols-2">{folded.map(shown)}</div>
        </Disclosure>
      ) : null}
      <div>
        <Button look="primary" className={repeating && seen.once}>
          {texts.save}
        </Button>
        {repeating ? (
          <Button look="primary" className={seen.repeating}>
            {repeating.save}
          </Button>
        ) : null}
      </div>
      <KeepTyped />
      <datalist id={customerList}>
        <PickOptions picks={picks.customers} />
      </datalist>
      <datalist id={productList}>
        <PickOptions picks={picks.products} />
      </datalist>
    </StoreForm>
  );
}

/** The labels stand above the first line; the others have them for screen readers. */
function Line(props: {
  row: number;
  state: FormState<MoreRows>;
  start: Record<string, string>;
  texts: EditorTexts;
}) {
  const { row, state, start, texts } = props;
  const field = (name: string, label: string) => ({
    name: `${name}.${row}`,
    label: <span className="[[data-row]+[data-row]_&]:sr-only">{label}</span>,
    defaultValue:
      state.values[`${name}.${row}`]?.[0] ?? (state.tries === 0 ? start[`${name}.${row}`] : "") ?? "",
    error: state.errors[`${name}.${row}`]?.join(" "),
    autoComplete: "off",
  });
  return (
    <fieldset
      data-row
      aria-label={`${texts.line} ${row + 1}`}
      className="grid grid-cols-2 gap-x-3 gap-y-2 border-b border-rule pb-3 sm:grid-cols-[1fr_5rem_8rem]"
    >
      <div className="col-span-2 sm:col-span-1">
        <Input {...field("description", texts.description)} maxLength={1000} list={productList} />
      </div>
      <Input {...field("quantity", texts.quantity)} inputMode="decimal" placeholder="1" />
      <Input {...field("unitPrice", texts.unitPrice)} inputMode="decimal" />
    </fieldset>
  );
}
