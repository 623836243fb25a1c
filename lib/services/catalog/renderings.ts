import { createRenderings, type Renderings } from "@/lib/providers/renderings";

// Stored on globalThis because each route of the framework has its own copy of a module, but all share one processor.
const holder = globalThis as { senteRenderings?: Renderings };

holder.senteRenderings ??= createRenderings({ atOnce: 1, waitingMax: 16, bytesMax: 16 * 1024 * 1024 });

/** Link pictures, QR codes and PDFs of this process. */
export const renderings: Renderings = holder.senteRenderings;
