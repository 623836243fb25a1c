import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

const framesMax = 1_000;

/** What frames of built code are in our sources. An outage logs the same few again and again. */
const known = new Map<string, string>();

/**
 * A stack of built code with the files and lines of our sources. Node does that too (`--enable-source-maps`), but keeps
 * the maps of all code that it loads in memory; here they are read when there is something to log.
 */
export function withSourceLines(stack: string): string {
  return stack.replace(
    /(?:file:\/\/)?(\/[^\s()]*\/\.next\/[^\s()]+):(\d+):(\d+)/g,
    (frame, file, line, column) => {
      const said = known.get(frame) ?? sourceOf(file, Number(line), Number(column)) ?? frame;
      if (known.size < framesMax) known.set(frame, said);
      return said;
    },
  );
}

function sourceOf(file: string, line: number, column: number): string | null {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
    const entry = map.findEntry(line - 1, column - 1);
    if (!("originalSource" in entry)) return null;
    const source = entry.originalSource.replace(/^.*\[project\]\/|^(\.\.\/)+/, "");
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  } catch {
    // No map, or one that cannot be read: the frame says where in the built code it was.
    return null;
  }
}
