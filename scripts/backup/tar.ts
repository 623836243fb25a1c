import { Problem } from "../problem";
import { type Reader, readerOf } from "./cipher";

const block = 512;

export interface TarEntry {
  name: string;
  type: "file" | "directory" | "link";
  /** Where a link leads. */
  target: string;
  size: number;
  /** Must be read to its end before the next entry. */
  body: AsyncGenerator<Buffer>;
}

/** The entries of a tar of PostgreSQL's, which has short names and no more kinds than these. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = readerOf(source);
  while (!(await reader.isAtEnd())) {
    const head = await reader.take(block);
    if (head.every((byte) => byte === 0)) continue;
    const size = octal(head, 124, 12);
    const prefix = text(head, 345, 155);
    yield {
      name: `${prefix ? `${prefix}/` : ""}${text(head, 0, 100)}`,
      type: typeOf(text(head, 156, 1)),
      target: text(head, 157, 100),
      size,
      body: bodyOf(reader, size),
    };
  }
}

async function* bodyOf(reader: Reader, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const chunk = await reader.some(left);
    left -= chunk.length;
    yield chunk;
  }
  await reader.take((block - (size % block)) % block);
}

function typeOf(flag: string): TarEntry["type"] {
  if (flag === "0" || flag === "") return "file";
  if (flag === "5") return "directory";
  if (flag === "2") return "link";
  throw new Problem(`The backup holds an entry of a kind that is not known (${flag}).`);
}

function text(head: Buffer, at: number, length: number): string {
  const field = head.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString("utf8");
}

/** Sizes of 8 GB and more are written in base 256. */
function octal(head: Buffer, at: number, length: number): number {
  const first = head[at] ?? 0;
  if (first & 0x80) return Number(head.readBigUInt64BE(at + length - 8));
  return Number.parseInt(text(head, at, length).trim() || "0", 8);
}
