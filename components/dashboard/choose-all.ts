/** The box that chooses all rows of a list, and how many are chosen (app/_lists/bulk.tsx). */
const bars = "[data-choose-all]";

export function listenToChoices(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const bar = target.closest<HTMLElement>(bars);
    if (bar) for (const box of boxesOf(bar)) box.checked = target.checked;
    chooseAmong(target);
    showChoices();
  });
}

/** In a set of boxes, the one for all of them ticks the others, and is not ticked beside one that is not. */
function chooseAmong({ value, checked, parentElement }: HTMLInputElement): void {
  for (const box of parentElement?.closest("fieldset")?.querySelectorAll("input") ?? [])
    if (value === "all") box.checked = checked;
    else if (box.value === "all" && !checked) box.checked = false;
}

/** Without scripts there is no box for all: each row has its own. */
export function showChoices(): void {
  for (const bar of document.querySelectorAll<HTMLElement>(bars)) {
    const boxes = boxesOf(bar);
    const chosen = boxes.filter(({ checked }) => checked).length;
    const all = bar.querySelector("input");
    const status = bar.querySelector("[role=status]");
    if (!all || !status) continue;
    all.parentElement?.removeAttribute("hidden");
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    status.textContent = chosen > 0 ? `${chosen} ${bar.dataset.chosen}` : (bar.dataset.none ?? "");
  }
}

function boxesOf({ dataset: { chooseAll } }: HTMLElement): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][form="${chooseAll}"]`)];
}
