import { takeFileOf } from "@/lib/auth/form-fields";

/** A file of a form as bytes; nothing where none was chosen. */
export async function uploadOf(form: FormData, name: string): Promise<Uint8Array> {
  const chosen = takeFileOf(form, name);
  return new Uint8Array((await chosen?.arrayBuffer()) ?? []);
}

/** The same for each field of a form that takes a file. */
export async function uploadsOf(
  form: FormData,
  fields: Record<string, { kind: string }>,
): Promise<Record<string, Uint8Array>> {
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === "file");
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await uploadOf(form, name)])));
}
