"use client";

import { type FormEvent, type MouseEvent, useActionState, useEffect, useRef, useState } from "react";
import { Problems, type ProblemTitles, useFreshForm } from "@/app/_forms/field-form";
import { type FieldSpec, FormField, HiddenFields } from "@/app/_forms/form-field";
import { KeepTyped } from "@/app/_forms/keep-typed";
import { pressedOnce } from "@/app/_forms/pressed-once";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import type { FormState } from "@/lib/auth/form-state";
import { invoiceTotals } from "@/lib/domain/invoice";
import type { Language } from "@/lib/domain/languages";
import { formatMoney, parseDecimal } from "@/lib/domain/money";
import { typedNumber } from "@/lib/resources/form-fields";
import { typedDiscount, typedLines } from "@/lib/resources/invoice-form";
import type { MoreRows } from "../act-page";
import { customerList, type Picks, picksPath, productList } from "./pick-types";

const pauseMs = 200;

/** The lists of the form: first as the page has them, then as they are found by what is typed. */
function usePicks(first: Picks) {
  const [picks, setPicks] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function find(what: "customer" | "product", text: string) {
    const answer = await fetch(`${picksPath}?${what}=${encodeURIComponent(text)}`).catch(() => null);
    if (!answer?.ok) return;
    const found: Picks = await answer.json();
    const key = `${what}s` as const;
    setPicks((before) => ({ ...before, [key]: found[key] }));
  }

  /** Fills in what belongs to a picked text; any other text is looked for after a pause. */
  function follow(field: EventTarget) {
    if (!(field instanceof HTMLInputElement) || !field.form) return;
    const { form, name, value } = field;
    const isLine = name.startsWith("description.");
    if ((!isLine && name !== "customerName") || value.trim() === "") return;
    clearTimeout(timer.current);
    if (isLine ? fillLine(form, field, picks) : fillCustomer(form, field, picks)) return;
    timer.current = setTimeout(() => find(isLine ? "product" : "customer", value), pauseMs);
  }

  return { picks, follow };
}

function fillCustomer(form: HTMLFormElement, field: HTMLInputElement, picks: Picks): boolean {
  const picked = picks.customers.find(({ label }) => label === field.value);
  if (!picked) return false;
  field.value = picked.name || picked.label;
  set(form, "customerEmail", picked.email ?? "");
  set(form, "customerPhone", picked.phone ?? "");
  return true;
}

/** A price that was typed stays. */
function fillLine(form: HTMLFormElement, field: HTMLInputElement, picks: Picks): boolean {
  const picked = picks.products.find(({ name }) => name === field.value);
  if (!picked) return false;
  const price = field.name.replace("description", "unitPrice");
  const held = form.elements.namedItem(price);
  if (held instanceof HTMLInputElement && held.value.trim() === "") held.value = picked.price;
  return true;
}

function set(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

type EditorState = FormState<MoreRows>;
// Fields of lines and buttons, sent in addition to the field specs.
const lineFields = /^(more|(description|quantity|unitPrice)\.\d+)$/;

/** In the page's language. */
export interface EditorTexts {
  lines: string;
  /** Before the line's number, for screen readers. */
  line: string;
  description: string;
  quantity: string;
  unitPrice: string;
  addRow: string;
  save: string;
  subtotal: string;
  /** Null: what is sold has none, and the total alone is shown. */
  tax: string | null;
  total: string;
  problems: ProblemTitles;
}

export interface InvoiceEditorProps {
  action: (previous: EditorState, form: FormData) => Promise<EditorState>;
  currency: string;
  lang: Language;
  before: FieldSpec[];
  after: FieldSpec[];
  rows: { first: number; more: number; most: number };
  texts: EditorTexts;
  picks: Picks;
  /** Of something that exists: the values of its lines, by field name. */
  start?: Record<string, string>;
  hidden?: Record<string, string>;
}

/** The customer, the lines, and the payment terms. Empty rows are left out. With script, totals follow the typing. */
export function InvoiceEditor(props: InvoiceEditorProps) {
  const { action, currency, lang, before, after, rows, texts, start = {}, hidden = {} } = props;
  const [state, send, pending] = useActionState(
    action,
    useFreshForm<MoreRows>([...before, ...after], hidden, lineFields),
  );
  const [totals, setTotals] = useState<ShownTotals | null>(null);
  const { picks, follow } = usePicks(props.picks);
  const [added, setAdded] = useState(0);
  // After a problem, or without script, the page shows the typed values again in as many rows.
  const typedRows = Object.keys({ ...start, ...state.values })
    .filter((name) => name.startsWith("description."))
    .map((name) => Number(name.slice("description.".length)) + 1);
  const count = Math.min(rows.most, Math.max(rows.first, added, state.result?.rows ?? 0, ...typedRows));
  const next = Math.min(rows.most, count + rows.more);

  function onInput(event: FormEvent<HTMLFormElement>) {
    follow(event.target);
    const form = new FormData(event.currentTarget);
    setTotals(totalsOf((name) => String(form.get(name) ?? ""), count, currency, lang));
  }
  function addRow(event: MouseEvent) {
    event.preventDefault();
    setAdded(next);
  }

  const lines = Array.from({ length: count }, (_, row) => row);
  const named = lines.flatMap((row) =>
    ["description", "quantity", "unitPrice"].map((name) => `${name}.${row}`),
  );
  const targets: FieldSpec[] = named.map((name) => ({ kind: "text", name, label: name }));
  return (
    <StoreForm
      action={send}
      onSubmit={pressedOnce(pending)}
      onInput={onInput}
      noValidate
      className="grid max-w-[44rem] gap-6"
    >
      {/* The target of the Enter key, which would otherwise press the first button, Add a line. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        {texts.save}
      </button>
      <HiddenFields fields={hidden} state={state} />
      <Problems state={state} fields={[...before, ...targets, ...after]} titles={texts.problems} />
      {before.length > 0 ? (
        <div className="grid max-w-[30rem] gap-4">
          {before.map((field) => (
            <FormField key={`${field.name}/${state.tries}`} field={field} state={state} />
          ))}
        </div>
      ) : null}
      <fieldset className="grid gap-3">
        <legend className="mb-2 w-full border-b-2 border-ink pb-2 text-section font-semibold">
          {texts.lines}
        </legend>
        {lines.map((row) => (
          <Line key={`${row}/${state.tries}`} row={row} state={state} start={start} texts={texts} />
        ))}
        {count < rows.most ? (
          <div>
            {/* Without script a plain submit: the answer is the same page with one row more and all typed values. */}
            <Button name="more" value={String(next)} formNoValidate onClick={addRow}>
              {texts.addRow}
            </Button>
          </div>
        ) : null}
      </fieldset>
      <div className="grid max-w-[30rem] gap-4">
        {after.map((field) => (
          <FormField key={`${field.name}/${state.tries}`} field={field} state={state} />
        ))}
      </div>
      <Totals totals={totals} texts={texts} />
      <div>
        <Button look="primary" aria-busy={pending}>
          {texts.save}
        </Button>
      </div>
      <KeepTyped />
      <datalist id={customerList}>
        {picks.customers.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <datalist id={productList}>
        {picks.products.map(({ name, price }) => (
          <option key={name} value={name} label={`${name} · ${price}`} />
        ))}
      </datalist>
    </StoreForm>
  );
}

/** The labels stand above the first line; the others have them for screen readers. */
function Line({
  row,
  state,
  start,
  texts,
}: {
  row: number;
  state: EditorState;
  start: Record<string, string>;
  texts: EditorTexts;
}) {
  const field = (name: string, label: string) => ({
    name: `${name}.${row}`,
    label: row === 0 ? label : <span className="sr-only">{label}</span>,
    defaultValue:
      state.values[`${name}.${row}`]?.[0] ?? (state.tries === 0 ? start[`${name}.${row}`] : "") ?? "",
    error: state.errors[`${name}.${row}`]?.join(" "),
    autoComplete: "off",
  });
  return (
    <fieldset
      aria-label={`${texts.line} ${row + 1}`}
      className="grid grid-cols-2 gap-x-3 gap-y-2 border-b border-rule pb-3 sm:grid-cols-[1fr_6rem_9rem]"
    >
      <div className="col-span-2 sm:col-span-1">
        <Input {...field("description", texts.description)} maxLength={1000} list={productList} />
      </div>
      <Input {...field("quantity", texts.quantity)} inputMode="decimal" placeholder="1" />
      <Input {...field("unitPrice", texts.unitPrice)} inputMode="decimal" />
    </fieldset>
  );
}

function Totals({ totals, texts }: { totals: ShownTotals | null; texts: EditorTexts }) {
  return (
    <div aria-live="polite" className="min-h-6 border-t-2 border-ink pt-3 empty:border-0">
      {totals ? (
        <p className="flex flex-wrap justify-between gap-x-6">
          {texts.tax === null ? null : (
            <span className="text-ink-2">
              {texts.subtotal} {totals.subtotal}, {texts.tax} {totals.tax}
            </span>
          )}
          <strong className="font-semibold">
            {texts.total} {totals.total}
          </strong>
        </p>
      ) : null}
    </div>
  );
}

export interface ShownTotals {
  subtotal: string;
  tax: string;
  total: string;
}

/** The totals of the typed values; null while a value cannot be read. */
export function totalsOf(
  field: (name: string) => string,
  rows: number,
  currency: string,
  language: Language,
): ShownTotals | null {
  const items = typedLines(field, rows, currency, language);
  if (items === null || items.length === 0) return null;
  const discountMinor = typedDiscount(field("discount"), items, currency, language);
  const taxRatePpm = parseDecimal(typedNumber(field("taxRate"), language) ?? 0, 4);
  if (discountMinor === null || taxRatePpm === null) return null;
  const added = invoiceTotals({ items, discountMinor, taxRatePpm: Number(taxRatePpm) });
  if (!added.ok) return null;
  const money = (minor: bigint) => formatMoney({ minor, currency }, language);
  const { subtotalMinor, taxMinor, totalMinor } = added.totals;
  return { subtotal: money(subtotalMinor), tax: money(taxMinor), total: money(totalMinor) };
}
