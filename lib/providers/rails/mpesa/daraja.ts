import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Token, TokenShelf } from "../kind";
import { type AdapterOptions, type Call, type Client, createClient } from "../wire/client";
import { createMemory, type Memory } from "./memory";

/** One set of credentials: one short code. */
export interface MpesaConfig extends AdapterOptions {
  consumerKey: string;
  consumerSecret: string;
  /** The paybill; of a till the store (head office) number. */
  shortCode: string;
  /** Absent: the short code is a paybill. */
  till?: string;
  passkey: string;
  /** For whatever is done in the account's name: payouts, refunds, status, balance. `credential`: encrypted. */
  initiator?: { name: string; credential: string };
  /** Pull Transactions is registered for this short code. */
  hasList?: boolean;
  /** The number that the short code is registered with, by which the list is switched on. */
  listPhone?: string;
  /** Which table of standing orders the account's contract has; absent: no contract for them. */
  standingOrders?: "2025" | "2026";
  /** Absent: no other process has these keys. */
  tokens?: TokenShelf;
  livemode: boolean;
  /** The account's address for callbacks, as far as it is the same for all. */
  callbackUrl: string;
  /** The secret in it; absent: it has none. */
  addressSecret?: string;
}

/** `refused`: a definite no, and nothing was done, or an error that `code` and `message` tell apart. `lost`: nobody knows. */
export type Said =
  | { kind: "ok"; body: unknown }
  | { kind: "refused"; http: number; code: string; message: string }
  | { kind: "lost" };

export interface Daraja extends Client {
  config: MpesaConfig;
  memory: Memory;
  /** `initiate`: it moves money or asks a payer. Never throws. */
  post(path: string, json: unknown, more?: { initiate: boolean }): Promise<Said>;
  /** Whether the keys are accepted now. It fetches a new token, which ends the one before. */
  knock(): Promise<boolean>;
}

/** So often a request is sent whose token is not good any more. */
const turnsMax = 4;
const pauseMs = 200;
/** A token is not used in its last minute. */
const marginMs = 60_000;
const tokenPath = "/oauth/v1/generate?grant_type=client_credentials";

export function createDaraja(config: MpesaConfig): Daraja {
  const baseUrl = config.baseUrl ?? `https://${config.livemode ? "api" : "sandbox"}.safaricom.co.ke`;
  const client = createClient("mpesa", baseUrl, {}, config);
  let kept: Token | null = null;
  let asking: Promise<Token | Said> | null = null;
  const isGood = (token: Token | null, refused: string | null): token is Token =>
    token !== null && token.value !== refused && client.now().getTime() < token.untilMs;
  /** Another process may have fetched one meanwhile: a token more would end that. */
  const find = async (refused: string | null, isNew: boolean): Promise<Token | Said> => {
    const shelf = config.tokens;
    // A shelf that cannot be read costs a token more, and no payment.
    const shared = (!isNew && (await shelf?.read(config.consumerKey).catch(() => null))) || null;
    if (isGood(shared, refused)) return shared;
    const found = await fetchToken(client, config);
    if ("value" in found) await shelf?.keep(config.consumerKey, found).catch(() => undefined);
    return found;
  };
  const tokenOf = async (refused: string | null, isNew = false): Promise<Token | Said> => {
    if (!isNew && isGood(kept, refused)) return kept;
    asking ??= find(refused, isNew).finally(() => {
      asking = null;
    });
    const found = await asking;
    kept = "value" in found ? found : null;
    return found;
  };
  return {
    ...client,
    config,
    memory: createMemory(client.now),
    async knock() {
      return "value" in (await tokenOf(null, true));
    },
    async post(path, json, { initiate } = { initiate: false }) {
      let said: Said = { kind: "lost" };
      let refused: string | null = null;
      for (let turn = 1; turn <= turnsMax; turn += 1) {
        // Two that fetch at the same time would end each other's again and again.
        if (turn > 2) await sleep(randomInt(pauseMs));
        const token = await tokenOf(refused);
        if (!("value" in token)) return initiate ? token : { kind: "lost" };
        said = await ask(client, { path, json, initiate }, token);
        if (!isTokenRefused(said)) return said;
        // Another process fetched a token, which ended ours. The request was not taken, so it is sent once more.
        refused = token.value;
      }
      client.anomaly("refused", `POST ${path}: the token is not accepted`);
      return initiate ? said : { kind: "lost" };
    },
  };
}

async function ask(
  client: Client,
  call: Pick<Call, "path" | "json" | "initiate">,
  token: Token,
): Promise<Said> {
  const { path } = call;
  const headers = { authorization: `Bearer ${token.value}` };
  const isAnswer = (body: unknown) => errorShape.safeParse(body).success;
  const answer = await client.call({ ...call, method: "POST", headers, mayBeStale: [401], isAnswer });
  if (answer.kind === "lost") return { kind: "lost" };
  const error = errorShape.safeParse(answer.body).data;
  if (error)
    return { kind: "refused", http: answer.status, code: error.errorCode, message: error.errorMessage };
  if (answer.status < 300) return { kind: "ok", body: answer.body };
  // Only Daraja's own words say that nothing was done; a gateway's page says nothing.
  if (answer.status === 401) return { kind: "refused", http: 401, code: "HTTP 401", message: "" };
  client.anomaly("unreadable", `POST ${path}: HTTP ${answer.status}`);
  return { kind: "lost" };
}

const errorShape = z.object({ errorCode: z.string(), errorMessage: z.string().catch("") });

/** Each product of Daraja has its own word for a token that is not good. */
const tokenRefused = /^(404\.001\.03|400\.003\.01|401\.002\.01|401\.001|401\.003\.01|HTTP 401)$/;

function isTokenRefused(said: Said): boolean {
  return said.kind === "refused" && tokenRefused.test(said.code);
}

async function fetchToken(client: Client, config: MpesaConfig): Promise<Token | Said> {
  const basic = Buffer.from(`${config.consumerKey}:${config.consumerSecret}`).toString("base64");
  const headers = { authorization: `Basic ${basic}` };
  const answer = await client.call({ method: "GET", path: tokenPath, headers });
  if (answer.kind === "lost") return { kind: "lost" };
  const found = answer.status < 300 ? tokenShape.safeParse(answer.body).data : undefined;
  if (found) {
    const untilMs = client.now().getTime() + found.expires_in * 1000 - marginMs;
    return { value: found.access_token, untilMs };
  }
  if (answer.status < 400) {
    client.anomaly("unreadable", "GET /oauth/v1/generate: no token");
    return { kind: "lost" };
  }
  client.anomaly("refused", `GET /oauth/v1/generate: HTTP ${answer.status}`);
  return { kind: "refused", http: answer.status, code: `TOKEN HTTP ${answer.status}`, message: "" };
}

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });

/** What a request that was taken answers with: code 0, whatever else stands in it. */
export function isTaken(body: unknown): boolean {
  return z.object({ ResponseCode: z.coerce.string() }).safeParse(body).data?.ResponseCode === "0";
}
