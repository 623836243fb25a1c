import { isSingleKey, singleKeysAreOn, storeSingleKeys } from "./single-keys";

/** How long after g the next key selects a section. */
const goesMs = 1_500;

/** The box that turns single keys off, in the list of keys. */
const boxes = "input[data-single-keys]";

export function listenToKeys(): void {
  let goesUntil = 0;
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !isSingleKey(event)) return;
    const goes = event.timeStamp < goesUntil;
    goesUntil = event.key === "g" && !goes ? event.timeStamp + goesMs : 0;
    const isDone = goes ? follow(`[data-go="${CSS.escape(event.key)}"]`) : act(event.key);
    if (isDone) event.preventDefault();
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(boxes)) storeSingleKeys(target.checked);
  });
}

export function showWhetherKeysAreOn(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(boxes)) box.checked = singleKeysAreOn();
}

function act(key: string): boolean {
  switch (key) {
    case "j":
      return move(1);
    case "k":
      return move(-1);
    case "[":
      return follow("#content a[rel=prev]");
    case "]":
      return follow("#content a[rel=next]");
    case "?":
      document.getElementById("shortcuts")?.togglePopover();
      return true;
    default:
      return false;
  }
}

function follow(selector: string): boolean {
  const link = document.querySelector<HTMLElement>(selector);
  link?.click();
  return link !== null;
}

/** Moves the cursor to the link of the next row; Enter opens it. */
function move(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll("#content .ledger tbody tr, #content [data-row]")].flatMap(
    (row) => row.querySelector<HTMLElement>("a[href], summary") ?? [],
  );
  const at = links.findIndex((link) => link.contains(document.activeElement));
  const next = links[at === -1 && by === -1 ? links.length - 1 : at + by];
  next?.focus();
  return next !== undefined;
}
