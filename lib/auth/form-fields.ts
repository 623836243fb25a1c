/**
 * Text fields by name, without files and the framework's own fields. Browsers send each line break of a text area as CR
 * LF, which becomes one LF; a lone CR stays a control character.
 */
export function fieldsOf(form: FormData): Record<string, string[]> {
  // The sender names the fields, so no name may reach a property of Object.prototype.
  const fields: Record<string, string[]> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.startsWith("$")) continue;
    fields[name] = [...(fields[name] ?? []), value.replaceAll("\r\n", "\n")];
  }
  return fields;
}
