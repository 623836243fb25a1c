import { createHash } from "node:crypto";
import { expect } from "@playwright/test";
import { withClient } from "@/lib/db/connect";
import { serviceSignature, standardSignature } from "../listener";
import { type Place, readPlace } from "./instance";
import type { Load } from "./load";
import type { Arrival, Receiver } from "./receiver";

/** A delivery whose worker was killed is made again when its lease of a minute ends; the cron looks every minute. */
const allDeliveredWithinMs = 130_000;

/** Runs one query on the embedded database, wherever it listens by now. */
export async function query<Row extends object>(
  { dataDir }: Place,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(readPlace(dataDir).databaseUrl, async (client) => {
    return (await client.query<Row>(text, values)).rows;
  });
}

/** Waits until no delivery is open; then each has succeeded and nobody holds a lease. */
export async function everyDeliverySucceeds(place: Place): Promise<void> {
  const open = "SELECT count(*)::int AS open FROM webhook_deliveries WHERE status = 'pending'";
  await expect
    .poll(() => query(place, open), {
      message: "open deliveries",
      timeout: allDeliveredWithinMs,
      intervals: [500],
    })
    .toEqual([{ open: 0 }]);
  expect(await query(place, "SELECT DISTINCT status FROM webhook_deliveries")).toEqual([
    { status: "succeeded" },
  ]);
  const leases = "SELECT count(*)::int AS held FROM webhook_deliveries WHERE leased_until IS NOT NULL";
  expect(await query(place, leases)).toEqual([{ held: 0 }]);
}

/** The API answers every subscription it has acknowledged, with all payments it has acknowledged. */
export async function everyAcknowledgementHolds(load: Load, baseUrl: string, keys: string[]): Promise<void> {
  const all = [...load.acknowledged.values()];
  expect(all.length).toBeGreaterThan(50);
  const work = keys.map(async (key, place) => {
    for (let index = place; index < all.length; index += keys.length) {
      const promised = all[index];
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${baseUrl}/subscriptions/${promised?.id}`, { headers });
      expect(response.status).toBe(200);
      const { data } = await response.json();
      expect(data).toMatchObject({
        id: promised?.id,
        ref: promised?.ref,
        status: "active",
        has_access: true,
      });
      expect(data.payments_count).toBeGreaterThanOrEqual(promised?.payments ?? 1);
    }
  });
  await Promise.all(work);
}

/**
 * Every payment has one event, `activated` for the first and `renewed` for each later one, and every event came: not one
 * less for a process that was killed, and not one more. Per subscription, the first came before the others.
 */
export async function everyEventCame(place: Place, load: Load, { arrivals }: Receiver): Promise<void> {
  const came = new Map<string, Map<string, string>>();
  for (const { subscriptionId, id, type } of arrivals)
    came.set(subscriptionId, (came.get(subscriptionId) ?? new Map()).set(id, type));
  const rows = await query<{ id: string; payments: number }>(
    place,
    "SELECT id, payments_count AS payments FROM subscriptions",
  );
  for (const { id, payments } of rows) {
    const renewals = Array.from({ length: payments - 1 }, () => "subscription.renewed");
    expect([...(came.get(id)?.values() ?? [])]).toEqual(["subscription.activated", ...renewals]);
  }
  for (const id of load.acknowledged.keys()) expect(came.has(id)).toBe(true);
  expect(came.size).toBe(rows.length);
}

/** Whatever came twice came with the same id and bytes, signed each time. Returns how many came again. */
export function nothingWasAltered({ arrivals }: Receiver, secret: string): number {
  const seen = new Map<string, string>();
  for (const arrival of arrivals) {
    const { id, headers, body } = arrival;
    expect(headers["webhook-id"]).toBe(id);
    expectSignatures(arrival, secret);
    const digest = createHash("sha256").update(body).digest("hex");
    expect(digest).toBe(seen.get(id) ?? digest);
    seen.set(id, digest);
  }
  return arrivals.length - seen.size;
}

function expectSignatures({ headers, body, id, type, subscriptionId }: Arrival, secret: string): void {
  const event = { id, type, livemode: false, data: { id: subscriptionId } };
  const delivery = { headers, body: body.toString("utf8"), event };
  expect(headers["x-service-signature"]).toBe(serviceSignature(secret, delivery));
  expect(headers["webhook-signature"]).toBe(standardSignature(secret, delivery));
}
