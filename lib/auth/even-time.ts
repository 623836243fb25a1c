const leastMs = 400;

/**
 * Answers no sooner than 0.4 seconds after the question. What is done for an address that has an account takes longer
 * than what is done for one that has none, and the difference must not be told by a watch.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  try {
    return await work();
  } finally {
    await least;
  }
}
