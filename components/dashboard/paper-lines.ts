import { addLine } from "./more-lines";

// The form of a document (app/(seller)/dashboard/invoices): lines are added, what is picked fills its fields, and the paper
// beside it follows the typing. Without a script the server does the first two.

const pickMs = 200;
const drawMs = 700;
let picking: ReturnType<typeof setTimeout> | undefined;
let drawing: ReturnType<typeof setTimeout> | undefined;

function listenToLines(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[name=more]") : null;
    if (!(button instanceof HTMLButtonElement) || !button.form) return;
    event.preventDefault();
    addLine(button.form)?.querySelector("input")?.focus();
  });
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (!form?.querySelector("[data-lines]")) return;
    clearTimeout(drawing);
    drawing = setTimeout(() => draw(form), drawMs);
    if (!(target instanceof HTMLInputElement) || !target.list || target.value.trim() === "") return;
    clearTimeout(picking);
    if (!fillFrom(target, target.list)) picking = setTimeout(() => find(target), pickMs);
  });
}

/** For each page that is shown: the paper is open where there is room beside the form. */
function showPaper(): void {
  const paper = document.querySelector<HTMLDetailsElement>("details[data-paper]");
  const form = paper?.parentElement?.querySelector("form");
  if (!paper || !form) return;
  if (matchMedia("(min-width: 80rem)").matches) paper.open = true;
  void draw(form);
}

/** Fills in what belongs to a picked text. A price that was typed stays. Whether it is one. */
function fillFrom(field: HTMLInputElement, list: HTMLDataListElement): boolean {
  const picked = [...list.options].find(({ value }) => value === field.value)?.dataset.fill;
  if (!picked) return false;
  for (const [name, value] of Object.entries<string>(JSON.parse(picked))) {
    const isPrice = name === "unitPrice";
    const other = field.form?.elements.namedItem(isPrice ? field.name.replace("description", name) : name);
    if (other instanceof HTMLInputElement && !(isPrice && other.value.trim())) other.value = value;
  }
  return true;
}

/** What can be picked by this text, in the list of the field. */
async function find(field: HTMLInputElement): Promise<void> {
  const what = field.name === "customerName" ? "customer" : "product";
  const found = await html(`/dashboard/invoices/typing?${what}=${encodeURIComponent(field.value)}`);
  if (found === null || !field.list) return;
  field.list.innerHTML = found;
  fillFrom(field, field.list);
}

/** The paper as it is by now. Nothing is saved, and where there is no answer it stays as it was. */
async function draw(form: HTMLFormElement): Promise<void> {
  const paper = document.querySelector<HTMLElement>("[data-paper]");
  const [total, sheet] = paper?.querySelectorAll(":scope > summary > b, :scope > div") ?? [];
  if (!total || !sheet) return;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value && !name.startsWith("$")) body.append(name, value);
  const drawn = await html(paper?.dataset.paper ?? "", body);
  if (drawn === null || !form.isConnected) return;
  sheet.innerHTML = drawn;
  const typed = sheet.querySelector("[data-example]") ? null : sheet.querySelector("[data-total]");
  total.textContent = typed?.textContent ?? "";
}

async function html(url: string, body?: URLSearchParams): Promise<string | null> {
  const answer = await fetch(url, body ? { method: "POST", body } : {}).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

listenToLines();
document.addEventListener("page-shown", showPaper);
showPaper();
