import { Problem } from "../problem";

/**
 * Checks every `everyMs` until `isDone`. Throws Problem with the message `late` after `withinMs`: what has not arrived
 * by then is lost.
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
