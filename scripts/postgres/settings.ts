import { totalmem } from "node:os";

const mega = 1024 ** 2;

/** What an embedded server runs with. `durable`: false for tests, whose data may be lost. */
export function serverSettings(durable: boolean): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "120",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    ...(durable
      ? { ...tuned(memoryOfMachine()), ...told }
      : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
  };
}

/** An eighth of the memory for the server's own pages, from 64 to 512 MB: the rest is the app's and the system's. */
export function tuned(memoryBytes: number): Record<string, string> {
  const buffers = Math.min(512, Math.max(64, Math.floor(memoryBytes / 8 / mega)));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(buffers, Math.floor(memoryBytes / 2 / mega))}MB`,
    // Somebody who went away in the middle of a transaction must not keep its locks.
    idle_in_transaction_session_timeout: "60s",
  };
}

/** Slow statements and waits are written to postgres.log, without the values, which are people's data. */
const told = {
  log_lock_waits: "on",
  log_min_duration_statement: "1s",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** In a container less than the machine has. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
