import type { World } from "./world";

/**
 * Processes what `claim` leases until nothing more is due: `atOnce` at a time, and hardly more leased than that,
 * because a lease would expire while it waits behind a rail that hangs. `work` must not throw. `isOver` ends the
 * claiming; items leased by then are still processed. Returns whether more may be due.
 */
export async function workThrough<T>(
  atOnce: number,
  claim: (limit: number) => Promise<T[]>,
  work: (item: T) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<{ more: boolean }> {
  const leased: T[] = [];
  let isDry = false;
  let claiming: Promise<void> | null = null;
  const refill = async () => {
    const rows = await claim(atOnce);
    isDry = rows.length < atOnce;
    leased.push(...rows);
    claiming = null;
  };
  const worker = async () => {
    for (;;) {
      const item = leased.pop();
      if (item !== undefined) await work(item);
      else if (isDry || isOver()) return;
      else {
        claiming ??= refill();
        await claiming;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { more: !isDry };
}

/**
 * Does each of these. One that fails is logged and does not stop the others. Returns how much was done, by what `work`
 * says of each, and how many failed. `setAside`: what is done about one that failed.
 */
export async function doEach<Item extends object>(
  { log }: World,
  items: readonly Item[],
  work: (item: Item) => Promise<number | boolean>,
  onFailure: string,
  setAside: (item: Item) => Promise<unknown> = async () => undefined,
): Promise<{ done: number; failed: number }> {
  const result = { done: 0, failed: 0 };
  for (const item of items) {
    try {
      result.done += Number(await work(item));
    } catch (error) {
      result.failed += 1;
      log.error({ err: error, ...item }, onFailure);
      await setAside(item);
    }
  }
  return result;
}
