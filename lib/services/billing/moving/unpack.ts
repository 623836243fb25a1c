import { DecodeUTF8, Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";

/** What an archive may come to once it is unpacked, and one line of it. More is no file of ours. */
const unpackedMax = 300_000_000;
const lineMax = 200_000;
const filesMax = 100_000;
const chunk = 64 * 1024;

/** The lists that are read; whatever else is in the archive is not unpacked. */
const wanted = ["store", "products", "customers", "subscriptions"] as const;
type Unpacked = Record<(typeof wanted)[number], unknown[]>;

/** The rows of an archive of ours. Throws Invalid on `file`. */
export function unpack(bytes: Uint8Array): Unpacked {
  const found: Unpacked = { store: [], products: [], customers: [], subscriptions: [] };
  const count = { bytes: 0, files: 0 };
  const unzip = new Unzip();
  unzip.register(UnzipInflate);
  unzip.onfile = (file) => {
    count.files += 1;
    if (count.files > filesMax) throw broken();
    const name = wanted.find((one) => file.name === `${one}.ndjson`);
    if (name) readLines(file, count, found[name]);
  };
  try {
    for (let at = 0; at < bytes.length; at += chunk)
      unzip.push(bytes.subarray(at, at + chunk), at + chunk >= bytes.length);
  } catch (error) {
    // Whatever the library or a line of the file stumbled over, it is no file of ours.
    throw error instanceof Invalid ? error : broken();
  }
  if (found.store.length !== 1) throw broken();
  return found;
}

/** Line by line, as it is unpacked. */
function readLines(file: UnzipFile, count: { bytes: number }, rows: unknown[]): void {
  let rest = "";
  const text = new DecodeUTF8((part, isLast) => {
    const lines = (rest + part).split("\n");
    rest = isLast ? "" : (lines.pop() ?? "");
    if ([...lines, rest].some((line) => line.length > lineMax)) throw broken();
    for (const line of lines) if (line !== "") rows.push(JSON.parse(line) as unknown);
  });
  file.ondata = (error, data, isLast) => {
    if (error) throw broken();
    count.bytes += data.length;
    if (count.bytes > unpackedMax) throw broken();
    text.push(data, isLast);
  };
  file.start();
}

export function broken(): Invalid {
  return new Invalid({ file: [say("move_archive")] });
}
