import { createHash } from "node:crypto";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import type { BackupSettings } from "@/lib/env-parts";
import { Problem } from "../problem";
import { copyCluster, segmentOf } from "./base-backup";
import { openVault, readTar, type TarEntry, type Vault } from "./cipher";
import { bucketStore, folderStore, type Store } from "./store";

const infoSchema = z.object({
  id: z.string(),
  /** The copy is whole from `endedAt` on: it cannot be brought to an earlier time. */
  startedAt: z.coerce.date(),
  endedAt: z.coerce.date(),
  postgres: z.string(),
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  parts: z.object({ base: z.number(), manifest: z.number(), files: z.number() }),
  bytes: z.number(),
});
export type BackupInfo = z.output<typeof infoSchema>;

/** Files of DATA_DIR beside the cluster, by name. */
export type OtherFiles = Record<string, string>;

const partBytes = 32 * 1024 ** 2;
const restMs = 24 * 60 * 60 * 1000;
const infoName = "info.json";
const segmentName = /^wal\/[0-9A-F]{24}$/;
const folderOf = (id: string) => `base/${id}/`;

/**
 * Makes a backup of a running cluster and reads the whole of it back before it counts. It is seen by nobody until then,
 * because `info.json` is written last.
 */
export async function makeBackup(
  store: Store,
  vault: Vault,
  { ownerUrl, postgres, files }: { ownerUrl: string; postgres: string; files: OtherFiles },
): Promise<BackupInfo> {
  const startedAt = new Date();
  const id = startedAt.toISOString().replace(/[:-]|\.\d+/g, "");
  const put = (kind: string, source: AsyncIterable<Buffer> | Buffer[]) =>
    putParts(store, `${folderOf(id)}${kind}`, vault, source);
  let base = { parts: 0, bytes: 0 };
  const { manifest, ...copied } = await copyCluster(ownerUrl, async (tar) => {
    base = await put("base", tar);
  });
  const endedAt = new Date();
  const listed = await put("manifest", [manifest]);
  const others = await put("files", [Buffer.from(JSON.stringify(files))]);
  const info: BackupInfo = {
    ...{ id, startedAt, endedAt, postgres, ...copied },
    parts: { base: base.parts, manifest: listed.parts, files: others.parts },
    bytes: base.bytes + listed.bytes + others.bytes,
  };
  await readCluster(store, vault, info, () => nothing);
  await store.put(`${folderOf(id)}${infoName}`, Buffer.from(`${JSON.stringify(info, null, 2)}\n`));
  return info;
}

/** The backups that are whole, oldest first. */
export async function listBackups(store: Store): Promise<BackupInfo[]> {
  const names = (await store.list("base/")).filter(({ name }) => name.endsWith(`/${infoName}`));
  return Promise.all(
    names.map(async ({ name }) => infoSchema.parse(JSON.parse((await store.get(name)).toString("utf8")))),
  );
}

/**
 * Keeps the newest backups and the log since the oldest of them. Also deletes what an interrupted backup left. Returns how
 * many backups are gone.
 */
export async function forgetOld(store: Store, keep: number): Promise<number> {
  const backups = await listBackups(store);
  const gone = backups.slice(0, -keep);
  const [oldest] = backups.slice(-keep);
  if (!oldest) return 0;
  const kept = new Set(backups.slice(-keep).map(({ id }) => folderOf(id)));
  const first = segmentOf(oldest.startLsn, oldest.timeline).slice(8);
  for (const { name, at } of await store.list("")) {
    const isBase = name.startsWith("base/");
    const folder = name.split("/", 2).join("/");
    const isDone = gone.some(({ id }) => folderOf(id) === `${folder}/`);
    const isLeft = isBase && !kept.has(`${folder}/`) && Date.now() - at.getTime() > restMs;
    // A later timeline goes on counting where the earlier one ended.
    const isEarly = segmentName.test(name) && name.slice("wal/".length + 8) < first;
    if (isDone || isLeft || isEarly) await store.remove(name);
  }
  return gone.length;
}

const hashOf = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      "Encoded-Path": z.string().optional(),
      Size: z.number(),
      Checksum: z.string(),
    }),
  ),
});

type Sink = (bytes: Buffer) => void;
const nothing: Sink = () => {};

/**
 * Reads the files of a backup, gives each entry a place where its bytes go, and compares all with the manifest. Throws
 * Problem when one is missing, too many or other than it was.
 */
export async function readCluster(
  store: Store,
  vault: Vault,
  info: BackupInfo,
  begin: (entry: TarEntry) => Sink,
): Promise<void> {
  const expected = checksumsIn(await readAll(store, vault, info, "manifest"));
  const wrong = (name: string) =>
    new Problem(`The backup ${info.id} is damaged: ${name} is not what it was.`);
  for await (const entry of readTar(partsOf(store, vault, info, "base"))) {
    const sink = begin(entry);
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of entry.body) {
      hash.update(chunk);
      size += chunk.length;
      sink(chunk);
    }
    if (size !== entry.size) throw wrong(entry.name);
    const known = expected.get(entry.name);
    // The log that is sent along is not in the list: each of its records has its own checksum.
    if (entry.type !== "file" || (!known && entry.name.startsWith("pg_wal/"))) continue;
    if (known !== hash.digest("hex")) throw wrong(entry.name);
    expected.delete(entry.name);
  }
  const [missing] = expected.keys();
  if (missing) throw wrong(missing);
}

function checksumsIn(manifest: Buffer): Map<string, string> {
  const text = manifest.toString("utf8");
  const end = text.lastIndexOf('"Manifest-Checksum"');
  const own = /"Manifest-Checksum": "([0-9a-f]+)"/.exec(text.slice(end))?.[1];
  if (own !== createHash("sha256").update(text.slice(0, end)).digest("hex"))
    throw new Problem("The list of files in the backup is damaged.");
  const { Files } = hashOf.parse(JSON.parse(text));
  return new Map(
    Files.map((file) => [
      file.Path ?? Buffer.from(file["Encoded-Path"] ?? "", "hex").toString("utf8"),
      file.Checksum,
    ]),
  );
}

export async function readFiles(store: Store, vault: Vault, info: BackupInfo): Promise<OtherFiles> {
  const bytes = await readAll(store, vault, info, "files");
  return z.record(z.string(), z.string()).parse(JSON.parse(bytes.toString("utf8")));
}

/** One file of the log, compressed and sealed. */
export async function sealOne(vault: Vault, bytes: Buffer): Promise<Buffer> {
  const sealed: Buffer[] = [];
  await pipeline([bytes], createGzip({ level: 1 }), vault.seal, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) sealed.push(chunk);
  });
  return Buffer.concat(sealed);
}

export async function openOne(vault: Vault, sealed: Buffer): Promise<Buffer> {
  return collect(Readable.from(vault.open([sealed])).compose(createGunzip()));
}

async function putParts(
  store: Store,
  name: string,
  vault: Vault,
  source: AsyncIterable<Buffer> | Buffer[],
): Promise<{ parts: number; bytes: number }> {
  let parts = 0;
  let bytes = 0;
  let held: Buffer[] = [];
  let size = 0;
  const put = async () => {
    await store.put(partName(name, parts), Buffer.concat(held));
    parts += 1;
    bytes += size;
    held = [];
    size = 0;
  };
  await pipeline(source, createGzip({ level: 1 }), vault.seal, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      held.push(chunk);
      size += chunk.length;
      if (size >= partBytes) await put();
    }
  });
  await put();
  return { parts, bytes };
}

function partsOf(
  store: Store,
  vault: Vault,
  info: BackupInfo,
  kind: keyof BackupInfo["parts"],
): AsyncIterable<Buffer> {
  const stored = async function* () {
    for (let part = 0; part < info.parts[kind]; part += 1)
      yield await store.get(partName(`${folderOf(info.id)}${kind}`, part));
  };
  return Readable.from(vault.open(stored())).compose(createGunzip());
}

function readAll(
  store: Store,
  vault: Vault,
  info: BackupInfo,
  kind: keyof BackupInfo["parts"],
): Promise<Buffer> {
  return collect(partsOf(store, vault, info, kind));
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function partName(name: string, part: number): string {
  return `${name}.${String(part).padStart(5, "0")}`;
}

/** Where backups are, and what opens them. */
export interface BackupPlace {
  store: Store;
  vault: Vault;
}

/** The place of the settings; undefined where none is set. `folder`: another folder than theirs. */
export function backupPlace(settings: BackupSettings, folder?: string): BackupPlace | undefined {
  const store = folder ? folderStore(path.resolve(folder)) : storeOf(settings);
  if (!store) return undefined;
  if (!settings.BACKUP_PASSPHRASE)
    throw new Problem(
      "BACKUP_PASSPHRASE must be set: a backup holds SECRET_KEY and everybody's data, so it is sealed.",
    );
  return { store, vault: openVault(settings.BACKUP_PASSPHRASE) };
}

function storeOf(settings: BackupSettings): Store | undefined {
  const { BACKUP_DIR, BACKUP_S3_BUCKET: bucket } = settings;
  if (BACKUP_DIR) return folderStore(path.resolve(BACKUP_DIR));
  if (!bucket) return undefined;
  return bucketStore({
    bucket,
    endpoint: settings.BACKUP_S3_ENDPOINT ?? "",
    region: settings.BACKUP_S3_REGION,
    prefix: settings.BACKUP_S3_PREFIX,
    accessKeyId: settings.BACKUP_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: settings.BACKUP_S3_SECRET_ACCESS_KEY ?? "",
  });
}

export function requiredPlace(settings: BackupSettings, folder?: string): BackupPlace {
  const place = backupPlace(settings, folder);
  if (place) return place;
  throw new Problem(
    "Say where backups go: set BACKUP_DIR to a folder, or BACKUP_S3_BUCKET, and BACKUP_PASSPHRASE.",
  );
}
