import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { Problem } from "../problem";

const magic = Buffer.from("SENTEBK1");
const saltBytes = 16;
const tagBytes = 16;
const pieceBytes = 256 * 1024;
const isLast = 0x80000000;
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 };

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Seals and opens what a passphrase protects. */
export interface Vault {
  seal(source: Bytes): AsyncGenerator<Buffer>;
  /** Throws Problem where the passphrase is another one, or where a byte was changed or is missing. */
  open(source: Bytes): AsyncGenerator<Buffer>;
}

/**
 * AES-256-GCM in pieces, each with its number and whether it is the last, so that nothing can be changed, exchanged or
 * cut off. The key of a file comes from a salt of its own and from the passphrase by scrypt.
 */
export function openVault(passphrase: string): Vault {
  const salt = randomBytes(saltBytes);
  const roots = new Map<string, Promise<Buffer>>();
  const keyOf = async (rootSalt: Buffer, fileSalt: Buffer) => {
    const name = rootSalt.toString("hex");
    const root = roots.get(name) ?? rootOf(passphrase, rootSalt);
    roots.set(name, root);
    return Buffer.from(hkdfSync("sha256", await root, fileSalt, "sente backup", 32));
  };
  return {
    async *seal(source) {
      const fileSalt = randomBytes(saltBytes);
      const key = await keyOf(salt, fileSalt);
      yield Buffer.concat([magic, salt, fileSalt]);
      let number = 0;
      for await (const { piece, last } of pieces(source)) {
        const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number, last));
        const head = Buffer.alloc(4);
        head.writeUInt32BE((piece.length | (last ? isLast : 0)) >>> 0);
        yield Buffer.concat([head, cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
        number += 1;
      }
    },
    async *open(source) {
      const reader = readerOf(source);
      const head = await reader.take(magic.length + 2 * saltBytes);
      if (!head.subarray(0, magic.length).equals(magic))
        throw new Problem("This is no file of a backup, or its beginning is damaged.");
      const rootSalt = head.subarray(magic.length, magic.length + saltBytes);
      const key = await keyOf(rootSalt, head.subarray(magic.length + saltBytes));
      for (let number = 0, last = false; !last; number += 1) {
        const word = (await reader.take(4)).readUInt32BE();
        last = (word & isLast) !== 0;
        const length = word & ~isLast;
        if (length > pieceBytes) throw new Problem("A file of the backup is damaged.");
        const sealed = await reader.take(length + tagBytes);
        const cipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, last));
        cipher.setAuthTag(sealed.subarray(-tagBytes));
        yield opened(cipher, sealed.subarray(0, -tagBytes));
      }
      if (!(await reader.isAtEnd())) throw new Problem("A file of the backup is longer than it was written.");
    },
  };
}

function rootOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(last ? 1 : 0);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function opened(cipher: ReturnType<typeof createDecipheriv>, sealed: Buffer): Buffer {
  try {
    return Buffer.concat([cipher.update(sealed), cipher.final()]);
  } catch {
    throw new Problem(
      "The backup does not open: BACKUP_PASSPHRASE is not the one that it was made with, or a file of it was changed.",
    );
  }
}

/** Pieces of one size; the last may be shorter, or empty. */
async function* pieces(source: Bytes): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size <= pieceBytes) continue;
    let all = Buffer.concat(held);
    for (; all.length > pieceBytes; all = all.subarray(pieceBytes))
      yield { piece: all.subarray(0, pieceBytes), last: false };
    held = [all];
    size = all.length;
  }
  yield { piece: Buffer.concat(held), last: true };
}

export interface Reader {
  /** Exactly so many bytes. Throws Problem at an early end. */
  take(bytes: number): Promise<Buffer>;
  /** What is there already, at most so many bytes. */
  some(bytes: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
}

/** Reads a stream by lengths. */
export function readerOf(source: Bytes): Reader {
  const chunks = toIterator(source);
  let rest: Buffer = Buffer.alloc(0);
  const fill = async () => {
    const { value, done } = await chunks.next();
    if (done) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const cut = (bytes: number) => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  };
  return {
    async take(bytes) {
      while (rest.length < bytes)
        if (!(await fill())) throw new Problem("A file of the backup ends too early: it was cut off.");
      return cut(bytes);
    },
    async some(bytes) {
      while (rest.length === 0)
        if (!(await fill())) throw new Problem("A file of the backup ends too early: it was cut off.");
      return cut(bytes);
    },
    async isAtEnd() {
      while (rest.length === 0) if (!(await fill())) return true;
      return false;
    },
  };
}

async function* toIterator(source: Bytes): AsyncGenerator<Buffer, undefined> {
  yield* source;
  return undefined;
}

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
