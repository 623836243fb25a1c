import { spawn } from "node:child_process";

const LABEL_WIDTH = 14;
const PROGRESS_EVERY_MS = 10_000;

/**
 * Runs one step of a script and prints one line with its time: `Database      ready  0.4 s`. A long step prints a line
 * every ten seconds, so that it does not look stuck. The work returns the words to print, alone or beside a value.
 */
export function step(label: string, work: () => Promise<string>): Promise<undefined>;
export function step<T>(label: string, work: () => Promise<{ said: string; value: T }>): Promise<T>;
export async function step<T>(
  label: string,
  work: () => Promise<string | { said: string; value: T }>,
): Promise<T | undefined> {
  const startedAt = performance.now();
  const ticker = setInterval(() => say(label, `working, ${seconds(startedAt)}`), PROGRESS_EVERY_MS);
  try {
    const done = await work();
    const { said, value } = typeof done === "string" ? { said: done, value: undefined } : done;
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

export interface Finished {
  code: number;
  /** Everything it printed, both streams in order. */
  output: string;
}

/** Runs a program of node_modules by its file, without printing, and returns its output. It ends with this process. */
export function runTool(
  args: string[],
  env: Record<string, string> = {},
  node = process.execPath,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    const stop = () => child.kill("SIGKILL");
    process.once("exit", stop);
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", stop);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
