import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// docs/weight.json: how heavy the code is. More than it says fails `npm run check`; less asks to be written down, by
// `npx tsx scripts/weight.ts`.

const weightFile = "docs/weight.json";
const smallMax = 30;

/** What Next demands by name, or runs by name: such a file may be as small as it is. */
const demanded =
  /(^|\/)(page|layout|route|error|not-found|loading|template|manifest|robots|proxy|next\.config)\.tsx?$/;
const isTest = (file: string) => /\.(test|spec)\.tsx?$|^e2e\/|^lib\/testing\//.test(file);
/** Benchmark, drills, mutants and what tests run on: beside the product. */
const isLab = (file: string) => file.startsWith("scripts/lab/");
/** Read by those who build upon us, and run by a test alone. */
const isExample = (file: string) => file.startsWith("sdk/examples/");

export interface Weight {
  /** Of TypeScript that runs in production or serves those who work on it; without tests and what is generated. */
  productionLines: number;
  productionFiles: number;
  /** Of 30 lines or fewer, those aside that Next demands by name. */
  smallFiles: number;
  testLines: number;
  labLines: number;
}

/** Of all files that git tracks or would add. */
export function weigh(): Weight {
  const generated = new Set(listed(":(attr:linguist-generated)"));
  const files = listed(".").filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !generated.has(file),
  );
  const lines = new Map(files.map((file) => [file, readFileSync(file, "utf8").split("\n").length - 1]));
  const production = files.filter((file) => !isTest(file) && !isLab(file) && !isExample(file));
  const sum = (some: string[]) => some.reduce((total, file) => total + (lines.get(file) ?? 0), 0);
  return {
    productionLines: sum(production),
    productionFiles: production.length,
    smallFiles: production.filter((file) => (lines.get(file) ?? 0) <= smallMax && !demanded.test(file))
      .length,
    testLines: sum(files.filter(isTest)),
    labLines: sum(files.filter((file) => isLab(file) && !isTest(file))),
  };
}

/** What of it grew, as sentences, and whether something became less. */
export function compareWeight(known: Weight, now: Weight): { grown: string[]; isLess: boolean } {
  const names = Object.keys(now) as (keyof Weight)[];
  const grown = names
    .filter((name) => now[name] > known[name])
    .map(
      (name) =>
        `${name} is ${now[name]}; ${weightFile} allows ${known[name]}. Take something away in exchange.`,
    );
  return { grown, isLess: names.some((name) => now[name] < known[name]) };
}

export function readWeight(): Weight {
  return JSON.parse(readFileSync(weightFile, "utf8")) as Weight;
}

/** The files of this kind that git tracks or would add. */
export function listed(pathspec: string): string[] {
  const flags = ["--cached", "--others", "--exclude-standard", "--", pathspec];
  const all = execFileSync("git", ["ls-files", ...flags], { encoding: "utf8" }).split("\n");
  return all.filter((file) => file !== "" && existsSync(file));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(weightFile, `${JSON.stringify(weigh(), null, 2)}\n`);
