import { Fragment } from "react";
import type { Found } from "@/components/dashboard/where-found";
import { Checkbox, Input, Select, Textarea } from "@/components/ui/field";
import type { FormState } from "@/lib/auth/form-state";

interface Common {
  /** Also the control's id, unless that is given. */
  name: string;
  /** Where two forms of a page have a field of one name. */
  id?: string;
  label: string;
  help?: string;
  /** A drawing of where its value is found. */
  drawn?: { at: Found; alt: string };
  /** Seldom needed: below the others, behind one line. */
  folded?: boolean;
  /** What that line calls it; those without a name go with the one before. */
  short?: string;
  /** Only where this other field has this value (app/globals.css hides it, `asked` leaves it out). */
  only?: readonly [field: string, value: string];
}

/** A form as data: what a server component may hand to a form that scripts take over. */
export type FieldSpec = Common &
  (
    | {
        kind: "text";
        type?: "text" | "email" | "password" | "url" | "datetime-local" | "date" | "color";
        autoComplete?: string;
        inputMode?: "decimal" | "numeric" | "email" | "url";
        placeholder?: string;
        /** Checked by browsers without scripts; the server says the rest in words. */
        required?: boolean;
        minLength?: number;
        maxLength?: number;
        /** The id of a list of texts to choose from. */
        list?: string;
        value?: string;
      }
    | { kind: "area"; value?: string }
    | { kind: "file"; accept: string; value?: undefined }
    | { kind: "select"; options: { value: string; label: string }[]; value?: string; required?: boolean }
    | { kind: "cards"; options: { value: string; label: string; help?: string }[]; value?: string }
    | {
        /** `head` stands over the first of a group. */
        kind: "boxes";
        options: { value: string; label: string; help?: string; head?: string }[];
        value: string[];
      }
    | {
        /** A box for each row and column; its value is `row/column`. */
        kind: "grid";
        rows: { value: string; label: string; help?: string }[];
        columns: { value: string; label: string }[];
        value: string[];
      }
  );

/** One field with what was typed and what was wrong with it. */
export function FormField({ field, state }: { field: FieldSpec; state: FormState<unknown> }) {
  const { name, id, label, help } = field;
  const typed = state.values[name];
  const error = state.errors[name]?.join(" ");
  const texts = { name, id, label, help, error };
  switch (field.kind) {
    case "text":
      return (
        <Input
          {...texts}
          type={field.type ?? "text"}
          autoComplete={field.autoComplete ?? "off"}
          autoCapitalize={field.type === "email" ? "off" : undefined}
          inputMode={field.inputMode}
          placeholder={field.placeholder}
          required={field.required}
          minLength={field.minLength}
          maxLength={field.maxLength}
          list={field.list}
          defaultValue={typed?.[0] ?? field.value}
        />
      );
    case "file":
      return <Input {...texts} type="file" accept={field.accept} />;
    case "area":
      return <Textarea {...texts} rows={3} defaultValue={typed?.[0] ?? field.value} />;
    case "select": {
      const { options, required } = field;
      return <Select {...texts} {...{ options, required }} defaultValue={typed?.[0] ?? field.value} />;
    }
    case "grid": {
      const checked = state.tries > 0 ? (typed ?? []) : field.value;
      return (
        <table id={id ?? name} className="w-full border-collapse">
          <caption className="mb-1 text-start text-label font-medium">{label}</caption>
          <thead>
            <tr className="border-b border-rule">
              <td />
              {field.columns.map((column) => (
                <th key={column.value} scope="col" className="px-2 pb-2 text-note font-medium text-ink-2">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {field.rows.map((row) => (
              <tr key={row.value} className="border-b border-rule">
                <th scope="row" className="py-2 pe-2 text-start font-normal">
                  {row.label}
                  {row.help ? <span className="block text-label text-ink-2">{row.help}</span> : null}
                </th>
                {field.columns.map((column) => (
                  <td key={column.value} className="px-2 text-center">
                    <label className="inline-flex min-h-11 min-w-11 items-center justify-center">
                      <input
                        type="checkbox"
                        name={name}
                        value={`${row.value}/${column.value}`}
                        aria-label={`${row.label}, ${column.label}`}
                        defaultChecked={checked.includes(`${row.value}/${column.value}`)}
                        className="size-4 accent-brand"
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case "cards":
    case "boxes": {
      const isOne = field.kind === "cards";
      const checked = state.tries > 0 ? (typed ?? []) : [field.value ?? []].flat();
      return (
        <fieldset id={id ?? name} className="grid gap-1">
          <legend className="mb-1 text-label font-medium">{label}</legend>
          {help ? <p className="text-label text-ink-2">{help}</p> : null}
          <div className={isOne ? "grid grid-cols-2 gap-2" : "grid gap-x-4 sm:grid-cols-2"}>
            {field.options.map((option) => (
              <Fragment key={option.value}>
                {"head" in option && option.head ? (
                  <p className="col-span-full mt-3 text-note text-ink-2">{option.head}</p>
                ) : null}
                <Checkbox
                  type={isOne ? "radio" : "checkbox"}
                  className={isOne ? card : undefined}
                  name={name}
                  value={option.value}
                  label={option.label}
                  help={option.help}
                  defaultChecked={checked.includes(option.value)}
                />
              </Fragment>
            ))}
          </div>
          {error ? (
            <p id={`${id ?? name}-error`} className="text-label text-bad">
              ■ {error}
            </p>
          ) : null}
        </fieldset>
      );
    }
  }
}

const card =
  "rounded-sm border border-field bg-sheet px-3 sm:py-2 has-checked:border-brand has-checked:inset-ring has-checked:inset-ring-brand";

/**
 * What a form knows besides what is typed. What was typed on a page agrees to what that page said (`seen`), also when it
 * is shown again; after it was told what changed, to what is so now.
 */
export function HiddenFields(props: {
  fields: Record<string, string>;
  state: Pick<FormState<unknown>, "values">;
}) {
  const { fields, state } = props;
  return Object.entries(fields).map(([name, value]) => (
    <input
      key={name}
      type="hidden"
      name={name}
      value={name === "seen" ? (state.values.seen?.[0] ?? value) : value}
    />
  ));
}
