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
  // Most frames of a stack are of the same few files.
  const maps = new Map<string, SourceMap | null>();
  const sourceAt = (file: string, line: number, column: number) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return sourceOf(maps.get(file), line, column);
  };
  return stack.replace(
    /(?:file:\/\/)?(\/[^\s()]*\/\.next\/[^\s()]+):(\d+):(\d+)/g,
    (frame, file, line, column) => {
      const said = known.get(frame) ?? sourceAt(file, Number(line), Number(column)) ?? frame;
      if (known.size < framesMax) known.set(frame, said);
      return said;
    },
  );
}

function sourceOf(map: SourceMap | null | undefined, line: number, column: number): string | null {
  const entry = map?.findEntry(line - 1, column - 1);
  if (!entry || !("originalSource" in entry)) return null;
  const source = entry.originalSource.replace(/^.*\[project\]\/|^(\.\.\/)+/, "");
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** Null where there is none, or one that cannot be read: the frame says where in the built code it was. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return null;
  }
}
