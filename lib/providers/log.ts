import pino from "pino";
import { currentRequest } from "./request-context";
import { withSourceLines } from "./source-lines";

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
