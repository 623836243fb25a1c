import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyTree } from "./lab/testing/copy-tree";
import { slice } from "./lab/testing/slice";

// The pages of docs/how-to are walked: what their blocks `diff <file>` add is added in a copy, which must compile and pass.

interface Change {
  file: string;
  lines: string[];
}

const copies: (() => void)[] = [];
afterEach(() => {
  for (const remove of copies.splice(0)) remove();
});

/** What each page says, done in a copy. */
const walks: Record<string, (copy: string) => void> = {
  /** The compiler asks for what the page says that it asks for, and nothing else is needed. */
  "event-type": (copy) => {
    const [name, ...rest] = changesOf("event-type");
    if (!name) throw new Error("The page changes nothing.");
    apply(copy, name);
    expect(failingFiles(copy)).toEqual(askedBy("event-type", "the compiler"));
    for (const change of rest) apply(copy, change);
    describeAnew(copy);
    expect(failingFiles(copy)).toEqual([]);
    expect(run(copy, "lib/resources/sample-event.test.ts", "app/api/v1/openapi.test.ts")).toBe("passed");
  },
  /** A route that is not listed is noticed; one that is listed needs nothing else. */
  endpoint: (copy) => {
    const [route, ...lines] = changesOf("endpoint");
    if (!route) throw new Error("The page changes nothing.");
    apply(copy, route);
    expect(run(copy, "app/api/v1/routes.test.ts")).toContain("/store/currency");
    for (const change of lines) apply(copy, change);
    describeAnew(copy);
    expect(failingFiles(copy)).toEqual([]);
    expect(run(copy, "app/api/v1/routes.test.ts", "app/api/v1/openapi.test.ts")).toBe("passed");
  },
  /** An act is one page, and is noticed where no row walks it. */
  act: (copy) => {
    const [page, row] = changesOf("act");
    if (!page || !row) throw new Error("The page changes nothing.");
    apply(copy, page);
    expect(failingFiles(copy)).toEqual([]);
    expect(run(copy, "app/(seller)/dashboard/acts.test.tsx")).toContain("subscriptions/[id]/stop");
    apply(copy, row);
    expect(run(copy, "app/(seller)/dashboard/acts.test.tsx")).toBe("passed");
  },
};

const pages = Object.keys(walks);
// A walk compiles everything twice: one page a commit, all of them in the long run.
test.each(slice("how-to pages", pages, pages.length))(
  "docs/how-to/%s.md does what it says",
  (page) => walks[page]?.(newCopy()),
  // Beside others it takes five times as long as alone, and its time says nothing.
  900_000,
);

/** What a page that lists its files may cost at most, in files. */
const most = { language: 5, field: 10 };

test.each(Object.entries(most))("docs/how-to/%s.md names files that there are, %i at most", (page, files) => {
  const text = readFileSync(`docs/how-to/${page}.md`, "utf8");
  const named = [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(3);
  expect(named.length).toBeLessThanOrEqual(files);
  const ofExample = (file: string) => file.replace("<code>", "en").replace(/<name>\/.*$/, "");
  expect(named.filter((file) => !existsSync(ofExample(file)))).toEqual([]);
});

function newCopy(): string {
  const { root, remove } = copyTree();
  copies.push(remove);
  return root;
}

function changesOf(page: string): Change[] {
  const text = readFileSync(`docs/how-to/${page}.md`, "utf8");
  return [...text.matchAll(/```diff (\S+)\n([\s\S]*?)\n```/g)].map(([, file = "", lines = ""]) => ({
    file,
    lines: lines.split("\n"),
  }));
}

/** The files of the page's table that this one asks for. */
function askedBy(page: string, who: string): string[] {
  const rows = readFileSync(`docs/how-to/${page}.md`, "utf8").matchAll(/^\| `([^`]+)` \|.*\| ([^|]+) \|$/gm);
  return [...rows].flatMap(([, file = "", asked]) => (asked === who ? [file] : [])).sort();
}

/** Lines that begin with a space are there already, one after the other; those with a plus are added among them. */
function apply(copy: string, { file, lines }: Change): void {
  const target = path.join(copy, file);
  const there = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const then = lines.map((line) => line.slice(1)).join("\n");
  if (there.length === 0) {
    expect(existsSync(target), `${file} is there already`).toBe(false);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${then}\n`);
    return;
  }
  const parts = readFileSync(target, "utf8").split(`${there.join("\n")}\n`);
  expect(parts, `${file} has these lines once: ${there.join(" ⏎ ")}`).toHaveLength(2);
  writeFileSync(target, parts.join(`${then}\n`));
}

/** As the last step of each page says. */
function describeAnew(copy: string): void {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/openapi.ts"], { cwd: copy });
}

/** The files that do not compile. */
function failingFiles(copy: string): string[] {
  const said = spawnSync("node_modules/typescript7/bin/tsc", ["--noEmit", "--pretty", "false"], {
    cwd: copy,
    encoding: "utf8",
  });
  return [
    ...new Set([...said.stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file = ""]) => file)),
  ].sort();
}

function run(copy: string, ...tests: string[]): string {
  const { status, stdout, stderr } = spawnSync("node_modules/.bin/vitest", ["run", ...tests], {
    cwd: copy,
    encoding: "utf8",
  });
  return status === 0 ? "passed" : `${stdout}\n${stderr}`;
}
