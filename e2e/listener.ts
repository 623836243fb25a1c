import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { expect } from "@playwright/test";
import { bodyOf, listen as open } from "@/lib/testing/listen";

/** One webhook as it came over the wire. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  /** The raw body: what is signed. */
  body: string;
  event: { id: string; type: string; livemode: boolean; data: Record<string, unknown> };
}

export interface Listener {
  /** Where webhooks go. */
  url: string;
  /** Everything received, oldest first. */
  received: Delivery[];
  /** What the next webhooks are answered; 200 when it is used up. */
  answers: number[];
  /** Waits for the nth delivery of a type, the first when n is left out. */
  next(type: string, n?: number, timeoutMs?: number): Promise<Delivery>;
  close(): Promise<void>;
}

/** A seller's server: takes webhooks at /hooks and shows a page everywhere else. */
export async function listen(): Promise<Listener> {
  const received: Delivery[] = [];
  const answers: number[] = [];
  const { port, close } = await open(async (request, response) => {
    const body = String(await bodyOf(request));
    if (request.url !== "/hooks") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      return void response.end(
        "<!doctype html><html lang=en><title>My app</title><h1>Welcome to my app</h1>",
      );
    }
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    response.statusCode = answers.shift() ?? 200;
    response.end("thanks");
  });
  return {
    url: `http://localhost:${port}/hooks`,
    received,
    answers,
    next: (type, n = 1, timeoutMs = 10_000) => nth(received, type, n, timeoutMs),
    close,
  };
}

async function nth(received: Delivery[], type: string, n: number, timeoutMs: number): Promise<Delivery> {
  const ofType = () => received.filter((delivery) => delivery.event.type === type);
  await expect
    .poll(() => ofType().length, { message: `${type}, number ${n}`, timeout: timeoutMs, intervals: [50] })
    .toBeGreaterThanOrEqual(n);
  const found = ofType()[n - 1];
  if (!found) throw new Error("it was counted a moment ago");
  return found;
}

/** The spec's own signature, made again from the secret and the raw body. */
export function serviceSignature(secret: string, { body }: Delivery): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** The signature of the Standard Webhooks headers, which covers id and time too. */
export function standardSignature(secret: string, { headers, body }: Delivery): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/** Fails unless both signatures are right, the time is now, and headers and body say the same. */
export function expectSigned(delivery: Delivery, secret: string): void {
  const { headers, event } = delivery;
  expect(headers["x-service-signature"]).toBe(serviceSignature(secret, delivery));
  expect(headers["webhook-signature"]).toBe(standardSignature(secret, delivery));
  expect(headers["x-service-event"]).toBe(event.type);
  expect(headers["webhook-id"]).toBe(event.id);
  expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
}
