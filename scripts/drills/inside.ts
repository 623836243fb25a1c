import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openPlace } from "./place";

// node scripts/drills/inside.ts <bootstrap> <node>: starts that release by that node, asks for its pages, and pays. It is
// run in a network of its own, where nothing but this machine answers.
const [bootstrap = "", node = process.execPath] = process.argv.slice(2);
const startedAt = performance.now();
const place = await openPlace({ SANDBOX_MODE: "auto" }, { bootstrap, node });
const readyAfter = (performance.now() - startedAt) / 1000;
try {
  const demo = JSON.parse(readFileSync(path.join(place.dataDir, "demo.json"), "utf8"));
  const own = [demo.payment_link_url, demo.invoice_url, demo.product_url, demo.products[0].subscribe_url];
  const paths = own.map((url: string) => new URL(url).pathname);
  const fixed = ["/", "/sign-in", "/sign-up", "/docs", "/docs/changelog", "/pay.js", "/healthz", "/readyz"];
  const pictures = [`${paths[0]}/card.png`, `${paths[1]}/pdf`];
  for (const page of [...fixed, ...paths, ...pictures]) await expectGood(page);
  await pay(paths[0] ?? "");
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

/** As a browser without scripts does it. */
async function pay(page: string): Promise<void> {
  const shown = await fetch(place.url + page);
  const cookie = shown.headers.get("set-cookie")?.split(";")[0] ?? "";
  const form = new URLSearchParams(
    [...(await shown.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    ),
  );
  for (const [name, value] of Object.entries({
    amount: "500",
    method: "mobile_money",
    phone: "0712345678",
    answer: "The drill",
  }))
    form.set(name, value);
  const headers = { cookie, origin: place.url, "content-type": "application/x-www-form-urlencoded" };
  const sent = await fetch(place.url + page, { method: "POST", headers, body: form, redirect: "manual" });
  const next = sent.headers.get("location");
  if (sent.status !== 303 || !next) throw new Error(`The payment was answered with ${sent.status}.`);
  let said = "";
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(500)) {
    const answer = await fetch(new URL(next, place.url), { headers: { cookie } });
    said = await answer.text();
    if (said.includes("Paid") || said.includes("Thank you")) return;
  }
  throw new Error(`It was not paid: ${said.replace(/<style.*?<\/style>/gs, "").slice(0, 3_000)}`);
}
