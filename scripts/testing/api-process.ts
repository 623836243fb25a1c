import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/router";
import { openServer } from "@/lib/testing/api/server";
import { testWorld } from "@/lib/testing/world";

// One process of the API on the test's database. With --die it kills itself in its first transaction after it gets the
// signal: just before the transaction commits, or just after. Nothing is cleaned up or reported.
const dies = process.argv[2] === "--die" ? process.argv[3] : null;
const world = testWorld();
const real = world.db.$transaction.bind(world.db);
let armed = false;

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

/** Runs the transaction's own work, then ends this process instead of committing. */
const endingIn = (work: (tx: never) => Promise<unknown>) => async (tx: never) => {
  await work(tx);
  return die();
};

/** Safe: only `transact` calls it, with a function. */
world.db.$transaction = (async (work: (tx: never) => Promise<unknown>, options: never) => {
  if (!armed) return real(work as never, options);
  if (dies === "before-commit") return real(endingIn(work) as never, options);
  await real(work as never, options);
  return die();
}) as never;

const route = createRouter(routes, apiRoot);
const { url } = await openServer((request) => {
  armed = dies !== null && request.method !== "GET";
  return route(request, world);
});
process.send?.({ url });
process.on("disconnect", () => process.exit(0));
