/** What a slider over a bar chart shows (bar-chart.tsx): the bar that is chosen by key or finger, or pointed at. */
const sliders = "input[data-bars]";

export function listenToCharts(): void {
  for (const type of ["focusin", "input", "pointermove"]) document.addEventListener(type, show);
  for (const type of ["focusout", "pointerout"]) document.addEventListener(type, hide);
}

function show(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !target.matches(sliders)) return;
  const bars = [...(target.previousElementSibling?.children ?? [])];
  const isPointed = event instanceof PointerEvent && event.pointerType === "mouse" && event.buttons === 0;
  const at = isPointed
    ? Math.floor((event.offsetX / target.clientWidth) * bars.length)
    : Number(target.value);
  for (const [index, bar] of bars.entries()) bar.toggleAttribute("data-on", index === at);
  if (!isPointed) target.setAttribute("aria-valuetext", bars[at]?.textContent ?? "");
}

/** Whoever goes by keys keeps what he chose while the mouse lies elsewhere. */
function hide({ type, target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches(sliders)) return;
  if (type === "pointerout" && target === document.activeElement) return;
  for (const bar of target.previousElementSibling?.children ?? []) bar.removeAttribute("data-on");
}
