"use client";

import { useActionState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import { Disclosure, Notice } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { type FormAction, freshForm } from "@/lib/auth/form-state";
import { placeOfZone } from "@/lib/domain/country";

/** What a shop of each country most likely uses, and whether its currency can be collected here today. */
export type Usual = Record<
  string,
  { currency: string; language: string; zones: string[]; isCollected: boolean }
>;

export interface SignUpFormProps {
  action: FormAction;
  /** Sentences; {country}, {currency}, {place}, {language} and {value} are filled in for the country. */
  texts: Record<
    "place" | "change" | "usual" | "notCollected" | "submit" | "signIn" | "newPassword" | "taken",
    string
  >;
  /** What is chosen already, by field. */
  chosen: Record<string, string[]>;
  usual: Usual;
  fields: FieldSpec[];
}

type Choices = Extract<FieldSpec, { kind: "select" }>;

/**
 * Four fields. The rest follows the country and is said in one sentence that opens its fields; with scripts the page asks
 * for it anew (components/dashboard/place.ts). Without, the browser checks the fields before they are sent, because a
 * password never comes back.
 */
export function SignUpForm({ action, texts, chosen, usual, fields }: SignUpFormProps) {
  const [state, send] = useActionState(action, { ...freshForm, values: chosen });
  const typed = (name: string) => state.values[name]?.[0] ?? "";
  const own = usual[typed("country")];
  const choicesOf = (name: string) =>
    fields.find((field): field is Choices => field.name === name && field.kind === "select");
  const labelOf = (name: string, value = "") =>
    choicesOf(name)?.options.find((one) => one.value === value)?.label ?? value;
  const country = labelOf("country", typed("country"));
  const values = {
    country,
    currency: typed("currency") || own?.currency || "",
    place: placeOfZone(typed("timeZone") || own?.zones[0] || ""),
    language: labelOf("language", typed("language") || own?.language),
  };
  const usually: Record<string, string | undefined> = {
    ...{ currency: own?.currency, timeZone: own?.zones[0]?.replaceAll("_", " ") },
    language: labelOf("language", own?.language),
  };
  const placeFields = fields.filter(({ name }) => name in usually);
  const shown = (field: FieldSpec) => <FormField key={field.name} field={field} state={state} />;
  return (
    <form
      action={send}
      className="grid max-w-[30rem] gap-4"
      data-zones={state.tries === 0 ? (own?.zones.join(" ") ?? "") : "any"}
    >
      <Problems state={state} fields={fields} />
      {state.errors.email?.includes(texts.taken) ? (
        <p className="flex gap-4">
          <a href="/sign-in">{texts.signIn}</a> <a href="/forgot-password">{texts.newPassword}</a>
        </p>
      ) : null}
      {fields.filter((field) => !placeFields.includes(field)).map(shown)}
      <div data-place="">
        {own ? (
          <>
            <p aria-live="polite">{fill(texts.place, values)}</p>
            {own.isCollected || typed("currency") ? null : (
              <Notice tone="warn" title={fill(texts.notCollected, values)} />
            )}
            <Disclosure summary={texts.change} open={placeFields.some(({ name }) => state.errors[name])}>
              <div className="grid gap-4">
                {placeFields.map((field) =>
                  shown(
                    withUsual(
                      field as Choices,
                      fill(texts.usual, { value: usually[field.name] ?? "", country }),
                      own.zones,
                    ),
                  ),
                )}
              </div>
            </Disclosure>
          </>
        ) : null}
      </div>
      <div>
        <Button look="primary">{texts.submit}</Button>
      </div>
    </form>
  );
}

/** With what is usual in the country, and its zones, before the rest. */
function withUsual(field: Choices, label: string, zones: string[]): Choices {
  const local = [...field.options].sort(
    (a, b) => Number(zones.includes(b.value)) - Number(zones.includes(a.value)),
  );
  return { ...field, options: [{ value: "", label }, ...local] };
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
