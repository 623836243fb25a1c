import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import pino from "pino";
import { currentRequest } from "./request-context";

/** Structured lines for the operator. No secret, phone number or e-mail address is ever passed to it. */
export interface Log {
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}

const secretShapes =
  /\b(sk_(?:live|test)_|whsec_)[A-Za-z0-9_+/=-]+|\+?\d{9,15}\b|[^\s"<>@]+@[^\s"<>@]+\.[a-z]{2,}/gi;

/** A second safeguard: masks everything that looks like a key, a phone number or an e-mail address in the output. */
export function maskSecrets(text: string): string {
  return text.replace(secretShapes, (_found, prefix: string | undefined) =>
    prefix ? `${prefix}…` : "[masked]",
  );
}

/** Writes to `destination`, else to the standard output. */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: (facts) => {
      const id = currentRequest();
      return id === null || "request_id" in facts ? {} : { request_id: id };
    },
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? {
              ...{ type: error.name, message: maskSecrets(error.message) },
              stack: maskSecrets(withSourceLines(error.stack ?? "")),
              // What a broken page shows as its reference.
              ...("digest" in error ? { digest: String(error.digest) } : {}),
            }
          : { message: maskSecrets(String(error)) },
    },
    hooks: {
      logMethod(args, method) {
        const masked = args.map((arg) => (typeof arg === "string" ? maskSecrets(arg) : arg));
        method.apply(this, masked as Parameters<typeof method>);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const framesMax = 1_000;

/** What frames of built code are in our sources. An outage logs the same few again and again. */
const known = new Map<string, string>();

/**
 * A stack of built code with the files and lines of our sources. Node does that too (`--enable-source-maps`), but keeps
 * the maps of all code that it loads in memory; here they are read when there is something to log.
 */
export function withSourceLines(stack: string): string {
  // Most frames of a stack are of the same few files.
  const maps = new Map<string, SourceMap | null>();
  const sourceAt = (file: string, line: number, column: number) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return sourceOf(maps.get(file), line, column);
  };
  return stack.replace(
    /(?:file:\/\/)?(\/[^\s()]*\/\.next\/[^\s()]+):(\d+):(\d+)/g,
    (frame, file, line, column) => {
      const said = known.get(frame) ?? sourceAt(file, Number(line), Number(column)) ?? frame;
      if (known.size < framesMax) known.set(frame, said);
      return said;
    },
  );
}

function sourceOf(map: SourceMap | null | undefined, line: number, column: number): string | null {
  const entry = map?.findEntry(line - 1, column - 1);
  if (!entry || !("originalSource" in entry)) return null;
  const source = entry.originalSource.replace(/^.*\[project\]\/|^(\.\.\/)+/, "");
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

/** Null where there is none, or one that cannot be read: the frame says where in the built code it was. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return null;
  }
}
