/** The local storage key for "no single keys": people who use speech or switches would press them by accident. */
const kept = "sente.single-keys";

export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(kept) !== "off";
  } catch {
    return true;
  }
}

export function storeSingleKeys(areOn: boolean): void {
  try {
    localStorage.setItem(kept, areOn ? "on" : "off");
  } catch {
    // A browser without storage forgets the choice.
  }
}

/** A single key press by a person who is not typing and has not turned such keys off (WCAG 2.1.4). */
export function isSingleKey({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
  return !ctrlKey && !metaKey && !altKey && !isTyping && singleKeysAreOn();
}
