import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { PaymentRail } from "@/lib/providers/rails/port";
import type { Sandbox } from "@/lib/providers/rails/sandbox/sandbox";
import { callbackPoster, sandboxRails } from "../payments/rails";
import { receiveCallback } from "../payments/receive-callback";
import { type NewPayment, type StartedPayment, startPayment } from "../payments/start-payment";
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

export async function payingWorld(): Promise<PayingWorld> {
  const answered: number[] = [];
  const working = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const raw = {
        method: "POST",
        host: "localhost",
        path: "/api/rails/sandbox",
        query: new URLSearchParams(),
      };
      const received = await receiveCallback(world, "sandbox", {
        ...raw,
        headers,
        body: Buffer.concat(chunks),
        ip: "127.0.0.1",
      });
      answered.push(received.status);
      response.writeHead(received.status);
      response.end(received.body);
      const work = received.work();
      working.add(work);
      await work;
      working.delete(work);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = testWorld({ clock: testClock(new Date("2026-03-02T09:30:00.000Z")) });
  const rails = sandboxRails({
    ...base,
    siteUrl: base.config.siteUrl,
    merchantName: "Sente",
    sendCallback: callbackPoster(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
  });
  if (!rails.sandbox) throw new Error("There is no sandbox.");
  const world: PayingWorld = {
    ...base,
    rails,
    sandbox: rails.sandbox,
    answered,
    async settled() {
      while (working.size > 0) await Promise.all(working);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return world;
}

/** The same world with another rail in the place of its sandbox: what is not given is the sandbox's own. */
export function withRail(world: PayingWorld, changed: Partial<PaymentRail>): PayingWorld {
  const rail = { ...world.sandbox.rail, ...changed };
  return { ...world, rails: { all: [rail], sandbox: world.rails.sandbox } };
}

/** A first payment for the store's monthly product by mobile money, unless told otherwise. */
export function press(
  world: PayingWorld,
  shop: TestStore,
  input: Partial<NewPayment> = {},
): Promise<StartedPayment> {
  return startPayment(world, shop.live, {
    id: randomUUID(),
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    method: "mobile_money",
    phone: "0772 123 789",
    ...input,
  });
}
