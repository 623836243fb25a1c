import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { openServer } from "@/lib/testing/api/server";
import { standAt } from "@/lib/testing/transactions";
import { testWorld } from "@/lib/testing/world";

// One process of the API on the test's database. With --die it kills itself in its first transaction after it gets the
// signal: just before the transaction commits, or just after. Nothing is cleaned up or reported.
const dies = process.argv[2] === "--die" ? process.argv[3] : null;
const world = testWorld();
let armed = false;

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

standAt("COMMIT", async (go) => {
  if (armed && dies === "before-commit") return die();
  const done = await go();
  return armed ? die() : done;
});

const route = createRouter(routes, apiRoot);
const { url } = await openServer((request) => {
  armed = dies !== null && request.method !== "GET";
  return route(request, world);
});
process.send?.({ url });
process.on("disconnect", () => process.exit(0));
