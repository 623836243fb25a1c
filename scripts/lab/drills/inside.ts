import { readFileSync } from "node:fs";
import path from "node:path";
import { pay } from "./pages";
import { openPlace } from "./place";

// node scripts/lab/drills/inside.ts <bootstrap> <node> <data>: starts that release by that node, on that DATA_DIR or a new one,
// asks for its pages, and pays. It is run in a network of its own, where nothing but this machine answers.
const [bootstrap = "", node = process.execPath, dataDir] = process.argv.slice(2);
const startedAt = performance.now();
const place = await openPlace({ SANDBOX_MODE: "auto" }, { bootstrap, node, ...(dataDir && { dataDir }) });
const readyAfter = (performance.now() - startedAt) / 1000;
try {
  const demo = JSON.parse(readFileSync(path.join(place.dataDir, "demo.json"), "utf8"));
  const own = [demo.payment_link_url, demo.invoice_url, demo.product_url, demo.products[0].subscribe_url];
  const paths = own.map((url: string) => new URL(url).pathname);
  const fixed = ["/", "/sign-in", "/sign-up", "/docs", "/docs/changelog", "/pay.js", "/healthz", "/readyz"];
  const pictures = [`${paths[0]}/card.png`, `${paths[1]}/pdf`];
  for (const page of [...fixed, ...paths, ...pictures]) await expectGood(page);
  await pay(place);
  console.log(
    `Node ${(await import("node:child_process")).execFileSync(node, ["--version"]).toString().trim()}: ready after ${readyAfter.toFixed(1)} s, ${fixed.length + paths.length + pictures.length} pages, 1 payment`,
  );
} finally {
  await place.stop();
}

async function expectGood(page: string): Promise<void> {
  const { status } = await fetch(place.url + page, { redirect: "manual" });
  if (status !== 200) throw new Error(`${page} was answered with ${status}.`);
}
