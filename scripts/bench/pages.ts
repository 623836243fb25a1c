import { readFileSync } from "node:fs";
import path from "node:path";
import type { Instance } from "./instance";
import { fire, type Load } from "./load";

/** The demo store's pay page, rendered anew for every request. */
export function measurePayPage({ url, dataDir }: Instance, requests: number): Promise<Load> {
  const demo = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
  const page = { path: new URL(demo.payment_link_url).pathname, holds: "<form" };
  return fire(
    url,
    Array.from({ length: requests }, () => page),
  );
}
