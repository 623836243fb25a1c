import { randomUUID } from "node:crypto";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import { openOwnAccounts } from "@/lib/services/desk/own-accounts/open";
import type { StartedPayment } from "@/lib/services/money/checkout/open-attempt";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { callbackPoster, sandboxRails } from "@/lib/services/money/rails";
import { openCallbackRoute } from "./callback-route";
import { type TestStore, type TestWorld, testClock, testWorld } from "./world";

/** A world whose sandbox sends its callbacks by HTTP to a server of its own, which takes them as the app does. */
export interface PayingWorld extends TestWorld {
  sandbox: Sandbox;
  /** The answers that callbacks got. */
  answered: number[];
  /** Ends when everything that was received is worked through. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function payingWorld(
  overrides: Parameters<typeof testWorld>[0] = {},
  { races = false } = {},
): Promise<PayingWorld> {
  const route = await openCallbackRoute(() => world);
  const base = testWorld({ clock: testClock(new Date("2026-03-02T09:30:00.000Z")), ...overrides });
  const rails = sandboxRails({
    ...base,
    siteUrl: base.config.siteUrl,
    merchantName: "Sente",
    // Worked through before the rail goes on: no test hangs on which is faster, the callback or the poll after it.
    // A life of the simulation lets them race.
    sendCallback: async (body, headers, path) => {
      const answer = await callbackPoster(route.url)(
        body,
        headers,
        path ?? `/api/rails/${(await railOf(base, body)).replace(":", "/")}`,
      );
      if (!races) await route.settled();
      return answer;
    },
  });
  if (!rails.sandbox) throw new Error("There is no sandbox.");
  const world: PayingWorld = {
    ...base,
    rails: { ...rails, own: openOwnAccounts(base, {}, rails.sandbox) },
    sandbox: rails.sandbox,
    answered: route.answered,
    settled: route.settled,
    close: route.close,
  };
  return world;
}

/** Where the sandbox stands in for another rail, its callbacks go to that one's address. */
async function railOf({ db }: TestWorld, body: string): Promise<string> {
  const { op, id }: { op?: string; id?: string } = JSON.parse(body);
  if (!id) return "sandbox";
  const [where, select] = [{ id }, { rail: true }];
  if (op === "payout") return (await db.payout.findUnique({ where, select }))?.rail ?? "sandbox";
  const refund = op === "refund" ? await db.refund.findUnique({ where }) : null;
  const attempt = { where: { id: refund?.attemptId ?? id }, select };
  return (await db.paymentAttempt.findUnique(attempt))?.rail ?? "sandbox";
}

/** The same world with another rail in the place of its sandbox: what is not given is the sandbox's own. */
export function withRail(world: PayingWorld, changed: Partial<PaymentRail>): PayingWorld {
  const { own, sandbox } = world.rails;
  const changedIn = (rail: PaymentRail) => ({ ...rail, ...changed });
  const theirs = own && {
    ...own,
    find: (key: string) => [own.find(key)].flatMap((rail) => (rail ? changedIn(rail) : []))[0] ?? null,
  };
  return {
    ...world,
    rails: { all: [changedIn(world.sandbox.rail)], sandbox, ...(theirs ? { own: theirs } : {}) },
  };
}

/** A first payment for the store's monthly product by mobile money, unless told otherwise. */
export function press(
  world: PayingWorld,
  shop: TestStore,
  input: Partial<Parameters<typeof startPayment>[2]> = {},
): Promise<StartedPayment> {
  return startPayment(world, shop.live, {
    id: randomUUID(),
    browser: "thepayersownbrowser000",
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    method: "mobile_money",
    phone: "0772 123 789",
    ...input,
  });
}
