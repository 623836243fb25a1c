import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratchDirectory } from "./lab/testing/scratch";
import { conclude, runVitest } from "./lab/testing/suites";
import type { NotedIndex } from "./lab/testing/used-indexes";
import { Problem } from "./problem";
import { say } from "./steps";

// npm run indexes: runs all unit tests on a server that reads an index wherever one can serve, and writes docs/indexes.md:
// each index with the rooms whose statements read it. One that nobody reads is an error, unless it keeps values apart.
// `-- notes.ndjson` takes the notes of a run that was made with USED_INDEXES=notes.ndjson.

/** They serve statements that take another index while a table is small, as all are in tests. */
const whenLarge = new Map([
  ["customers_search_idx", "searching among many customers; `npm run bench` measures it"],
  ["invoices_search_idx", "searching among many invoices; `npm run bench` measures it"],
  ["download_counts_deliverable_id_idx", "a file that its seller removes, whose counts go with it"],
  ["events_created_at_idx", "events that go with time, out of millions"],
  ["audit_entries_created_at_idx", "the export of a span of time out of years of entries"],
  ["customers_account_id_livemode_created_at_id_idx", "the newest of a store's thousands of customers"],
  [
    "subscription_periods_store_id_livemode_ends_at_idx",
    "the renewals of some weeks out of years of periods",
  ],
  ["discount_redemptions_who_idx", "whether this person has used a code before, of one that thousands used"],
]);

const [given] = process.argv.slice(2).filter((word) => word !== "--");
const notes = given ?? path.join(scratchDirectory("sente-indexes-"), "notes.ndjson");
if (given === undefined) {
  const tally = await runVitest("Unit tests", [], { USED_INDEXES: notes });
  if (tally.failed > 0) conclude([tally]);
}
if (!existsSync(notes)) throw new Problem(`There are no notes in ${notes}.`);
const all = new Map<string, NotedIndex & { rooms: Set<string>; notes: number }>();
for (const line of readFileSync(notes, "utf8").split("\n").filter(Boolean)) {
  // Safe: `noteUsedIndexes` wrote it.
  const one = JSON.parse(line) as NotedIndex;
  const known = all.get(one.name) ?? { ...one, rooms: new Set(), notes: 0 };
  all.set(one.name, known);
  known.notes += 1;
  const room = one.file && roomOf(one.file);
  if (room) known.rooms.add(room);
}
// A few tests begin with the database of an older release; what only they have is gone.
const files = Math.max(...[...all.values()].map(({ notes }) => notes));
const present = [...all.values()].filter(({ notes }) => notes > files / 2);
const sorted = present.sort((a, b) => (a.table + a.name < b.table + b.name ? -1 : 1));
const unread = sorted.filter(
  ({ name, rooms, isUnique }) => rooms.size === 0 && !isUnique && !whenLarge.has(name),
);
if (unread.length > 0) throw new Problem(`Nothing reads ${unread.map(({ name }) => name).join(", ")}.`);
writeFileSync(
  "docs/indexes.md",
  page(sorted.map((one) => `| ${one.table} | ${one.name} | ${reason(one)} |`)),
);
say("Indexes", `${sorted.length}, each read or keeping values apart: docs/indexes.md`);

/** `lib/services/money/settlement/poll.test.ts` is of the room money/settlement. */
function roomOf(file: string): string {
  const [, room = path.dirname(file)] = /^lib\/services\/([^/]+(?:\/[^/.]+)?)\//.exec(file) ?? [];
  return room
    .replace(/^app\/api.*/, "API")
    .replace(/^app.*/, "pages")
    .replace(/^(lib|scripts)\/.*/, "$1");
}

/** The first three rooms in the order of their names; what is read everywhere is not told apart. */
function reason({ name, isUnique, rooms }: NotedIndex & { rooms: Set<string> }): string {
  const large = whenLarge.get(name);
  if (large) return large;
  const services = [...rooms].filter((room) => room.includes("/")).sort();
  const named = services.length > 0 ? services : [...rooms].sort();
  const most = named.slice(0, 3).join(", ");
  const more = named.length > 3 ? ` and ${named.length - 3} more` : "";
  return [isUnique ? "keeps values apart" : "", named.length > 0 ? `read by ${most}${more}` : ""]
    .filter(Boolean)
    .join("; ");
}

function page(rows: string[]): string {
  return `# Indexes

Every index of the database, and what for: the rooms (folders of lib/services, pages, API) whose tests' statements read it on a
server that reads an index wherever one can serve. Written by \`npm run indexes\`, which ends with an error where one is read by
nobody; \`npm test\` holds that all are here and that none is the beginning of another.

| Table | Index | What for |
|---|---|---|
${rows.join("\n")}
`;
}
