import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { HeardMessage, PhoneHeard } from "../heard";
import type { RawCallback } from "../port";
import { readJson } from "../wire/results";

// What the apps post that people run on the phone. Each proves itself with the secret of the account: docs/phone-messages.md.

/** Null: it does not prove itself. Nothing heard: it is understood, and tells of no message. */
export function readForwarded(raw: RawCallback, secret: string, now: Date): PhoneHeard | null {
  for (const read of [readGateway, readHttpSms, readAny]) {
    const heard = read(raw, secret, now);
    if (heard !== "another") return heard;
  }
  return null;
}

type Read = PhoneHeard | null | "another";
const nothing: PhoneHeard = { messages: [], battery: null };
const strange: PhoneHeard = { ...nothing, isStrange: true };

const gatewayBody = z.object({
  event: z.string(),
  payload: z
    .object({
      message: z.string().optional(),
      sender: z.string().optional(),
      phoneNumber: z.string().optional(),
      simNumber: z.number().int().nullish(),
      receivedAt: z.string().optional(),
      health: z.unknown().optional(),
    })
    .loose(),
});

/** SMS Gateway for Android: HMAC-SHA256 over body and time, in hex. */
function readGateway(raw: RawCallback, secret: string, now: Date): Read {
  const { "x-signature": signature, "x-timestamp": timestamp } = raw.headers;
  if (signature === undefined || timestamp === undefined) return "another";
  const expected = createHmac("sha256", secret).update(raw.body).update(timestamp).digest("hex");
  if (!isSame(signature.toLowerCase(), expected)) return null;
  const body = readJson(gatewayBody, raw.body);
  if (!body) return strange;
  const { event, payload } = body;
  const battery = batteryIn(payload.health);
  const sender = payload.sender ?? payload.phoneNumber;
  if (event !== "sms:received" || payload.message === undefined || sender === undefined)
    return { messages: [], battery };
  // The phone's clock is as wrong in one as in the other.
  const at = corrected(payload.receivedAt, Number(timestamp) * 1_000, now);
  return { messages: [{ sender, text: payload.message, at, sim: payload.simNumber ?? null }], battery };
}

const health = z.object({
  checks: z.record(z.string(), z.object({ observedValue: z.number() }).loose()),
});

function batteryIn(told: unknown): number | null {
  const parsed = health.safeParse(told);
  const level = parsed.success ? parsed.data.checks["battery:level"]?.observedValue : undefined;
  return level !== undefined && level >= 0 && level <= 100 ? Math.round(level) : null;
}

const cloudEvent = z.object({
  type: z.string(),
  data: z
    .object({
      contact: z.string().optional(),
      content: z.string().optional(),
      sim: z.string().nullish(),
      timestamp: z.string().optional(),
    })
    .loose(),
});

/** httpSMS: a JSON Web Token signed with the secret (HS256), and an event in the body. */
function readHttpSms(raw: RawCallback, secret: string, now: Date): Read {
  const [, token] = /^Bearer (\S{20,4000})$/.exec(raw.headers.authorization ?? "") ?? [];
  if (token === undefined) return "another";
  if (!isToken(token, secret)) return null;
  const body = readJson(cloudEvent, raw.body);
  const { contact, content, sim, timestamp } = body?.data ?? {};
  if (body?.type !== "message.phone.received" || contact === undefined || content === undefined)
    return nothing;
  const [, slot] = /^SIM ?([12])$/i.exec(sim ?? "") ?? [];
  const at = corrected(timestamp, now.getTime(), now);
  return {
    messages: [{ sender: contact, text: content, at, sim: slot ? Number(slot) : null }],
    battery: null,
  };
}

/** Its end is not asked for: what comes again changes nothing. */
function isToken(token: string, secret: string): boolean {
  const [head = "", claims = "", signature = "", ...more] = token.split(".");
  const parsed = readJson(z.object({ alg: z.literal("HS256") }), Buffer.from(head, "base64url"));
  if (!parsed || more.length > 0) return false;
  return isSame(signature, createHmac("sha256", secret).update(`${head}.${claims}`).digest("base64url"));
}

const words = {
  sender: ["from", "sender", "address", "number", "phoneNumber"],
  text: ["text", "message", "body", "content", "msg"],
  at: ["receivedAt", "receivedStamp", "sentStamp", "sentAt", "timestamp", "time", "date"],
  sim: ["sim", "simNumber", "slot"],
};
const anyBody = z.record(z.string(), z.unknown());

/** Any program that posts JSON with our header: one message, or a list of them under `messages`. */
function readAny(raw: RawCallback, secret: string, now: Date): Read {
  if (!isSame(raw.headers["x-phone-secret"] ?? "", secret)) return null;
  const body = readJson(anyBody, raw.body);
  if (!body) return strange;
  const list = Array.isArray(body.messages) ? body.messages : [body];
  const battery =
    typeof body.battery === "number" && body.battery >= 0 && body.battery <= 100 ? body.battery : null;
  const messages = list.slice(0, listMax).flatMap((one) => messageIn(one, now) ?? []);
  if (messages.length === 0 && battery === null) return strange;
  return { messages, battery: battery === null ? null : Math.round(battery) };
}

/** As a program does that posts with our header. */
export function writeForwarded({ sender, text, at, sim }: HeardMessage, secret: string) {
  const body = JSON.stringify({ from: sender, text, receivedAt: at.toISOString(), ...(sim ? { sim } : {}) });
  return { body, headers: { "content-type": "application/json", "x-phone-secret": secret } };
}

/** More than fits into a body. */
const listMax = 1_000;

function messageIn(told: unknown, now: Date): HeardMessage | null {
  const parsed = anyBody.safeParse(told);
  if (!parsed.success) return null;
  const find = (names: readonly string[]) => {
    const value = names.map((name) => parsed.data[name]).find((one) => one !== undefined && one !== null);
    return typeof value === "number" ? String(value) : typeof value === "string" ? value : undefined;
  };
  const [sender, text] = [find(words.sender), find(words.text)];
  if (sender === undefined || text === undefined) return null;
  // A slot, as "SIM 2": not a digit of the SIM's number.
  const [, slot] = /^\D*([12])\D*$/.exec(find(words.sim) ?? "") ?? [];
  return { sender, text, at: corrected(find(words.at), now.getTime(), now), sim: slot ? Number(slot) : null };
}

/** By the phone's clock it was so long before it was sent; it cannot be from later than now. A time that is none is now. */
function corrected(told: string | undefined, sentMs: number, now: Date): Date {
  const ms =
    told === undefined
      ? Number.NaN
      : /^\d{10,13}$/.test(told)
        ? Number(told.padEnd(13, "0"))
        : Date.parse(told);
  const agoMs = sentMs - ms;
  return agoMs > 0 && agoMs < believedMs ? new Date(now.getTime() - agoMs) : now;
}

/** A clock that says more is wrong; no message is older. */
const believedMs = 10 * 365 * 24 * 60 * 60_000;

function isSame(told: string, expected: string): boolean {
  const [one, other] = [Buffer.from(told), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
