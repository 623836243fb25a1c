import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { Invalid, say } from "@/lib/domain/refusal";
import { withoutTurns } from "@/lib/domain/text";
import { broken, type Entry, entriesOf, readEntry, type StoredArchive } from "./zip-entries";

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
    throw tooLarge();
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

function tooLarge(): Invalid {
  return new Invalid({ file: [say("move_archive_large", { megabytes: String(unpackedMegabytes) })] });
}
