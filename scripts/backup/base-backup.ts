import { PassThrough } from "node:stream";
import type { ClientConfig } from "pg";
import { newClient } from "@/lib/db/connect";
import { Problem } from "../problem";

/** What a running PostgreSQL says of a backup that it made of itself. */
export interface BaseBackup {
  /** The first and the last byte of the log that the copy needs. */
  startLsn: string;
  endLsn: string;
  timeline: number;
  /** Every file's size and checksum. */
  manifest: Buffer;
}

/** PostgreSQL's own client, which its types leave out. */
interface Wire {
  connection: {
    stream: { pause(): void; resume(): void };
    on(event: "copyData", listener: (message: { chunk: Buffer }) => void): void;
  };
}

/**
 * Copies the whole cluster while it works, by the protocol of replication. `take` reads the tar with its files and with
 * the log that makes them agree.
 */
export async function copyCluster(
  ownerUrl: string,
  take: (tar: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BaseBackup> {
  // Safe: the types know only the names of databases.
  const options = { connectionString: ownerUrl, replication: "true", application_name: "sente backup" };
  const client = newClient(options as ClientConfig);
  const tar = new PassThrough({ highWaterMark: 1024 ** 2 });
  const manifest: Buffer[] = [];
  // Safe: every client has it.
  const { connection } = client as unknown as Wire;
  client.on("error", (error) => tar.destroy(error));
  await client.connect();
  connection.on("copyData", ({ chunk }) => sort(chunk, tar, manifest, connection.stream));
  const taken = take(tar);
  // Whoever reads it may fail first.
  taken.catch((error: Error) => tar.destroy(error));
  tar.on("error", () => void client.end().catch(() => undefined));
  try {
    // Safe: a command of several answers gives several.
    const answers = (await client.query(
      "BASE_BACKUP (LABEL 'sente', CHECKPOINT 'fast', WAIT false, WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
    )) as unknown as { rows: Record<string, string>[] }[];
    tar.end();
    await taken;
    const places = answers.flatMap(({ rows }) => rows).filter(({ recptr }) => recptr !== undefined);
    const [start, end] = places;
    if (!start?.recptr || !end?.recptr) throw new Problem("The database did not say what its backup holds.");
    return {
      ...{ startLsn: start.recptr, endLsn: end.recptr, timeline: Number(start.tli) },
      manifest: Buffer.concat(manifest),
    };
  } catch (error) {
    tar.destroy();
    // The reader's own reason is the better one.
    await taken;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const kinds = { archive: 0x6e, manifest: 0x6d, data: 0x64 };

/** Each message begins with its kind. Data belongs to what was announced last. */
function sort(
  chunk: Buffer,
  tar: PassThrough,
  manifest: Buffer[],
  stream: Wire["connection"]["stream"],
): void {
  if (chunk[0] === kinds.manifest) manifest.push(Buffer.alloc(0));
  if (chunk[0] !== kinds.data) return;
  // The parser uses its buffer again.
  const data = Buffer.from(chunk.subarray(1));
  if (manifest.length > 0) manifest.push(data);
  else if (!tar.destroyed && !tar.write(data) && tar.listenerCount("drain") === 0) {
    stream.pause();
    tar.once("drain", () => stream.resume());
  }
}

const segmentBytes = 16n * 1024n ** 2n;

/** The name of the file of the log that holds this place: "0/3000028" of timeline 1 is in 000000010000000000000003. */
export function segmentOf(lsn: string, timeline: number): string {
  const [high = "0", low = "0"] = lsn.split("/");
  const number = ((BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)) / segmentBytes;
  const perLog = 2n ** 32n / segmentBytes;
  return [BigInt(timeline), number / perLog, number % perLog]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
}
