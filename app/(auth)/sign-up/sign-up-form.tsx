"use client";

import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { type FieldSpec, FormField } from "@/app/_forms/form-field";
import { Disclosure, Notice } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { type FormState, freshForm } from "@/lib/auth/form-state";
import { modernZone, placeOfZone } from "@/lib/domain/country";

interface Choice {
  value: string;
  label: string;
}

/** What a shop of each country most likely uses, and whether its currency can be collected here today. */
export type Usual = Record<
  string,
  { currency: string; language: string; zones: string[]; isCollected: boolean }
>;

export interface SignUpFormProps {
  action: (previous: FormState, form: FormData) => Promise<FormState>;
  /** Sentences; {country}, {currency}, {place}, {language} and {value} are filled in as the country changes. */
  texts: Record<"place" | "change" | "usual" | "notCollected" | "submit", string>;
  /** The country that the browser's languages name. */
  guess: string;
  usual: Usual;
  fields: FieldSpec[];
}

type PlaceField = "currency" | "timeZone" | "language";

/**
 * Four fields. The rest follows the country and is said in one sentence that opens its fields. Without scripts the
 * browser checks the fields before they are sent, because a password never comes back; with scripts nothing typed is
 * lost when the server refuses something.
 */
export function SignUpForm({ action, texts, guess, usual, fields }: SignUpFormProps) {
  const [state, send, pending] = useActionState(action, freshForm);
  const typed = (name: string) => state.values[name]?.[0] ?? "";
  const form = useRef<HTMLFormElement>(null);
  const [country, setCountry] = useState(typed("country") || guess);
  const [place, setPlace] = useState({
    ...{ currency: typed("currency"), timeZone: typed("timeZone"), language: typed("language") },
  });
  useEffect(() => {
    // With scripts, the server says in words what is wrong, and nothing is lost.
    if (form.current) form.current.noValidate = true;
    const zone = modernZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    // A phone set to American English is common everywhere; its time zone is not.
    setCountry((now) => (usual[now]?.zones.includes(zone) ? now : (countryOf(zone, usual) ?? now)));
  }, [usual]);
  const own = usual[country];
  const optionsOf = (name: string) => selectOf(fields, name).options;
  const labelOf = (list: Choice[], value: string) => list.find((one) => one.value === value)?.label ?? value;
  const values = {
    country: labelOf(optionsOf("country"), country),
    currency: place.currency || own?.currency || "",
    place: placeOfZone(place.timeZone || own?.zones[0] || ""),
    language: labelOf(optionsOf("language"), place.language || own?.language || ""),
  };
  const error = (name: string) => state.errors[name]?.join(" ");
  const select = (name: PlaceField, list: Choice[], usually: string | undefined) => (
    <Select
      name={name}
      label={selectOf(fields, name).label}
      help={selectOf(fields, name).help}
      error={error(name)}
      value={place[name]}
      onChange={(event) => setPlace({ ...place, [name]: event.target.value })}
      options={[
        { value: "", label: fill(texts.usual, { value: usually ?? "", country: values.country }) },
        ...list,
      ]}
    />
  );
  const placeFields = ["currency", "timeZone", "language"] as const;
  return (
    <form
      ref={form}
      action={send}
      onSubmit={(event) => {
        // Sent by hand: a form whose action React runs is emptied afterwards.
        event.preventDefault();
        const sent = new FormData(event.currentTarget);
        if (!pending) startTransition(() => send(sent));
      }}
      className="grid max-w-[30rem] gap-4"
    >
      <Problems state={state} fields={fields} />
      {fields.map((field) =>
        field.kind === "text" ? <FormField key={field.name} field={field} state={state} /> : null,
      )}
      <Select
        name="country"
        label={selectOf(fields, "country").label}
        error={error("country")}
        required
        value={country}
        onChange={(event) => setCountry(event.target.value)}
        options={optionsOf("country")}
      />
      {own ? (
        <div>
          <p aria-live="polite">{fill(texts.place, values)}</p>
          {own.isCollected || place.currency ? null : (
            <Notice tone="warn" title={fill(texts.notCollected, values)} />
          )}
          <Disclosure summary={texts.change} open={placeFields.some((name) => state.errors[name])}>
            <div className="grid gap-4">
              {select("currency", optionsOf("currency"), own.currency)}
              {select(
                "timeZone",
                localFirst(optionsOf("timeZone"), own.zones),
                own.zones[0]?.replaceAll("_", " "),
              )}
              {select("language", optionsOf("language"), labelOf(optionsOf("language"), own.language))}
            </div>
          </Disclosure>
        </div>
      ) : null}
      <div>
        <Button look="primary" aria-busy={pending}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}

function selectOf(fields: FieldSpec[], name: string): Extract<FieldSpec, { kind: "select" }> {
  const found = fields.find((field) => field.name === name);
  if (found?.kind !== "select") throw new Error(`The form has no list ${name}.`);
  return found;
}

/** The country with this zone; where several have it, the one for which it is the main one. */
function countryOf(zone: string, usual: Usual): string | null {
  const having = Object.keys(usual).filter((code) => usual[code]?.zones.includes(zone));
  return having.find((code) => usual[code]?.zones[0] === zone) ?? having[0] ?? null;
}

function localFirst(zones: Choice[], local: string[]): Choice[] {
  return [...zones].sort((a, b) => Number(local.includes(b.value)) - Number(local.includes(a.value)));
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
