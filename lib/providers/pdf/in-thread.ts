import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { InvoicePdf } from "./invoice";

/** Far more than the longest invoice takes on a slow and busy machine, and less than the lease of a message. */
const mostMs = 60_000;

/**
 * Makes the document in a thread that ends with it: fifty lines take a third of a second of a processor, and on the
 * main thread they would block all other requests. One that does not come to an end is ended.
 */
export function inThread(invoice: InvoicePdf): Promise<Uint8Array> {
  const thread = new Worker(program(), { eval: true, workerData: invoice });
  const end = setTimeout(() => void thread.terminate(), mostMs);
  const made = new Promise<Uint8Array>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`The thread ended with ${code} and made no document.`)));
  });
  return made.finally(() => clearTimeout(end));
}

/**
 * The build contains one plain file of the thread; in development and in tests the source runs directly. The thread
 * gets a program that imports the file, because the framework's bundler would otherwise process that file.
 */
function program(): string {
  const address = (file: string) => JSON.stringify(pathToFileURL(join(process.cwd(), file)).href);
  if (process.env.NODE_ENV === "production")
    return `import(${address(".next/programs/lib-providers-pdf-thread.mjs")})`;
  return `import("tsx/esm/api").then((tsx) => tsx.tsImport(${address("lib/providers/pdf/thread.ts")}, "file:///"))`;
}
