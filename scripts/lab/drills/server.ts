import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../ports";
import { startPostgres } from "../../postgres";

/** A PostgreSQL that belongs to no place. */
export async function withServer<T>(work: (url: string, dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sente-drill-db-"));
  const server = await startPostgres({ dataDir, password: "drill", durable: false, disposable: true });
  try {
    return await work(server.url, dataDir);
  } finally {
    await server.stop();
  }
}

/** Debian's PgBouncer in transaction mode with five connections to that PostgreSQL. `work` gets what a place needs for it. */
export async function withPooler<T>(
  url: string,
  work: (variables: Record<string, string>) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const directory = mkdtempSync(path.join(tmpdir(), "sente-drill-pool-"));
  execFileSync("chmod", ["777", directory]);
  writeFileSync(path.join(directory, "users"), `"sente" "drill"\n`, { mode: 0o644 });
  const settings = `[databases]
sente = host=127.0.0.1 port=${new URL(url).port} dbname=sente
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${directory}/users
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
logfile = ${directory}/log
`;
  writeFileSync(path.join(directory, "ini"), settings, { mode: 0o644 });
  const user = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const program = spawn("/usr/sbin/pgbouncer", [...user, path.join(directory, "ini")], { stdio: "ignore" });
  const pooled = new URL(url);
  pooled.port = String(port);
  try {
    return await work({
      DATABASE_URL: pooled.href,
      DATABASE_POOLER: "transaction",
      DATABASE_DIRECT_URL: url,
    });
  } finally {
    program.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  }
}
