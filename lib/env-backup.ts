import { z } from "zod";

const setting = z.preprocess(
  (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
  z.string().trim().optional(),
);

/**
 * Backups of the embedded database. None by default.
 *
 * | Variable | Default | Meaning |
 * |---|---|---|
 * | BACKUP_DIR | none | The folder for backups, best on another disk |
 * | BACKUP_S3_BUCKET | none | The bucket for backups, instead of a folder |
 * | BACKUP_S3_ENDPOINT | | `https://s3.eu-central-1.amazonaws.com`, or that of any server that speaks S3 |
 * | BACKUP_S3_REGION | us-east-1 | Its region |
 * | BACKUP_S3_PREFIX | none | Goes before each name in the bucket |
 * | BACKUP_S3_ACCESS_KEY_ID | | A key that may list, read, write and delete there |
 * | BACKUP_S3_SECRET_ACCESS_KEY | | Its secret |
 * | BACKUP_PASSPHRASE | | Seals the backups, 16 characters or more; without it nobody opens them, you neither |
 * | BACKUP_KEEP | 7 | How many backups are kept, with the changes since the oldest of them |
 * | BACKUP_AT | 02:30 | When `npm start` makes one each day, in UTC; `off` for never |
 */
export const backupShape = {
  BACKUP_DIR: setting,
  BACKUP_S3_BUCKET: setting,
  BACKUP_S3_ENDPOINT: setting.pipe(
    z
      .string()
      .regex(
        /^https?:\/\/[^/?#]+\/?$/,
        "BACKUP_S3_ENDPOINT must be an http:// or https:// address without a path.",
      )
      .transform((url) => url.replace(/\/$/, ""))
      .optional(),
  ),
  BACKUP_S3_REGION: setting.transform((region) => region ?? "us-east-1"),
  BACKUP_S3_PREFIX: setting.transform((prefix) => prefix ?? ""),
  BACKUP_S3_ACCESS_KEY_ID: setting,
  BACKUP_S3_SECRET_ACCESS_KEY: setting,
  BACKUP_PASSPHRASE: setting.pipe(
    z.string().min(16, "BACKUP_PASSPHRASE must have 16 characters or more.").optional(),
  ),
  BACKUP_KEEP: setting.pipe(
    z
      .string()
      .default("7")
      .refine((text) => /^[1-9]\d{0,2}$/.test(text), "BACKUP_KEEP must be a whole number from 1 to 999.")
      .transform(Number),
  ),
  BACKUP_AT: setting.pipe(
    z
      .string()
      .default("02:30")
      .refine(
        (text) => text === "off" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
        "BACKUP_AT must be a time of the day such as 02:30, or off.",
      ),
  ),
};

const backupSchema = z.object(backupShape);
export type BackupSettings = z.output<typeof backupSchema>;

/** One sentence for each variable that a chosen place lacks. */
export function backupProblems(values: BackupSettings): string[] {
  const { BACKUP_DIR, BACKUP_S3_BUCKET } = values;
  if (!BACKUP_DIR && !BACKUP_S3_BUCKET) return [];
  const place = BACKUP_DIR ? "BACKUP_DIR" : "BACKUP_S3_BUCKET";
  const needed = BACKUP_DIR ? (["BACKUP_PASSPHRASE"] as const) : neededOfBucket;
  const lacks = needed.filter((name) => values[name] === undefined);
  return [
    ...lacks.map((name) => `${name} must be set, because ${place} is.`),
    ...(BACKUP_DIR && BACKUP_S3_BUCKET ? ["BACKUP_DIR and BACKUP_S3_BUCKET are both set: choose one."] : []),
  ];
}

const neededOfBucket = [
  "BACKUP_PASSPHRASE",
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
] as const;
