import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { startAirtel } from "@/e2e/emulators/airtel";
import type { AirtelAccount } from "@/e2e/emulators/airtel-book";
import { callbackOf, listen } from "../listen";

// A client of Airtel that knows nothing: it sends what the documents show, and keeps what comes.

type Json = Record<string, unknown>;

export async function openAirtel(account: AirtelAccount = {}) {
  const emulator = await startAirtel(account);
  const received: Json[] = [];
  const server = await listen(async (request, response) => {
    received.push(JSON.parse((await callbackOf(request)).body.toString("utf8")));
    response.end();
  });
  emulator.callbackUrl.current = server.url;
  onTestFinished(async () => {
    await emulator.close();
    await server.close();
  });
  const plain = { "content-type": "application/json" };
  const { clientId: client_id, clientSecret: client_secret } = emulator.keys;
  const renew = async (more: Json = {}) => {
    const json = { client_id, client_secret, grant_type: "client_credentials", ...more };
    const url = `${emulator.url}/auth/oauth2/token`;
    return fetch(url, { method: "POST", body: JSON.stringify(json), headers: plain });
  };
  const token = { current: (await (await renew()).json()).access_token };
  /** Lets time pass, in which tokens end. */
  const wait = async (ms: number) => {
    await emulator.advance(ms);
    token.current = (await (await renew()).json()).access_token;
  };
  const call = async (path: string, json?: Json, more: Record<string, string> = {}) => {
    const own = { "x-country": emulator.country, "x-currency": emulator.currency };
    const headers = { ...plain, authorization: `Bearer ${token.current}`, ...own, ...more };
    const body = json && JSON.stringify(json);
    const answer = await fetch(emulator.url + path, { method: body ? "POST" : "GET", body, headers });
    const text = await answer.text();
    return { status: answer.status, text, json: text.startsWith("{") ? JSON.parse(text) : {} };
  };
  const key = createPublicKey({
    ...{ key: Buffer.from(emulator.publicKey, "base64"), format: "der", type: "spki" },
  });
  const seal = (text: string) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString("base64");
  const own = { country: emulator.country, currency: emulator.currency };
  const pushed = (id: string, msisdn = "751234567", more: Json = {}) => ({
    reference: "Testing transaction",
    subscriber: { ...own, msisdn },
    transaction: { amount: 1_000, ...own, id, ...more },
  });
  return {
    ...{ emulator, received, call, renew, wait, seal, pushed },
    push: (id: string, msisdn?: string, more?: Json) =>
      call("/merchant/v1/payments/", pushed(id, msisdn, more)),
    enquire: (id: string) => call(`/standard/v1/payments/${id}`),
    payOut: (id: string, msisdn = "751234567", pin = seal(emulator.keys.pin)) =>
      call("/standard/v3/disbursements/", {
        ...{ payee: { msisdn, wallet_type: "NORMAL" }, reference: "ref", pin },
        transaction: { amount: 1_000, id, type: "B2C" },
      }),
    paidOut: (id: string) => call(`/standard/v3/disbursements/${id}`),
    giveBack: (airtel_money_id: string) =>
      call("/standard/v1/payments/refund", { transaction: { airtel_money_id } }),
  };
}

/** The headers of a request that is signed over these words. */
export function sealed(seal: (text: string) => string, words: string): Record<string, string> {
  const [key, iv] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const signature = cipher.update(words, "utf8", "base64") + cipher.final("base64");
  return {
    "x-signature": signature,
    "x-key": seal(`${key.toString("base64")}:${iv.toString("base64")}`),
  };
}
