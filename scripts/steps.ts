const LABEL_WIDTH = 14;
const PROGRESS_EVERY_MS = 10_000;

/**
 * Runs one step of a script and prints one line with its time: `Database      ready  0.4 s`. A long step prints a line
 * every ten seconds, so that it does not look stuck. The work returns the words to print.
 */
export async function step<T>(label: string, work: () => Promise<{ said: string; value: T }>): Promise<T> {
  const startedAt = performance.now();
  const ticker = setInterval(() => say(label, `working, ${seconds(startedAt)}`), PROGRESS_EVERY_MS);
  try {
    const { said, value } = await work();
    say(label, `${said}  ${seconds(startedAt)}`);
    return value;
  } finally {
    clearInterval(ticker);
  }
}

/** Prints one line under a label, aligned with the steps. */
export function say(label: string, words: string): void {
  console.log(`${label.padEnd(LABEL_WIDTH)}${words}`);
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
