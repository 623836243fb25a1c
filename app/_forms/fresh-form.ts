"use client";

import { useDraft } from "@/components/dashboard/store-form";
import { type FormState, freshForm } from "@/lib/auth/form-state";
import { mayBeStored } from "@/lib/domain/opened-for";
import type { FieldSpec } from "./form-field";

/**
 * The initial state of a form: fresh, or with the values typed before its user left or was signed out. A page may hold several
 * forms, so a draft goes to the one with exactly its fields. `also` names fields that are not in `fields`.
 */
export function useFreshForm<Result = never>(
  fields: FieldSpec[],
  hidden: Record<string, string> = {},
  also = /^$/,
): FormState<Result> {
  const draft = useDraft();
  if (!draft || !isOf(draft.values, fields, hidden, also)) return { ...freshForm, result: null };
  const { values, why } = draft;
  return { ...freshForm, result: null, tries: 1, values, ...(why && { kept: why }) };
}

function isOf(
  values: Record<string, string[]>,
  fields: FieldSpec[],
  hidden: Record<string, string>,
  also: RegExp,
): boolean {
  const names = new Set(fields.map(({ name }) => name));
  // Unticked boxes are not sent, and files and secrets are not stored.
  const sent = fields.filter(
    ({ kind, name }) => !["boxes", "grid"].includes(kind) && kind !== "file" && mayBeStored(name),
  );
  const all = Object.entries(values);
  return (
    all.every(([name, [value]]) =>
      Object.hasOwn(hidden, name)
        ? name === "seen" || hidden[name] === value
        : names.has(name) || also.test(name),
    ) &&
    sent.every(({ name }) => Object.hasOwn(values, name)) &&
    all.some(([name]) => !Object.hasOwn(hidden, name))
  );
}
