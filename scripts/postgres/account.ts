import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Problem } from "../problem";

/** The account PostgreSQL runs as when this process is root; empty for an ordinary user, who runs it directly. */
export type Account = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root. Then it runs as `postgres`, which is created when missing, or as `nobody` where
 * accounts cannot be created.
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const found = lookUp("postgres") ?? lookUp("_postgres") ?? createAccount() ?? lookUp("nobody");
  if (!found)
    throw new Problem(
      "PostgreSQL cannot run as root and there is no account postgres: run npm start as an ordinary user.",
    );
  return found;
}

function createAccount(): Account | undefined {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  return lookUp("postgres");
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
