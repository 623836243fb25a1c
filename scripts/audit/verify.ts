import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parse } from "csv-parse";

// Checks an exported log by nothing but the file: this knows neither the database nor the code that sealed.

type Line = Record<string, string | null>;

export interface Verdict {
  lines: number;
  /** The last hash: whoever has written it down can prove later that nothing before it was rewritten. */
  head: { position: string; hash: string } | null;
  /** One line for each entry that is not as it was sealed. */
  broken: string[];
}

/** `seen`: what must stand in the file, as an earlier verdict said it. */
export async function verifyLog(file: string, seen: Verdict["head"] = null): Promise<Verdict> {
  const broken: string[] = [];
  let lines = 0;
  let head: Verdict["head"] = null;
  let wasSeen = seen === null;
  try {
    for await (const line of file.endsWith(".csv") ? csvLines(file) : jsonLines(file)) {
      lines += 1;
      const wrong = wrongIn(line, lines, head?.hash ?? "");
      if (wrong) broken.push(wrong);
      head = { position: line.position ?? "", hash: line.hash ?? "" };
      wasSeen ||= head.position === seen?.position && head.hash === seen.hash;
    }
  } catch (error) {
    broken.push(`cannot be read after line ${lines}: ${error instanceof Error ? error.message : error}`);
  }
  if (!wasSeen) broken.push(`seal ${seen?.position} is not the one that was seen before`);
  return { lines, head, broken };
}

function wrongIn(line: Line, nth: number, before: string): string | null {
  const { position = null, entry_id: entry = null, goes_at = null, entry_hash = null, hash = null } = line;
  if (position !== String(nth)) return `a seal before ${position} is missing`;
  if (hash !== hashOf(before, position, entry, goes_at, entry_hash))
    return `the seal of entry ${entry} was changed`;
  const { created_at = null, account_id = null, store_id = null, actor = null, action = null } = line;
  const { target = null, details = null, reason_hash = null } = line;
  if (created_at === null)
    return goes_at !== null && Date.parse(goes_at) <= Date.now() ? null : `entry ${entry} was removed`;
  const told = [entry, created_at, account_id, store_id, actor, action, target, details, reason_hash];
  if (entry_hash !== hashOf(...told)) return `entry ${entry} was changed`;
  return isReason(line) ? null : `the reason of entry ${entry} was changed`;
}

/** An erased reason has no salt any more, and a mark where words were. */
function isReason({ reason = null, reason_salt = null, reason_hash = null }: Line): boolean {
  if (reason_hash === null) return reason === null;
  if (reason_salt === null) return reason?.includes("…") === true;
  return reason_hash === hashOf(reason_salt, reason);
}

/** Each text with its length in bytes before it; "-" where there is none. */
function hashOf(...texts: (string | null)[]): string {
  const said = texts.map((text) => (text === null ? "-" : `${Buffer.byteLength(text)}:${text}`)).join(",");
  return createHash("sha256").update(said).digest("hex");
}

async function* jsonLines(file: string): AsyncGenerator<Line> {
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  }))
    if (text !== "") yield JSON.parse(text);
}

/** Empty without quotes is null; a ' before what a spreadsheet would run is taken away. */
async function* csvLines(file: string): AsyncGenerator<Line> {
  const parser = createReadStream(file).pipe(
    parse({
      columns: true,
      bom: true,
      cast: (text, { quoting, header }) => (header ? text : quoting ? text.replace(/^'/, "") : null),
    }),
  );
  yield* parser;
}
