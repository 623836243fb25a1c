import type { Problems } from "@/lib/domain/refusal";
import { textProblem, withoutTurns } from "@/lib/domain/text";
import type { SentForm } from "@/lib/resources/form-fields";

// Whoever calls an action chooses its arguments, so nothing here trusts that a form is one. No action reads a form in any
// other way (app/(seller)/dashboard/bad-arguments.test.ts).

/**
 * Text fields by name, without files and the framework's own fields. Browsers send each line break of a text area as CR
 * LF, which becomes one LF; a lone CR stays a control character. What is no form has no fields.
 */
export function fieldsOf(form: unknown): Record<string, string[]> {
  // The sender names the fields, so no name may reach a property of Object.prototype.
  const fields: Record<string, string[]> = Object.create(null);
  for (const [name, value] of formOf(form)) {
    if (typeof value !== "string" || name.startsWith("$")) continue;
    fields[name] = [...(fields[name] ?? []), withoutTurns(value.replaceAll("\r\n", "\n"))];
  }
  return fields;
}

/** One field; empty when it was not sent, or cannot be stored. */
export function fieldOf(form: unknown, name: string): string {
  return argumentOf(fieldsOf(form)[name]?.[0]);
}

/** A text that a script of a page hands to an action; empty for anything else. */
export function argumentOf(value: unknown): string {
  return typeof value === "string" && textProblem(value) === null ? value : "";
}

/** The file of a form, or null. It is taken out: the fields are all that is left. */
export function takeFileOf(form: unknown, name: string): Blob | null {
  const sent = formOf(form);
  const file = sent.get(name);
  sent.delete(name);
  return file instanceof Blob && file.size > 0 ? file : null;
}

/** Text that is not UTF-8 is from an older spreadsheet: "Unicode text" is UTF-16, otherwise a Windows code page. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What cannot be stored, by field. A name that cannot be stored is a problem of the form. */
export function unstorable(fields: SentForm): Problems {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, values]) => {
      const inName = textProblem(name);
      const problem =
        inName ??
        [values ?? []]
          .flat()
          .map((value) => textProblem(value))
          .find((one) => one !== null);
      return problem ? [[inName ? "form" : name, [problem]]] : [];
    }),
  );
}

/** The form, or an empty one in place of anything else. */
export function formOf(form: unknown): FormData {
  return form instanceof FormData ? form : new FormData();
}
