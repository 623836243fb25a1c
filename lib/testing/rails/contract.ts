import { describe, test } from "vitest";
import { callbackCases } from "./contract-callbacks";
import { chargeCases } from "./contract-charges";
import type { ContractCase, RailHarness } from "./contract-harness";
import { keptCases } from "./contract-kept";
import { transferCases } from "./contract-transfers";

export const contractCases: readonly ContractCase[] = [
  ...chargeCases,
  ...keptCases,
  ...callbackCases,
  ...transferCases,
];

export type Mark = "yes" | "NO" | "-";

/** What was seen of each rail, by case: the matrix. */
export type Matrix = Map<string, Map<string, Mark>>;

/** Runs every case against one rail, each with a harness of its own, and notes what came of it. */
export function describeRail(
  name: string,
  matrix: Matrix,
  create: () => Promise<RailHarness & { close?(): Promise<void> }>,
): void {
  const marks = new Map<string, Mark>();
  matrix.set(name, marks);
  describe(name, () => {
    for (const { name: law, run } of contractCases) {
      test(law, async () => {
        marks.set(law, "NO");
        const harness = await create();
        try {
          marks.set(law, (await run(harness)) === "n/a" ? "-" : "yes");
        } finally {
          await harness.close?.();
        }
      });
    }
  });
}

/** As a table of plain text: a line a case, a column a rail. */
export function matrixText(matrix: Matrix): string {
  const rails = [...matrix.keys()];
  const widest = Math.max(...contractCases.map(({ name }) => name.length));
  const line = (first: string, rest: string[]) =>
    [first.padEnd(widest), ...rest.map((cell, place) => cell.padStart(rails[place]?.length ?? 0))].join("  ");
  const rows = contractCases.map(({ name }) =>
    line(
      name,
      rails.map((rail) => matrix.get(rail)?.get(name) ?? "."),
    ),
  );
  return ["", line("", rails), ...rows, ""].join("\n");
}
