import { expect } from "vitest";
import type { CallbackVerdict, PaymentRail, RawCallback } from "@/lib/providers/rails/port";
import { type ContractCase, chargeThrough, paidOnce, type RailHarness } from "./contract-harness";

export const callbackCases: readonly ContractCase[] = [
  { name: "a callback names its charge, and claims only when signed", run: namesCharge },
  { name: "a forged callback is not believed", run: refusesForgery },
  { name: "a callback changed on its way is not believed", run: refusesTampered },
  { name: "a callback played again is the same event", run: isSameEvent },
  { name: "a callback about somebody else's payment is not ours", run: leavesForeign },
  { name: "a callback of anything is no error", run: survivesAnything },
];

async function namesCharge(harness: RailHarness): Promise<void> {
  const { request, callback } = await paidOnce(harness);
  const verdict = await harness.rail.parseCallback(callback);
  expect(verdict).toMatchObject({ authentic: true, reply: { status: 200 } });
  expect(verdict.events).toHaveLength(1);
  expect(verdict.events[0]).toMatchObject({ op: "charge", ourId: request.attemptId });
  const { amount } = harness;
  const claim = verdict.events[0]?.claim;
  // A rail may leave its claim out, so that the status is read all the same.
  if (claim) expect(claim).toMatchObject({ kind: "succeeded", settlement: { amount } });
  if (verdict.auth !== "signed") expect(claim).toBeUndefined();
}

async function refusesForgery(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail } = harness;
  if (rail.capabilities.callbackAuth === "none") return "n/a";
  const { callback } = await paidOnce(harness);
  for (const forged of forgeries(callback, rail)) {
    const verdict = await rail.parseCallback(forged);
    expect(verdict).toMatchObject({ authentic: false, events: [] });
    expect(verdict.reply.status).toBeGreaterThanOrEqual(400);
  }
  return undefined;
}

/** Where nothing is signed, the changed body is never taken at its word: the status is. */
async function refusesTampered(harness: RailHarness): Promise<"n/a" | undefined> {
  const { rail, breaks } = harness;
  if (!breaks) return "n/a";
  breaks.tamperBody = true;
  const { callback } = await paidOnce(harness);
  const verdict = await rail.parseCallback(callback);
  if (rail.capabilities.callbackAuth === "signed")
    expect(verdict).toMatchObject({ authentic: false, events: [] });
  else for (const event of verdict.events) expect(event.claim).toBeUndefined();
  return undefined;
}

async function isSameEvent(harness: RailHarness): Promise<void> {
  if (harness.breaks) harness.breaks.dupCallback = true;
  const { callback } = await paidOnce(harness);
  const again = harness.breaks ? harness.received.at(-2) : callback;
  if (!again) throw new Error("The callback came once.");
  const keys = keysOf(await harness.rail.parseCallback(callback));
  expect(keys).toHaveLength(1);
  expect(keysOf(await harness.rail.parseCallback(again))).toEqual(keys);
}

async function leavesForeign(harness: RailHarness): Promise<"n/a" | undefined> {
  if (!harness.sendForeign) return "n/a";
  const { request } = await chargeThrough(harness, harness.charge.ok);
  await harness.sendForeign();
  const callback = harness.received.at(-1);
  if (!callback) throw new Error("The callback did not come.");
  for (const { ourId } of (await harness.rail.parseCallback(callback)).events)
    expect(ourId).not.toBe(request.attemptId);
  return undefined;
}

async function survivesAnything(harness: RailHarness): Promise<void> {
  const { callback } = await paidOnce(harness);
  const bodies = ["", "null", "[]", "{", '"paid"', "{}", '{"event":1,"data":[]}', "\u0000".repeat(100)];
  for (const body of bodies) {
    const verdict = await harness.rail.parseCallback({ ...callback, body: Buffer.from(body) });
    for (const event of verdict.events) expect(event.claim?.kind).not.toBe("succeeded");
  }
}

function forgeries(callback: RawCallback, rail: PaymentRail): RawCallback[] {
  const touched = Buffer.from(callback.body);
  touched[touched.length - 2] = (touched[touched.length - 2] ?? 0) ^ 1;
  const plain = Object.entries(callback.headers).filter(([header]) => !/sign|hash|digest/.test(header));
  const none = { ...callback, headers: Object.fromEntries(plain) };
  const upset = ([header, value]: [string, string]) => [
    header,
    /sign|hash/.test(header) ? `${value}0` : value,
  ];
  const foreign = { ...callback, headers: Object.fromEntries(Object.entries(callback.headers).map(upset)) };
  // A shared secret stands beside the body and cannot tell that the body was changed.
  const signed = rail.capabilities.callbackAuth === "signed";
  return signed ? [{ ...callback, body: touched }, none, foreign] : [none, foreign];
}

function keysOf(verdict: CallbackVerdict): string[] {
  return verdict.events.map(({ dedupeKey }) => dedupeKey);
}
