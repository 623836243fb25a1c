/**
 * Text fields by name; what the framework adds and files are left out. A browser sends each line break of a text area
 * as CR LF; it is one line break to us, and a CR alone stays the control character that it is.
 */
export function fieldsOf(form: FormData): Record<string, string[]> {
  // Whoever sends a form names its fields: none of the names may find what every object has.
  const fields: Record<string, string[]> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.startsWith("$")) continue;
    fields[name] = [...(fields[name] ?? []), value.replaceAll("\r\n", "\n")];
  }
  return fields;
}
