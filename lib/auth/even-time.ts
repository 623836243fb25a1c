const leastMs = 400;

/**
 * Answers no sooner than 0.4 seconds after the request. Work for an address with an account takes longer than for one
 * without, and the timing must not show the difference.
 */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  try {
    return await work();
  } finally {
    await least;
  }
}
