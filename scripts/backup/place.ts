import path from "node:path";
import type { BackupSettings } from "@/lib/env-parts";
import { Problem } from "../problem";
import { openVault, type Vault } from "./cipher";
import { bucketStore } from "./s3";
import { folderStore, type Store } from "./store";

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
