import { checkBooks } from "@/scripts/books/check";
import { embeddedDatabaseUrl } from "@/scripts/start/data-directory";
import { openInstance } from "./open-instance";

/**
 * Starts Sente as `npm start` does, with data and a port of its own, and tells the workers where its demo.json is.
 * With E2E_DEMO_FILE set, the instance that wrote that file is used and left running. Returns how to stop it.
 */
export default async function startInstance(): Promise<() => Promise<void>> {
  if (process.env.E2E_DEMO_FILE) return async () => undefined;
  const { dataDir, demoFile, stop } = await openInstance(
    // A store with a past is measured (npm run looks).
    process.env.LOOKS ? { DEMO: "full" } : {},
  );
  process.env.E2E_DEMO_FILE = demoFile;
  return async () => {
    const broken = await checkBooks(embeddedDatabaseUrl(dataDir)).finally(stop);
    // Every payment, refund and payout of all stories together: this fails the run, not one of them.
    if (broken.length > 0) throw new Error(`After all stories the books are wrong:\n${broken.join("\n")}`);
  };
}
