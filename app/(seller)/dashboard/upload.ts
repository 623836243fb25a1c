import { takeFileOf } from "@/lib/auth/form-fields";

/** A file of a form as bytes; nothing where none was chosen. */
export async function uploadOf(form: FormData, name: string): Promise<Uint8Array> {
  const chosen = takeFileOf(form, name);
  return new Uint8Array((await chosen?.arrayBuffer()) ?? []);
}
