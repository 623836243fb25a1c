import { spawn } from "node:child_process";

export interface Finished {
  code: number;
  /** Everything it printed, both streams in order. */
  output: string;
}

/** Runs a program of node_modules by its file, without printing, and returns its output. */
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
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") }),
    );
  });
}
