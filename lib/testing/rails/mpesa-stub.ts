import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Token } from "@/lib/providers/rails/kind";
import type { MpesaConfig } from "@/lib/providers/rails/mpesa/daraja";
import { createMpesa } from "@/lib/providers/rails/mpesa/mpesa";
import type { ChargeRequest, RawCallback } from "@/lib/providers/rails/port";
import type { Anomaly } from "@/lib/providers/rails/wire/client";
import { bodyOf, listen } from "@/lib/testing/listen";
import samples from "./mpesa-samples.json";

export { samples };

type Answer = { status?: number; body: unknown };
export type Asked = { path: string; json: Record<string, string> };

/** What Daraja says of an error. */
export function error(errorCode: string, errorMessage = "", status = Number(errorCode.slice(0, 3))): Answer {
  return { status, body: { requestId: "1c5b-4ba8-815c-ac45c57a3db01495926", errorCode, errorMessage } };
}

export const paths = {
  push: "/mpesa/stkpush/v1/processrequest",
  query: "/mpesa/stkpushquery/v1/query",
  payout: "/mpesa/b2c/v3/paymentrequest",
  reversal: "/mpesa/reversal/v1/request",
  status: "/mpesa/transactionstatus/v1/query",
  balance: "/mpesa/accountbalance/v1/query",
  register: "/mpesa/c2b/v2/registerurl",
  list: "/pulltransactions/v1/query",
  registerList: "/pulltransactions/v1/register",
  order: "/standingorder/v1/createStandingOrderExternal",
  code: "/mpesa/qrcode/v1/generate",
};

/**
 * A server that answers each path with what a test says, else with the sample of the provider's documents, and an adapter
 * that talks to it. It behaves like nothing: it only ends the token before when a new one is fetched, as Daraja does.
 */
export async function openStub(more: Partial<MpesaConfig> = {}) {
  const asked: Asked[] = [];
  const answers: Record<string, Answer | ((json: Record<string, string>) => Answer)> = {
    [paths.push]: { body: samples.push.answer },
    [paths.query]: { body: { ...samples.query.paid, CheckoutRequestID: undefined } },
    [paths.payout]: { body: samples.payout.answer },
    [paths.reversal]: { body: samples.payout.answer },
    [paths.status]: { body: samples.payout.answer },
    [paths.balance]: { body: samples.payout.answer },
  };
  const tokens = {
    fetched: 0,
    good: "",
    keys: "Basic a2V5LW9mLWFwcDpzZWNyZXQtb2YtYXBw",
    refused: error("404.001.03"),
  };
  const { url, close } = await listen(async (request, response) => {
    const path = request.url ?? "";
    const say = ({ status = 200, body }: Answer) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === null ? "" : typeof body === "string" ? body : JSON.stringify(body));
    };
    if (path.startsWith("/oauth")) {
      if (request.headers.authorization !== tokens.keys) return say({ status: 400, body: null });
      tokens.fetched += 1;
      tokens.good = `token-${tokens.fetched}`;
      return say({ body: { access_token: tokens.good, expires_in: "3599" } });
    }
    const json = JSON.parse(String(await bodyOf(request)) || "{}");
    asked.push({ path, json });
    if (request.headers.authorization !== `Bearer ${tokens.good}`) return say(tokens.refused);
    const answer = answers[path];
    if (!answer) return say(error("404.001.01"));
    return say(typeof answer === "function" ? answer(json) : answer);
  });
  onTestFinished(close);
  const clock = { at: new Date("2026-11-28T10:00:00Z") };
  const anomaly: Anomaly[] = [];
  const shared = new Map<string, Token>();
  const config: MpesaConfig = {
    tokens: {
      read: async (owner) => shared.get(owner) ?? null,
      keep: async (owner, token) => void shared.set(owner, token),
    },
    ...{
      consumerKey: "key-of-app",
      consumerSecret: "secret-of-app",
      shortCode: "174379",
      passkey: "the-passkey",
    },
    initiator: { name: "api-user", credential: "c2VhbGVk" },
    ...{ livemode: true, callbackUrl: "https://pay.example.com/api/rails/kenya/Ab12" },
    ...{ baseUrl: url, now: () => clock.at, onAnomaly: (one) => void anomaly.push(one) },
    ...{ initiateMs: 500, readMs: 500 },
    ...more,
  };
  const sent = (path: string) => asked.filter((one) => one.path === path).map(({ json }) => json);
  return {
    rail: createMpesa(config),
    again: () => createMpesa(config),
    config,
    answers,
    asked,
    sent,
    tokens,
    clock,
    anomaly,
  };
}

export type Stub = Awaited<ReturnType<typeof openStub>>;

export function chargeRequest(more: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    ...{
      attemptId: randomUUID(),
      method: "mobile_money",
      amount: { minor: 50_000n, currency: "KES" },
      country: "KE",
    },
    payer: { name: "Ann Payer", phone: "+254712345678", network: "mpesa_ke" },
    description: "Order 1042 – café au lait",
    ...{ returnUrl: "https://pay.example.com/return", cancelUrl: "https://pay.example.com/cancel" },
    callbackUrl: "https://pay.example.com/api/rails/kenya/Ab12",
    ...{ locale: "en", metadata: {} },
    ...more,
  };
}

/** A callback as it arrives at an address that the adapter gave out. */
export function callbackAt(address: string | undefined, body: unknown): RawCallback {
  const url = new URL(address ?? "");
  return {
    ...{
      method: "POST",
      host: url.host,
      path: url.pathname,
      query: url.searchParams,
      headers: {},
      ip: "127.0.0.1",
    },
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  };
}

/** The provider's sample of a paid prompt, about this prompt. */
export function paidCallback(checkoutId: string, amount = 500) {
  const { stkCallback } = structuredClone(samples.push.paid.Body);
  const items = stkCallback.CallbackMetadata.Item.map((item) =>
    item.Name === "Amount" ? { ...item, Value: amount } : item,
  );
  return {
    Body: {
      stkCallback: { ...stkCallback, CheckoutRequestID: checkoutId, CallbackMetadata: { Item: items } },
    },
  };
}
