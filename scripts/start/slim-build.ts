import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What is saved, in files and in bytes. */
export interface Slimmed {
  copies: number;
  bytes: number;
}

/**
 * Turbopack writes a chunk once for each group of routes that shares it: 21 times the same 1.7 MB, and a server would read
 * each copy into memory. One stays, the others lead to it. Source maps keep the lines and lose the sources' text, which
 * is four fifths of them: a stack needs the lines alone.
 */
export function slimBuild(server: string): Slimmed {
  const saved = { copies: 0, bytes: 0 };
  for (const directory of [path.join(server, "chunks"), path.join(server, "chunks/ssr")]) {
    dropCopies(directory, saved);
  }
  for (const file of readdirSync(server, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".map")) dropTexts(path.join(server, file), saved);
  }
  return saved;
}

function dropCopies(directory: string, saved: Slimmed): void {
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
      saved.copies += 1;
      saved.bytes += code.length - leading.length;
    }
  }
}

/** A map of the third version, or one of sections that each hold one. */
interface SourceMap {
  sourcesContent?: string[];
  sections?: { map: SourceMap }[];
}

function dropTexts(file: string, saved: Slimmed): void {
  const text = readFileSync(file, "utf8");
  const map: SourceMap = JSON.parse(text);
  const slim = JSON.stringify(withoutTexts(map));
  writeFileSync(file, slim);
  saved.bytes += text.length - slim.length;
}

function withoutTexts({ sourcesContent: _, sections, ...rest }: SourceMap): SourceMap {
  if (!sections) return rest;
  return { ...rest, sections: sections.map((section) => ({ ...section, map: withoutTexts(section.map) })) };
}
