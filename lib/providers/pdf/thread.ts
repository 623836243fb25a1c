import { parentPort, workerData } from "node:worker_threads";
import { renderInvoicePdf } from "./invoice";

// What a thread runs to make one document: see in-thread.ts.
parentPort?.postMessage(new Uint8Array(await renderInvoicePdf(workerData)));
