import { Problem } from "../problem";

/**
 * Looks every `everyMs` until `isDone`. Throws Problem with the words of `late` when that takes longer than `withinMs`:
 * what has not come by then is lost.
 */
export async function until(
  isDone: () => boolean | Promise<boolean>,
  { everyMs, withinMs, late }: { everyMs: number; withinMs: number; late: () => string },
): Promise<void> {
  const lateAt = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() > lateAt) throw new Problem(late());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
