import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/router";
import { openServer } from "@/lib/testing/api/server";
import { testWorld } from "@/lib/testing/world";

// One process of the API on the test's database. With --die it kills itself in the first transaction that it runs once
// it is told to: just before the transaction commits, or just after. Nothing is cleaned up, nobody is told.
const dies = process.argv[2] === "--die" ? process.argv[3] : null;
const world = testWorld();
const real = world.db.$transaction.bind(world.db);
let armed = false;

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

/** The transaction's own work, and then the end of this process instead of its commit. */
const endingIn = (work: (tx: never) => Promise<unknown>) => async (tx: never) => {
  await work(tx);
  return die();
};

/** Safe: it is called by `transact` alone, with a function. */
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
