import { listenToCopyPresses } from "@/components/ui/copy-button";
import { listenToColours, listenToMending } from "@/components/ui/field";
import { reloadSoon } from "@/components/ui/reload-soon";
import { listenToCharts } from "./chart-slider";
import { listenToChoices, showChoices } from "./choose-all";
import { keepTyped } from "./keep-while-typing";
import { listenToLeaving } from "./leave-guard";
import { listenToMenus } from "./menu";
import { rememberOpened } from "./opened-lately";
import { workerOf } from "./service-worker";
import { listenToKeys, showWhetherKeysAreOn } from "./shortcut-keys";

/** What every page of the dashboard does with a script and without React. */
export function listenOnPage(): void {
  // Shows what does nothing without a script.
  document.documentElement.dataset.listens = "";
  listenToKeys();
  listenToCopyPresses();
  listenToCharts();
  listenToChoices();
  listenToLeaving();
  listenToMenus();
  listenToColours();
  listenToMending();
}

/** For each page that is shown. */
export function showOnPage(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-zone]"))
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  showWhetherKeysAreOn();
  showChoices();
  keepTyped();
  reloadSoon();
  const content = document.getElementById("content");
  if (!content?.dataset.store) return;
  rememberOpened(content);
  const language = content.closest<HTMLElement>("[lang]")?.lang ?? "en";
  // A browser without workers does without.
  if ("serviceWorker" in navigator) workerOf(language).catch(() => {});
}
