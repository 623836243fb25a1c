import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { InvoicePdf } from "./invoice";

/**
 * The document, made in a thread of its own that ends with it: fifty lines take a third of a second of a processor, in
 * which nobody else would be answered.
 */
export function inThread(invoice: InvoicePdf): Promise<Uint8Array> {
  const thread = new Worker(program(), { eval: true, workerData: invoice });
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", (code) => reject(new Error(`The thread ended with ${code} and made no document.`)));
  });
}

/**
 * Beside the build there is one plain file of the thread; in development and in tests it runs as it is written. It is
 * given as a program that imports it, because the bundler of the framework looks for files that a thread is given.
 */
function program(): string {
  const address = (file: string) => JSON.stringify(pathToFileURL(join(process.cwd(), file)).href);
  if (process.env.NODE_ENV === "production")
    return `import(${address(".next/programs/lib-providers-pdf-thread.mjs")})`;
  return `import("tsx/esm/api").then((tsx) => tsx.tsImport(${address("lib/providers/pdf/thread.ts")}, "file:///"))`;
}
