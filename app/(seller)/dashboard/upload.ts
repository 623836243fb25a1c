/** A file of a form as bytes; nothing where none was chosen. */
export async function uploadOf(form: FormData, name: string): Promise<Uint8Array> {
  const chosen = form.get(name);
  form.delete(name);
  return chosen instanceof Blob ? new Uint8Array(await chosen.arrayBuffer()) : new Uint8Array();
}
