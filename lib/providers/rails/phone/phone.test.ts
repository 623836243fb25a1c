import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { gatewayPost } from "@/lib/testing/phone-sim";
import type { RawCallback } from "../port";
import { createPhone, phone, phoneSecret } from "./phone";

const callbackUrl = "https://shop.example/api/rails/phone/theSecretOfTheAddress";
const now = new Date("2026-11-01T09:00:00.000Z");
const own = { network: "mpesa_ke", number: "+254712400400", sim: null, key: undefined, callbackUrl };
const rail = createPhone({ ...own, now: () => now });
const secret = phoneSecret(callbackUrl);
const text = "TJF987E58C Confirmed.";

function post(body: string, headers: Record<string, string>, to = rail) {
  const raw: RawCallback = {
    ...{ method: "POST", host: "shop.example", path: "/", query: new URLSearchParams(), headers },
    ...{ body: Buffer.from(body), ip: "192.0.2.1" },
  };
  return to.parseCallback(raw);
}

const token = (key: string, claims = {}) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `Bearer ${head}.${createHmac("sha256", key).update(head).digest("base64url")}`;
};

describe("what a forwarder posts", () => {
  test("SMS Gateway for Android: signed over body and time; a clock that is three hours off changes no time", async () => {
    const at = new Date(now.getTime() + 3 * 3_600_000);
    const { body, headers } = gatewayPost(text, { secret, at, sender: "MPESA", sim: 2 });
    const verdict = await post(body, headers);
    expect(verdict).toMatchObject({ authentic: true, auth: "signed", reply: { status: 200 } });
    expect(verdict.heard?.messages).toEqual([{ sender: "MPESA", text, at: now, sim: 2 }]);
    const other = await post(body.replace("MPESA", "M-PESA"), headers);
    expect(other).toMatchObject({ authentic: false, reply: { status: 401 } });
    expect(other.heard).toBeUndefined();
  });

  test("its sign of life brings the battery", async () => {
    const health = { checks: { "battery:level": { observedValue: 14, observedUnit: "percent" } } };
    const body = JSON.stringify({ event: "system:ping", payload: { health } });
    const signature = createHmac("sha256", secret).update(`${body}1`).digest("hex");
    const { heard } = await post(body, { "x-signature": signature, "x-timestamp": "1" });
    expect(heard).toEqual({ messages: [], battery: 14 });
  });

  test("httpSMS: a token signed with the key, and an event", async () => {
    const data = { contact: "MPESA", content: text, sim: "SIM1", timestamp: "2026-11-01T08:59:00Z" };
    const body = JSON.stringify({ type: "message.phone.received", data });
    const { heard } = await post(body, { authorization: token(secret) });
    expect(heard?.messages).toEqual([{ sender: "MPESA", text, at: new Date(data.timestamp), sim: 1 }]);
    expect(await post(body, { authorization: token("another") })).toMatchObject({ authentic: false });
    const unsigned = token(secret).replace(
      /^Bearer [^.]+/,
      `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}`,
    );
    expect(await post(body, { authorization: unsigned })).toMatchObject({ authentic: false });
  });

  test("any program with our header: one message or several; what is not understood is refused aloud", async () => {
    const headers = { "x-phone-secret": secret };
    const one = { from: "MPESA", body: text, sentStamp: String(now.getTime() - 60_000) };
    const { heard } = await post(
      JSON.stringify({ messages: [one, { from: "MPESA" }], battery: 55.4 }),
      headers,
    );
    expect(heard).toEqual({
      messages: [{ sender: "MPESA", text, at: new Date(now.getTime() - 60_000), sim: null }],
      battery: 55,
    });
    for (const body of ["{}", "[]", "not json", '{"who":"MPESA"}'])
      expect(await post(body, headers)).toMatchObject({ authentic: true, reply: { status: 422 } });
    expect(await post(JSON.stringify(one), { "x-phone-secret": "another" })).toMatchObject({
      authentic: false,
    });
    expect(await post(JSON.stringify(one), {})).toMatchObject({ authentic: false });
  });

  test("a SIM is its slot: its number, or that of its card, says nothing of it", async () => {
    const headers = { "x-phone-secret": secret };
    const simOf = async (sim: unknown) =>
      (await post(JSON.stringify({ sender: "MPESA", text, sim }), headers)).heard?.messages[0]?.sim;
    const said = [1, "2", "SIM 1", "SIM2", "slot 2", "+254712400400", "89254021234567890123", "10", "none"];
    expect(await Promise.all(said.map(simOf))).toEqual([1, 2, 1, 2, 2, null, null, null, null]);
  });

  test("whose clock is wrong beyond belief is from now, and takes no other message with it", async () => {
    const headers = { "x-phone-secret": secret };
    for (const receivedAt of ["-200000-01-01T00:00:00Z", "0001-01-01", "+275760-09-13T00:00:00Z", "soon", 1])
      expect((await post(JSON.stringify({ sender: "MPESA", text, receivedAt }), headers)).heard).toEqual({
        messages: [{ sender: "MPESA", text, at: now, sim: null }],
        battery: null,
      });
    const body = JSON.stringify({
      event: "sms:received",
      payload: { message: text, sender: "MPESA", receivedAt: now.toISOString() },
    });
    for (const timestamp of [String(now.getTime()), "1e300", "-1e15"]) {
      const signature = createHmac("sha256", secret).update(`${body}${timestamp}`).digest("hex");
      const { heard } = await post(body, { "x-signature": signature, "x-timestamp": timestamp });
      expect(heard?.messages).toMatchObject([{ at: now }]);
    }
  });

  test("an app that has a key already signs with it, for all its numbers", async () => {
    const keyed = createPhone({ ...own, key: "the-key-of-the-app", now: () => now });
    const { body, headers } = gatewayPost(text, { secret: "the-key-of-the-app", at: now });
    expect(await post(body, headers, keyed)).toMatchObject({ authentic: true });
    expect(await post(body, headers)).toMatchObject({ authentic: false });
  });
});

test("nobody is asked at a phone: it waits a day, and fails only after it", async () => {
  const amount = { minor: 25_000n, currency: "KES" };
  const statusAfter = (hours: number) =>
    rail.chargeStatus({ attemptId: "a", asked: { amount, at: new Date(now.getTime() - hours * 3_600_000) } });
  expect(await statusAfter(23)).toEqual({ kind: "pending" });
  expect(await statusAfter(25)).toMatchObject({
    kind: "failed",
    failure: { reason: "not_approved_in_time" },
  });
});

test("what is typed is checked: network, number of its country, slot, key", () => {
  const problems = (typed: Record<string, string>) => Object.keys(phone.problems(typed, true)).sort();
  expect(problems({ network: "mpesa_ke", number: "0712 400 400", sim: "", key: "" })).toEqual([]);
  expect(problems({ network: "", number: "" })).toEqual(["network", "number"]);
  expect(problems({ network: "mpesa_ke", number: "+256772123456" })).toEqual(["number"]);
  expect(problems({ network: "mpesa_ke", number: "0712 400 400", sim: "3", key: "short" })).toEqual([
    "key",
    "sim",
  ]);
});
