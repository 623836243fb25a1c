import net from "node:net";

/** What was kept in since the way out was closed. */
export interface ClosedWayOut {
  /** How many connections were refused. */
  refused(): number;
  /** For tests. */
  open(): void;
}

/**
 * From now on this process opens no connection but to the database, and to itself where `own` is its address: a paused
 * instance, and a public demo, send nothing to anybody, by whichever client. Each client of Node, and each package, connects by this one function. Sockets of this machine's
 * file system stay open, because they lead nowhere else.
 */
export function closeWayOut(databaseUrl: string, own?: string): ClosedWayOut {
  const allowed = new Set([databaseUrl, ...(own ? [own] : [])].map(addressOf));
  const connect = net.Socket.prototype.connect;
  let refused = 0;
  // Safe: it is called with the arguments of the function that it replaces.
  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    const to = targetOf(given);
    if (to === "a file" || allowed.has(to)) return Reflect.apply(connect, this, given);
    refused += 1;
    const error = Object.assign(
      new Error(
        `This instance ${own ? "is a public demo" : "is paused"} and connects to nobody, nor to ${to}.`,
      ),
      {
        code: "ECONNREFUSED",
      },
    );
    process.nextTick(() => this.destroy(error));
    return this;
  } as typeof net.Socket.prototype.connect;
  return {
    refused: () => refused,
    open: () => {
      net.Socket.prototype.connect = connect;
    },
  };
}

function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${bare(hostname)}:${port || 5432}`;
}

/** `connect(options)`, `connect(port, host)` or `connect(path)`; Node itself passes these in one array. */
function targetOf([first, second]: unknown[]): string {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === "object" && first !== null) {
    const { path, host, port } = first as { path?: string | null; host?: string; port?: number | string };
    return path ? "a file" : `${bare(host || "localhost")}:${port}`;
  }
  if (typeof first === "string" && !/^\d+$/.test(first)) return "a file";
  return `${bare(typeof second === "string" ? second : "localhost")}:${first}`;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}
