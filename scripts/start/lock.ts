import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { errorCode, Problem } from "../problem";

/** A lock on the machine that ends with its holder, however the holder ends: a socket on which the holder listens. */
export type Lock = {
  /** The last holder was killed, so its children may still be ending. */
  wasAbandoned: boolean;
  release(): void;
};

const ANSWER_WITHIN_MS = 1_000;

/**
 * Takes the lock, or returns what its living holder reports in `about`. A plain file would outlive its holder, and a
 * process id may belong to another process later; a socket cannot.
 */
export async function takeLock(file: string, about: () => string): Promise<Lock | { heldBy: string }> {
  const address = socketAddress(file);
  let wasAbandoned = false;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const release = await listen(address, about);
    if (release) return { wasAbandoned, release };
    const holder = await ask(address);
    if (holder !== undefined) return { heldBy: holder };
    wasAbandoned = true;
    rmSync(address, { force: true });
  }
  return { heldBy: "" };
}

/** What the living holder of a lock reports; undefined when nobody holds it. */
export async function lockHolder(file: string): Promise<string | undefined> {
  return ask(socketAddress(file));
}

// A socket's path may have 103 characters on macOS and 107 on Linux.
function socketAddress(file: string): string {
  const absolute = path.resolve(file);
  if (Buffer.byteLength(absolute) <= 100) {
    mkdirSync(path.dirname(absolute), { recursive: true });
    return absolute;
  }
  const name = createHash("sha256").update(absolute).digest("hex").slice(0, 24);
  return path.join(privateDirectory(), `${name}.sock`);
}

/** A private directory: in a shared one, another user could take the same name first and hold the lock. */
function privateDirectory(): string {
  const directory = path.join(tmpdir(), `sente-${process.getuid?.() ?? "locks"}`);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const { uid, mode } = lstatSync(directory);
  const isOurs = uid === (process.getuid?.() ?? uid) && (mode & 0o077) === 0;
  if (isOurs && lstatSync(directory).isDirectory()) return directory;
  throw new Problem(
    `${directory} is somebody else's, or open to others: set DATA_DIR to a shorter path, or TMPDIR to a directory of your own.`,
  );
}

function listen(address: string, about: () => string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.end(about());
    });
    server.once("error", (error) => (errorCode(error) === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    server.listen(address, () => {
      server.unref();
      resolve(() => server.close());
    });
  });
}

function ask(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let answer = "";
    socket.setEncoding("utf8");
    // A holder that is too busy to answer still counts.
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    socket.on("error", (error) => {
      const code = errorCode(error);
      if (code === "ECONNREFUSED" || code === "ENOENT" || code === "ENOTSOCK") resolve(undefined);
    });
    socket.on("close", () => resolve(answer));
  });
}
