import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Figures } from "@/e2e/measure";
import { runPlaywright, type Tally } from "../testing/suites";

/** By the page's path in Next's tree. Committed, so that the next run is compared with it. */
type Looks = Record<string, Figures>;
const kept = "bench/looks.json";
const columns = ["fields", "words", "phone", "desk"] as const;

export async function measureLooks(): Promise<Tally[]> {
  const before: Looks = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
  const file = path.join(mkdtempSync(path.join(tmpdir(), "sente-looks-")), "looks");
  const tally = await runPlaywright("Pages", ["measure.spec.ts", "--grep", "of the tree opens"], {
    LOOKS: file,
  });
  if (tally.failed === 0) {
    const now: Looks = {};
    for (const area of ["seller", "operator"])
      Object.assign(now, JSON.parse(readFileSync(`${file}.${area}`, "utf8")));
    printLooks(before, now);
    writeFileSync(kept, `${JSON.stringify(now, null, 2)}\n`);
  }
  return [tally];
}

/** Heaviest first: what is read, and ten words for each field to fill in. */
function printLooks(before: Looks, now: Looks): void {
  const weight = ({ fields, words }: Figures) => words + 10 * fields;
  const rows = Object.entries(now).sort(([, one], [, other]) => weight(other) - weight(one));
  const line = (name: string, was: Figures | undefined, is: Figures) =>
    [name, ...columns.map((column) => change(was?.[column], is[column]))].join(" | ");
  const of = (area: string, looks: Looks) =>
    Object.entries(looks).flatMap(([route, figures]) => (route.startsWith(area) ? [figures] : []));
  const totals = [
    ["**Sellers**", "/dashboard"],
    ["**Operators**", "/ops"],
  ].map(([name = "", area = ""]) => {
    const [was, is] = [of(area, before), of(area, now)];
    return line(`${name}, ${is.length} pages`, was.length > 0 ? total(was) : undefined, total(is));
  });
  const gone = Object.keys(before).filter((route) => !(route in now));
  const lines = [
    "Page | Fields | Words | Height at 360 px | at 1280 px",
    "--- | ---: | ---: | ---: | ---:",
    ...totals,
    ...rows.map(([route, figures]) => line(route, before[route], figures)),
  ];
  console.log(`\n${lines.join("\n")}`);
  if (gone.length > 0) console.log(`\nGone: ${gone.join(", ")}`);
}

function change(was: number | undefined, is: number): string {
  return was === undefined || was === is ? String(is) : `${was} → ${is}`;
}

function total(all: Figures[]): Figures {
  const sum = (column: keyof Figures) => all.reduce((sum, figures) => sum + figures[column], 0);
  return { fields: sum("fields"), words: sum("words"), phone: sum("phone"), desk: sum("desk") };
}
