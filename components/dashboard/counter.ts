import type { Language } from "@/lib/domain/languages";
import { formatMoney, parseTypedAmount } from "@/lib/domain/money";

/**
 * The counter (app/(seller)/dashboard/orders/sell): a tap on a tile is one more, the total follows, a buyer's name fills in the
 * phone. On a keyboard: type to find, arrows, Enter adds. A scanner types a code and Enter, wherever the focus is.
 */
const counter = () => document.querySelector<HTMLFormElement>("form[data-counter]");
const finder = () => counter()?.querySelector<HTMLInputElement>("[data-find-tile] input") ?? null;
const tiles = () => [...(counter()?.querySelectorAll<HTMLElement>("[data-tile]") ?? [])];
const shown = () => tiles().filter((tile) => !tile.hidden);
const numberOf = (tile: HTMLElement) => tile.querySelector<HTMLInputElement>("input[type=number]");
const countOf = (tile: HTMLElement) => Math.max(0, Math.trunc(Number(numberOf(tile)?.value)) || 0);

function listenToCounter(): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const all = target?.closest<HTMLAnchorElement>("a[data-all]");
    if (all) all.search = `?all=1&${chosenSoFar()}`;
    const tile = target?.closest<HTMLElement>("[data-tile]");
    if (!tile || !target?.closest("label, [data-less]")) return;
    event.preventDefault();
    add(tile, target.closest("label") ? 1 : -1);
  });
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.form !== counter()) return;
    const phone = target.form?.querySelector<HTMLInputElement>("#customerPhone");
    if (target.name === "buyer" && phone) phone.value = target.value;
    if (target === finder()) find(target.value);
    else showSum();
  });
  document.addEventListener("keydown", (event) => {
    const box = finder();
    if (!box) return;
    if (/^\d$/.test(event.key) && document.activeElement === document.body) box.focus();
    if (event.target !== box) return;
    const at = shown().findIndex((tile) => "here" in tile.dataset);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step !== undefined && (box.value === "" || !/Left|Right/.test(event.key))) mark(at + step);
    else if (event.key === "Enter") {
      // It never presses Charge: scanners end with it.
      const tile = box.value === "" && at < 0 ? undefined : shown()[Math.max(0, at)];
      if (tile) add(tile, 1);
      box.select();
    } else return;
    event.preventDefault();
  });
}

/** For each page that is shown. */
function showCounter(): void {
  const box = finder();
  if (!box) return;
  box.closest("[hidden]")?.removeAttribute("hidden");
  // What was typed here before comes back after this.
  setTimeout(showSum);
  if (
    matchMedia("(min-width: 64rem) and (pointer: fine)").matches &&
    !document.querySelector("[data-problems]")
  )
    box.focus();
}

/** What another page of the counter begins with. */
function chosenSoFar(): string {
  const taken = [...new FormData(counter() ?? undefined)].filter(([name, value]) => {
    return /^(n\.\d+|amount|customerPhone)$/.test(name) && value !== "";
  });
  return String(new URLSearchParams(taken as [string, string][]));
}

function add(tile: HTMLElement, more: number): void {
  const field = numberOf(tile);
  if (!field) return;
  field.value = String(Math.min(999, Math.max(0, countOf(tile) + more)));
  // Heard by whatever keeps what is typed, too.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A code that is typed whole comes before names that contain it. */
function find(text: string): void {
  const asked = text.trim().toLowerCase();
  const exact = tiles().filter((tile) => tile.dataset.tile?.split(" ").includes(asked));
  for (const tile of tiles())
    tile.hidden =
      exact.length > 0
        ? !exact.includes(tile)
        : !tile.querySelector("label")?.textContent?.toLowerCase().includes(asked);
  mark(asked === "" ? -1 : 0);
}

function mark(at: number): void {
  for (const [index, tile] of shown().entries()) {
    tile.toggleAttribute("data-here", index === at);
    if (index === at) tile.scrollIntoView({ block: "nearest" });
  }
}

function showSum(): void {
  const form = counter();
  if (!form) return;
  const currency = form.dataset.counter ?? "";
  const language = (form.closest<HTMLElement>("[lang]")?.lang ?? "en") as Language;
  const typed = form.querySelector<HTMLInputElement>("#amount")?.value ?? "";
  const other = parseTypedAmount(typed, currency, language);
  let minor = other.ok ? other.money.minor : 0n;
  const chosen: string[] = [];
  for (const tile of tiles()) {
    const count = countOf(tile);
    tile.toggleAttribute("data-count", count > 0);
    tile.querySelector("[data-less]")?.toggleAttribute("hidden", count === 0);
    minor += BigInt(count) * BigInt(tile.querySelector<HTMLInputElement>("input[type=hidden]")?.value ?? 0);
    if (count > 0) chosen.push(`${count} × ${tile.querySelector("label b")?.textContent}`);
  }
  const total = form.querySelector("[data-total]");
  const line = form.querySelector("[data-chosen]");
  if (total) total.textContent = formatMoney({ minor, currency }, language);
  if (line) line.textContent = chosen.join("\n");
  const phone = form.querySelector<HTMLInputElement>("#customerPhone");
  const asks = form.querySelector<HTMLInputElement>("[value=mobile_money]")?.checked ?? false;
  if (!phone) return;
  phone.placeholder = phone.ariaLabel = (asks ? phone.dataset.asked : phone.dataset.optional) ?? "";
  phone.ariaRequired = String(asks);
}

listenToCounter();
document.addEventListener("page-shown", showCounter);
showCounter();
