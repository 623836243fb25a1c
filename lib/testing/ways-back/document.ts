import {
  type Around,
  arounds,
  barOf,
  becomes,
  cells,
  differs,
  follows,
  type Source,
  sources,
  type Way,
  ways,
} from "./table";

// Safe: each of these objects has exactly its keys.
const sourceNames = Object.keys(sources) as Source[];
const wayNames = Object.keys(ways) as Way[];
const aroundNames = Object.keys(arounds) as Around[];

/** docs/ways-back.md, whole. */
export function documentOf(): string {
  return `# Every way back

Money that came can go back, in whole or in part, by the seller, by the rail or by the payer's bank. For each way in and each
way back this says what follows. It is written from \`lib/testing/ways-back/table.ts\`; \`lib/testing/ways-back\` walks each
cell that can be, ${cells.length} in all, with the invariants asked after it.

## What each way does

${table(
  ["", "Money", "Fee", "Tax", "Codes and files", "Who is told"],
  wayNames.map((way) => {
    const { money, fee, tax, codes, messages } = follows[way];
    return [capital(ways[way]), money, fee, tax, codes, messages];
  }),
)}

## What becomes of what was bought

A part that goes back changes nothing of it: the seller can end a subscription of which a bank took a part.

${table(
  ["", "All is refunded", "The bank takes all, or a dispute of all is lost", "Price", "Consent"],
  sourceNames.map((source) => {
    const { refund, reversal, price, consent } = becomes[source];
    return [capital(sources[source]), refund, reversal, price, consent];
  }),
)}

Where the seller has to decide, the form asks, says what follows, and does it: the page that confirms a refund asks whether
the subscription ends, and the subscription's own page offers to shorten or to end it after a reversal or a whole refund. An
open dispute, or one that is won, leaves what was bought as it is.

## What is around it

${table(
  ["", "What is other"],
  aroundNames
    .filter((around) => around !== "nothing")
    .map((around) => [capital(arounds[around]), differs[around]]),
)}

## What can be

Each source with each way, where nothing else is around. A number is why it cannot be.

${matrix(sourceNames, sources, wayNames, ways, (source, way) => barOf({ source, way, around: "nothing" }))}

Each source with what can be around it, for the ways that it has.

${matrix(sourceNames, sources, aroundNames, arounds, (source, around) =>
  barOf({ source, way: "whole_refund", around }),
)}
`;
}

/** A mark where it can be; else the number of the reason, and the reasons below. */
function matrix<Row extends string, Column extends string>(
  rows: readonly Row[],
  rowNames: Record<Row, string>,
  columns: readonly Column[],
  columnNames: Record<Column, string>,
  bar: (row: Row, column: Column) => string | null,
): string {
  const reasons: string[] = [];
  const numberOf = (reason: string) => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return String(reasons.indexOf(reason) + 1);
  };
  const lines = rows.map((row) => [
    capital(rowNames[row]),
    ...columns.map((column) => {
      const reason = bar(row, column);
      return reason === null ? "walked" : numberOf(reason);
    }),
  ]);
  const said = reasons.map((reason, index) => `${index + 1}. ${reason}`).join("\n");
  return `${table(["", ...columns.map((column) => capital(columnNames[column]))], lines)}\n\n${said}`;
}

function table(head: string[], rows: string[][]): string {
  const line = (row: string[]) => `| ${row.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
