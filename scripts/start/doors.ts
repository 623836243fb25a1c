import { createHmac } from "node:crypto";
import type { OperatorEnv } from "@/lib/env";
import { appUrlOf, embeddedAppRole, grantToApp } from "../migrate/app-role";
import { Problem } from "../problem";
import { embeddedDatabaseUrl, readSecrets } from "./data-directory";

/** The two ways to connect to the database: as the owner of its tables, for migrations, and as the app. */
export interface Doors {
  ownerUrl: string;
  appUrl: string;
  /**
   * The password of the app's role, where the role is created here; an own database's role is created by its operator.
   */
  appPassword?: string;
}

type DatabaseVariable = "DATABASE_URL" | "MIGRATE_DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATABASE_POOLER";

/**
 * The connections of the operator's own PostgreSQL; undefined where the embedded one must be started. Throws Problem.
 */
export function databaseDoors(settings: Pick<OperatorEnv, DatabaseVariable>): Doors | undefined {
  const { DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl, DATABASE_DIRECT_URL: directUrl } = settings;
  if (settings.DATABASE_POOLER === "transaction" && !ownerUrl && !directUrl)
    throw new Problem(
      "DATABASE_POOLER is set, and migrations cannot go through a pooler: set DATABASE_DIRECT_URL to the database itself.",
    );
  if (appUrl) return { appUrl, ownerUrl: ownerUrl ?? directUrl ?? appUrl };
  if (ownerUrl)
    throw new Problem("MIGRATE_DATABASE_URL is set without DATABASE_URL: set DATABASE_URL too, or neither.");
  return undefined;
}

/** The connections of the embedded PostgreSQL. The app's password derives from the owner's, but not the reverse. */
export function embeddedDoors(ownerUrl: string, ownerPassword: string): Doors {
  const appPassword = createHmac("sha256", ownerPassword).update("app role").digest("hex");
  return { ownerUrl, appPassword, appUrl: appUrlOf(ownerUrl, embeddedAppRole, appPassword) };
}

/** The same of a DATA_DIR in which an instance has run. Throws Problem. */
export function doorsOf(dataDir: string): Doors {
  return embeddedDoors(embeddedDatabaseUrl(dataDir), readSecrets(dataDir).databasePassword);
}

/** Grants the app's role its rights, and returns a word for how the app connects. */
export async function giveRights({ ownerUrl, appUrl, appPassword: password }: Doors): Promise<string> {
  const role = roleOf(appUrl);
  if (role === roleOf(ownerUrl))
    return "the app enters as the owner of the tables: set MIGRATE_DATABASE_URL (docs/self-hosting.md)";
  await grantToApp(ownerUrl, password === undefined ? { role } : { role, password });
  return `the app enters as ${role}`;
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
