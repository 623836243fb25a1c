/** Works through a list with `atOnce` workers. */
export async function inParallel<T>(
  atOnce: number,
  list: readonly T[],
  work: (item: T, at: number) => Promise<unknown>,
): Promise<void> {
  const left = list.map((item, at) => ({ item, at })).reverse();
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await work(next.item, next.at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
