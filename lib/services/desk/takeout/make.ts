import { stringify } from "csv-stringify/sync";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { Prisma } from "@/lib/db/client";
import { isDue, lease } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { parts, readPictures } from "./parts";
import { withoutKeys } from "./tables";

const leased = { table: "takeouts", dueAt: "due_at", leaseMs: 120_000 } as const;
const slicesMax = 40;
/** The whole file is stored in pieces of this many bytes, so that a part of it is found by counting. */
export const pieceBytes = 256 * 1024;
/** Numbers of its pieces begin here; those below are of the files that go into it. */
export const fileFrom = 1_000_000_000;

/**
 * Goes on with the files that were asked for, a list at a time: what was read stays, whoever dies in between. The archive is
 * made of what was read, and once more from its beginning where that was interrupted. Safe to repeat or to run twice.
 */
export async function makeDueTakeouts(world: World): Promise<{ more: boolean }> {
  const due = await lease<{ id: number }>(world, leased, {
    which: isDue(world, leased),
    limit: 1,
    columns: Prisma.sql`id`,
  });
  for (const { id } of due) {
    for (let slice = 0; slice < slicesMax; slice += 1) if (!(await makeSlice(world, id))) break;
    await world.db.takeout.updateMany({ where: { id }, data: { leasedUntil: null } });
  }
  return { more: due.length > 0 };
}

type Takeout = NonNullable<Awaited<ReturnType<World["db"]["takeout"]["findUnique"]>>>;

/** Reads the next rows, or makes the archive of all that was read. Returns whether there is more. */
async function makeSlice(world: World, id: number): Promise<boolean> {
  const takeout = await world.db.takeout.findUnique({ where: { id } });
  if (takeout?.state !== "running") return false;
  if (takeout.part > parts.length) {
    await makeArchive(world, takeout);
    return false;
  }
  const { accountId } = await world.db.store.findUniqueOrThrow({
    where: { id: takeout.storeId },
    select: { accountId: true },
  });
  const caller = { storeId: takeout.storeId, accountId, livemode: true, actor: `user:${takeout.createdBy}` };
  const { pieces, rows, cursor } = await readSlice(world, caller, takeout);
  await transact(world, async ({ tx, now }) => {
    await tx.$queryRaw`SELECT 1 FROM takeouts WHERE id = ${id} FOR UPDATE`;
    const { part, cursor: place } = await tx.takeout.findUniqueOrThrow({ where: { id } });
    // Somebody else went on meanwhile, because the lease was over.
    if (part !== takeout.part || place !== takeout.cursor) return;
    await tx.takeoutPiece.createMany({
      data: pieces.map(({ name, bytes }, at) => ({
        ...{ takeoutId: id, number: takeout.pieces + at, name },
        bytes: new Uint8Array(bytes),
      })),
    });
    await tx.takeout.update({
      where: { id },
      data: {
        ...{ rows: { increment: rows }, pieces: { increment: pieces.length }, cursor },
        part: cursor === null ? takeout.part + 1 : takeout.part,
        leasedUntil: new Date(now.getTime() + leased.leaseMs),
      },
    });
  });
  return true;
}

/** The next rows as pieces of their files. Behind the last list come the pictures. */
async function readSlice(
  world: World,
  caller: Caller,
  takeout: Takeout,
): Promise<{ pieces: FilePiece[]; rows: number; cursor: string | null }> {
  const part = parts[takeout.part];
  if (!part) {
    const { files, cursor } = await readPictures(world, caller, takeout.cursor);
    return { pieces: files, rows: files.length, cursor };
  }
  const { rows, cursor } = await part.read(world, caller, takeout.cursor);
  // Dates are texts before links are looked for.
  const shown = JSON.parse(JSON.stringify(rows)) as unknown[];
  const safe = withoutKeys(shown, world.config.siteUrl) as Record<string, unknown>[];
  const lines = safe.map((row) => `${JSON.stringify(row)}\n`).join("");
  const pieces = [{ name: `${part.name}.ndjson`, bytes: Buffer.from(lines) }];
  const isFirst = takeout.cursor === null;
  if (part.csv) pieces.push({ name: `${part.name}.csv`, bytes: Buffer.from(csvOf(part.csv, safe, isFirst)) });
  return { pieces, rows: rows.length, cursor };
}

/** The columns of a file of commas; what is text is safe in a spreadsheet. */
function csvOf(columns: readonly string[], rows: readonly unknown[], isFirst: boolean): string {
  const cells = rows.map((row) => columns.map((path) => textAt(row, path)));
  return stringify([...(isFirst ? [columns.map(titleOf)] : []), ...cells], {
    escape_formulas: true,
    record_delimiter: "windows",
  });
}

/** The name of who bought is `name`; of a thing that is named beside, as `product.name`, it is `product`. */
function titleOf(path: string): string {
  const [first = "", second] = path.split(".");
  return second === undefined ? first : first === "customer" ? second : first;
}

function textAt(row: unknown, path: string): string {
  const value = path
    .split(".")
    .reduce<unknown>((one, key) => (one as Record<string, unknown> | null | undefined)?.[key], row);
  return value === null || value === undefined ? "" : String(value);
}

async function makeArchive(world: World, takeout: Takeout): Promise<void> {
  const { db } = world;
  const { id: takeoutId } = takeout;
  await db.takeoutPiece.deleteMany({ where: { takeoutId, number: { gte: fileFrom } } });
  let bytes = 0;
  let count = 0;
  for await (const piece of inPieces(zipped(piecesOf(world, takeout), takeout.createdAt))) {
    const number = fileFrom + count;
    await db.takeoutPiece.create({ data: { takeoutId, number, bytes: piece } });
    const leasedUntil = new Date(world.clock.now().getTime() + leased.leaseMs);
    await db.takeout.updateMany({ where: { id: takeoutId }, data: { leasedUntil } });
    bytes += piece.length;
    count += 1;
  }
  await transact(world, async ({ tx, now }) => {
    await tx.takeoutPiece.deleteMany({ where: { takeoutId, number: { lt: fileFrom } } });
    await tx.takeout.update({
      where: { id: takeoutId },
      data: { state: "ready", readyAt: now, dueAt: null, bytes: BigInt(bytes), pieces: count },
    });
  });
}

/** File by file, one piece in memory at a time. */
async function* piecesOf({ db, config }: World, takeout: Takeout): AsyncGenerator<FilePiece> {
  yield { name: "README.txt", bytes: Buffer.from(readme(config.serviceName, takeout.createdAt)) };
  const where = { takeoutId: takeout.id, number: { lt: fileFrom } };
  const list = await db.takeoutPiece.findMany({
    where,
    select: { number: true, name: true },
    orderBy: [{ name: "asc" }, { number: "asc" }],
  });
  for (const { number, name } of list) {
    const key = { takeoutId_number: { takeoutId: takeout.id, number } };
    const { bytes } = await db.takeoutPiece.findUniqueOrThrow({ where: key, select: { bytes: true } });
    yield { name: name ?? "", bytes };
  }
}

/** The same bytes in pieces of one size; the last one is shorter. */
async function* inPieces(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting = Buffer.alloc(0);
  for await (const part of parts) {
    waiting = Buffer.concat([waiting, part]);
    while (waiting.length >= pieceBytes) {
      yield new Uint8Array(waiting.subarray(0, pieceBytes));
      waiting = Buffer.from(waiting.subarray(pieceBytes));
    }
  }
  if (waiting.length > 0) yield new Uint8Array(waiting);
}

/** What is in the file, for whoever opens it in ten years. */
function readme(serviceName: string, at: Date): string {
  return `Everything of one store, taken along from ${serviceName} on ${at.toISOString()}.

*.ndjson   one JSON object a line; open it with any programming language.
*.csv      the plain fields of the same rows, for spreadsheets. Text that would run as a formula begins with '.
pictures/  the pictures of products and the logo, by the last part of their address.

store, products, customers, subscriptions, orders, invoices, payment_links
           as GET /api/v1 shows them. Amounts are in whole units (1500.50).
subscriptions
           also have "periods", and "sente": what another instance needs to go on exactly as this one.
payments, refunds, disputes, payouts, statement, discounts, discount_codes, quotes, recurring_invoices, notes, tags
           by their columns. Amounts that end in _minor are in the smallest unit (150050 is 1500.50; UGX has none).
statement  every movement of the wallet. What came in is positive.
events     what was published in the last 90 days.

Times are in UTC. Customers and their notes are those of the account; all else is of this store, in live mode.
Not in it: keys, passwords, signing secrets, saved cards, links that act for a subscriber, documents of verification.

To go on elsewhere: Subscriptions > Import > From another Sente, in an empty store of the same currency. It takes products,
customers and subscriptions, with the same access for the same ref. Money is not moved: it was paid to you already.
`;
}

/** A piece of a file inside of the archive. Pieces of one file follow each other. */
export interface FilePiece {
  name: string;
  bytes: Uint8Array;
}

/**
 * An archive of files, as bytes in parts of at most a few hundred kilobytes: neither the files nor the archive are ever whole
 * in memory. `at`: the time that its files bear, so that the same pieces make the same bytes.
 */
export async function* zipped(pieces: AsyncIterable<FilePiece>, at: Date): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  let broken: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error) broken = error;
    else out.push(data);
  });
  let openName: string | null = null;
  let file: ZipDeflate | ZipPassThrough | null = null;
  for await (const { name, bytes } of pieces) {
    if (openName !== name) {
      file?.push(nothing, true);
      file = fileOf(name, at);
      zip.add(file);
      openName = name;
    }
    file?.push(bytes, false);
    if (broken) throw broken;
    yield* out.splice(0);
  }
  file?.push(nothing, true);
  zip.end();
  if (broken) throw broken;
  yield* out.splice(0);
}

const nothing = new Uint8Array();

/** Pictures are packed already. */
function fileOf(name: string, at: Date): ZipDeflate | ZipPassThrough {
  const file = name.startsWith("pictures/") ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
  file.mtime = at;
  return file;
}
