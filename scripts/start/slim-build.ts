import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Turbopack writes a chunk once for each group of routes that shares it: 21 times the same 1.7 MB, and a server would read
 * each copy into memory. One stays, the others lead to it. Source maps keep the lines and lose the sources' text, which
 * is four fifths of them: a stack needs the lines alone. Returns how many copies there were.
 */
export function slimBuild(server: string): number {
  const copies = dropCopies(path.join(server, "chunks")) + dropCopies(path.join(server, "chunks/ssr"));
  for (const file of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".map")) dropTexts(path.join(server, file));
  }
  return copies;
}

function dropCopies(directory: string): number {
  let copies = 0;
  const first = new Map<string, string>();
  for (const name of readdirSync(directory).sort()) {
    if (!name.endsWith(".js")) continue;
    const file = path.join(directory, name);
    const code = readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "");
    const key = createHash("sha256").update(code).digest("hex");
    const same = first.get(key);
    const leading = `module.exports=require(${JSON.stringify(`./${same}`)});\n`;
    if (same === undefined) first.set(key, name);
    else if (code.length > leading.length) {
      writeFileSync(file, leading);
      rmSync(`${file}.map`, { force: true });
      copies += 1;
    }
  }
  return copies;
}

/** A map of the third version, or one of sections that each hold one. */
interface SourceMap {
  sourcesContent?: string[];
  sections?: { map: SourceMap }[];
}

function dropTexts(file: string): void {
  const map: SourceMap = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(withoutTexts(map)));
}

function withoutTexts({ sourcesContent: _, sections, ...rest }: SourceMap): SourceMap {
  if (!sections) return rest;
  return { ...rest, sections: sections.map((section) => ({ ...section, map: withoutTexts(section.map) })) };
}
