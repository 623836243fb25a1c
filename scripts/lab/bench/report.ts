import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import os from "node:os";

/** One line of the table: the measurement in words, and its goal, if any. */
export interface Line {
  what: string;
  value: number;
  unit: string;
  goal?: { atLeast: number } | { atMost: number };
}

/** Prints the lines as a table that shows for each goal whether it was met. */
export function printTable(lines: readonly Line[]): void {
  const rows = lines.map((line) => [
    line.what,
    `${rounded(line.value)} ${line.unit}`.trim(),
    goalOf(line),
    metOf(line),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function goalOf({ goal, unit }: Line): string {
  if (!goal) return "";
  return "atLeast" in goal ? `≥ ${goal.atLeast} ${unit}`.trim() : `≤ ${goal.atMost} ${unit}`.trim();
}

function metOf({ goal, value }: Line): string {
  if (!goal) return "";
  const isMet = "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
  return isMet ? "met" : "NOT MET";
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

/** What a whole run showed, a line of `bench/history.jsonl`. Figures of one machine say nothing on another; ratios do. */
export interface Run {
  /** ISO 8601, UTC. */
  date: string;
  /** `-changed` at its end: with changes that no commit has. */
  commit: string;
  machine: string;
  /** By the words of the table. `less`: a smaller one is better. */
  ratios: Record<string, { value: number; better: "more" | "less" }>;
}

/** Below this part of the last run's it is said aloud. */
const worthSaying = 0.8;

export function runOf(lines: readonly Line[], about: Omit<Run, "ratios">): Run {
  const ratios = lines.flatMap(({ what, value, unit, goal }) =>
    goal && unit === ""
      ? [
          [
            what,
            { value: Number(value.toPrecision(4)), better: "atLeast" in goal ? "more" : "less" },
          ] as const,
        ]
      : [],
  );
  return { ...about, ratios: Object.fromEntries(ratios) };
}

/** A sentence for each ratio that is worse than 0.8 of what the run before showed, or has gone. */
export function worseThan(before: Run | null, now: Run): string[] {
  return Object.entries(before?.ratios ?? {}).flatMap(([what, last]) => {
    const found = now.ratios[what];
    if (!found) return [`${what} was ${last.value}, and was not measured.`];
    const part = last.better === "more" ? found.value / last.value : last.value / found.value;
    return part < worthSaying
      ? [`${what} is ${found.value}; it was ${last.value} (${before?.commit.slice(0, 8)}, ${before?.date}).`]
      : [];
  });
}

export function readLast(file: string): Run | null {
  if (!existsSync(file)) return null;
  const last = readFileSync(file, "utf8").trim().split("\n").at(-1);
  return last ? JSON.parse(last) : null;
}

export function append(file: string, run: Run): void {
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

export function aboutThisRun(): Omit<Run, "ratios"> {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const cpus = os.cpus();
  return {
    date: new Date().toISOString(),
    commit:
      git("rev-parse", "HEAD") + (git("status", "--porcelain", "--untracked-files=no") ? "-changed" : ""),
    machine: `${cpus.length} × ${cpus[0]?.model.trim()}, ${Math.round(os.totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`,
  };
}
