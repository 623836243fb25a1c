import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { Invalid, say } from "@/lib/domain/refusal";
import { withoutTurns } from "@/lib/domain/text";

const MB = 1_000_000;
/** What the lists may come to once they are unpacked, all of them and each, and one line. More is no file of ours. */
export const unpackedMegabytes = 300;
const unpackedMax = unpackedMegabytes * MB;
const listMax = 200 * MB;
const lineMax = 200_000;

/** The lists that are read, in this order; whatever else is in the archive is not unpacked. */
const wanted = ["store", "products", "customers", "subscriptions"] as const;

interface ListedRow {
  list: (typeof wanted)[number];
  row: unknown;
}

/** The rows of an archive of ours, one after the other, so that never all of them are in memory. Throws Invalid on `file`. */
export async function* unpack(archive: StoredArchive): AsyncGenerator<ListedRow> {
  const entries = await entriesOf(archive, (name) => wanted.some((list) => name === `${list}.ndjson`));
  // What an archive says of itself is refused before any of it is unpacked; more than it says never is.
  const said = [...entries.values()].map(({ unpacked }) => unpacked);
  if (Math.max(0, ...said) > listMax || said.reduce((sum, one) => sum + one, 0) > unpackedMax)
    throw new Invalid({ file: [say("move_archive_large", { megabytes: String(unpackedMegabytes) })] });
  for (const list of wanted) {
    const entry = entries.get(`${list}.ndjson`);
    if (!entry) continue;
    for await (const line of linesOf(bytesOf(archive, entry))) yield { list, row: rowOf(line) };
  }
}

function rowOf(line: string): unknown {
  try {
    const plain = (_: string, value: unknown) => (typeof value === "string" ? withoutTurns(value) : value);
    return JSON.parse(line, plain) as unknown;
  } catch {
    // A line that is no JSON: whoever wrote it, no export did.
    throw broken();
  }
}

/** An entry, unpacked as it is asked for. It has to be what the archive says of it. */
async function* bytesOf(archive: StoredArchive, entry: Entry): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let sum = 0;
  for await (const some of entry.isPacked ? inflated(archive, entry) : readEntry(archive, entry)) {
    bytes += some.byteLength;
    if (bytes > entry.unpacked) throw broken();
    sum = crc32(some, sum);
    yield some;
  }
  if (bytes !== entry.unpacked || sum !== entry.crc32) throw broken();
}

async function* inflated(archive: StoredArchive, entry: Entry): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  // An error of the archive's bytes ends the unpacking, and is thrown where it is read.
  pipeline(Readable.from(readEntry(archive, entry)), inflate, () => {});
  try {
    for await (const some of inflate) yield some as Uint8Array;
  } catch (error) {
    if ((error as { code?: unknown }).code?.toString().startsWith("Z_")) throw broken();
    throw error;
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const text = new TextDecoder();
  let rest = "";
  for await (const some of bytes) {
    const lines = (rest + text.decode(some, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineMax) throw broken();
    for (const line of lines) {
      if (line.length > lineMax) throw broken();
      if (line !== "") yield line;
    }
  }
  if (rest !== "") yield rest;
}

/** An archive that is kept somewhere, of which any part can be read: up to, but not including, `until`. */
export interface StoredArchive {
  size: number;
  read(from: number, until: number): AsyncIterable<Uint8Array>;
}

/** Where a file of an archive is, and what the archive says of it. */
export interface Entry {
  /** Where its own head begins, which the list repeats. */
  head: number;
  packed: number;
  unpacked: number;
  crc32: number;
  isPacked: boolean;
}

const filesMax = 100_000;
/** Of the list of files: enough for that many pictures. */
const listMaxBytes = 16 * 1024 * 1024;
const marks = { head: 0x04034b50, listed: 0x02014b50, end: 0x06054b50 };
const endBytes = 22;
const commentMax = 65_535;

/**
 * The files of an archive that are asked for, by the list at its end: what is packed may look like a head of a file, so
 * reading from the beginning could mistake one for the other. Throws Invalid on `file`.
 */
export async function entriesOf(
  archive: StoredArchive,
  isWanted: (name: string) => boolean,
): Promise<Map<string, Entry>> {
  const begins = await partOf(archive, 0, Math.min(4, archive.size));
  if (begins.length < 4 || begins.readUInt32LE(0) !== marks.head) throw broken();
  const { count, from, until } = await endOf(archive);
  if (count > filesMax || until - from > listMaxBytes || until < from || until > archive.size) throw broken();
  const list = await partOf(archive, from, until);
  const found = new Map<string, Entry>();
  for (let at = 0, seen = 0; seen < count; seen += 1) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== marks.listed) throw broken();
    const nameEnd = at + 46 + list.readUInt16LE(at + 28);
    const name = list.toString("utf8", at + 46, nameEnd);
    if (isWanted(name)) {
      // Two files of one name: no export has them.
      if (found.has(name)) throw broken();
      found.set(name, entryOf(list, at));
    }
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return found;
}

/** What stands at the end of an archive. Where it is missing, the end of the file is missing. */
async function endOf(archive: StoredArchive): Promise<{ count: number; from: number; until: number }> {
  const at = Math.max(0, archive.size - endBytes - commentMax);
  const tail = await partOf(archive, at, archive.size);
  for (let end = tail.length - endBytes; end >= 0; end -= 1) {
    if (tail.readUInt32LE(end) !== marks.end) continue;
    // A comment reaches exactly to the end: else these bytes are part of something else.
    if (end + endBytes + tail.readUInt16LE(end + 20) !== tail.length) continue;
    const from = tail.readUInt32LE(end + 16);
    return { count: tail.readUInt16LE(end + 10), from, until: from + tail.readUInt32LE(end + 12) };
  }
  throw new Invalid({ file: [say("move_archive_half")] });
}

function entryOf(list: Buffer, at: number): Entry {
  const flags = list.readUInt16LE(at + 8);
  const method = list.readUInt16LE(at + 10);
  // A password, or a way of packing that no export uses.
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw broken();
  return {
    ...{ crc32: list.readUInt32LE(at + 16), packed: list.readUInt32LE(at + 20) },
    ...{ unpacked: list.readUInt32LE(at + 24), head: list.readUInt32LE(at + 42), isPacked: method === 8 },
  };
}

/** The bytes of a file as they are in the archive, piece by piece. */
export async function* readEntry(
  archive: StoredArchive,
  { head, packed }: Entry,
): AsyncGenerator<Uint8Array> {
  if (head + 30 > archive.size) throw broken();
  const own = await partOf(archive, head, head + 30);
  if (own.readUInt32LE(0) !== marks.head) throw broken();
  const from = head + 30 + own.readUInt16LE(26) + own.readUInt16LE(28);
  if (from + packed > archive.size) throw broken();
  yield* archive.read(from, from + packed);
}

async function partOf(archive: StoredArchive, from: number, until: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of archive.read(from, until)) parts.push(part);
  return Buffer.concat(parts);
}

export function broken(): Invalid {
  return new Invalid({ file: [say("move_archive")] });
}
