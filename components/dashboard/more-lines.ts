/** As many lines as these fields need: what was typed before may be more than the page has. */
export function growLines(form: HTMLFormElement, names: string[]): void {
  const missing = (name: string) => name.startsWith("description.") && !form.elements.namedItem(name);
  while (names.some(missing) && addLine(form));
}

/** One empty line more; null where there are as many as there may be. */
export function addLine(form: HTMLFormElement): Element | null {
  const rows = form.querySelectorAll("[data-row]");
  const last = rows[rows.length - 1];
  const most = Number(form.querySelector<HTMLElement>("[data-lines]")?.dataset.lines);
  if (!last || rows.length >= most) return null;
  const next = document.createElement("div");
  next.innerHTML = last.outerHTML
    .replaceAll(`.${rows.length - 1}"`, `.${rows.length}"`)
    .replace(/(aria-label="\D*)\d+/, `$1${rows.length + 1}`);
  for (const error of next.querySelectorAll("[id$=-error]")) error.remove();
  for (const field of next.querySelectorAll("input")) {
    field.removeAttribute("value");
    field.removeAttribute("aria-invalid");
  }
  const line = next.firstElementChild;
  if (line) last.after(line);
  return line;
}
