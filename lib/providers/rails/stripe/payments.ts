import type Stripe from "stripe";
import type { StatusResult } from "../port";
import { attempt, type Outcome, type StripeClient } from "./client";
import { expand, expandIntent, intentOf, statusOf, statusOfKept } from "./statuses";

/** A payment of ours: a page with what was paid at it, or a charge of a kept card, which has no page. */
export interface Payment {
  attemptId: string;
  railRef: string;
  /** Null: nobody has begun to pay. */
  intent: Stripe.PaymentIntent | null;
  status(): StatusResult;
}

type Found<T> = { kind: "ok"; value: T | null } | { kind: "lost" };
type Ref = { attemptId: string; railRef?: string };

/**
 * The payment of an attempt: by Stripe's id, otherwise by our id among the payments of the last days. Null when there
 * is none; `lost` when that is unknown.
 */
export async function findPayment(client: StripeClient, ref: Ref): Promise<Found<Payment>> {
  const { attemptId, railRef } = ref;
  if (railRef)
    return railRef.startsWith("pi_") ? readIntent(client, ref, railRef) : readSession(client, ref, railRef);
  const [kept, page] = await Promise.all([findKept(client, attemptId), findPage(client, attemptId)]);
  if (kept.kind === "ok" && kept.value) return ofIntent(client, attemptId, kept.value);
  if (page.kind === "ok" && page.value) return readSession(client, ref, page.value);
  return kept.kind === "ok" && page.kind === "ok" ? { kind: "ok", value: null } : { kind: "lost" };
}

/** The session of an attempt, among those of the last days. */
export async function findSession(
  client: StripeClient,
  attemptId: string,
): Promise<Found<Stripe.Checkout.Session>> {
  const id = await findPage(client, attemptId);
  if (id.kind === "lost") return id;
  return id.value ? retrieveSession(client, attemptId, id.value) : { kind: "ok", value: null };
}

/** Which attempt a payment at Stripe is of; null when it was made elsewhere. */
export async function ownerOf(
  client: StripeClient,
  payment_intent: string | { id: string } | null,
): Promise<Found<{ attemptId: string; railRef: string }>> {
  const intent = typeof payment_intent === "string" ? payment_intent : payment_intent?.id;
  if (!intent) return { kind: "ok", value: null };
  const pages = await attempt(client, "the session of a payment", (reading) =>
    client.api.checkout.sessions.list({ payment_intent: intent, limit: 1 }, reading),
  );
  if (pages.kind !== "ok") return { kind: "lost" };
  const [page] = pages.value.data;
  if (page) return { kind: "ok", value: ownerIn(page) };
  const found = await attempt(client, "a payment", (reading) =>
    client.api.paymentIntents.retrieve(intent, {}, reading),
  );
  if (found.kind === "ok") return { kind: "ok", value: isKept(found.value) ? ownerIn(found.value) : null };
  return isMissing(found) ? { kind: "ok", value: null } : { kind: "lost" };
}

/** A charge of a kept card; the payment of a page is told by its page. */
export function isKept({ metadata }: { metadata?: Stripe.Metadata | null }): boolean {
  return metadata?.kept === "card";
}

function ownerIn({ id, metadata }: { id: string; metadata: Stripe.Metadata | null }) {
  return metadata?.attempt ? { attemptId: metadata.attempt, railRef: id } : null;
}

async function readSession(client: StripeClient, { attemptId }: Ref, id: string): Promise<Found<Payment>> {
  const found = await retrieveSession(client, attemptId, id);
  if (found.kind === "lost") return found;
  const session = found.value;
  if (!session) return { kind: "ok", value: null };
  const status = () => statusOf(client, session);
  return { kind: "ok", value: { attemptId, railRef: session.id, intent: intentOf(session), status } };
}

async function retrieveSession(
  client: StripeClient,
  attemptId: string,
  id: string,
): Promise<Found<Stripe.Checkout.Session>> {
  const found = await attempt(client, "a session", (reading) =>
    client.api.checkout.sessions.retrieve(id, { expand }, reading),
  );
  return ofAttempt(client, "a session", found, (one) => one.client_reference_id === attemptId);
}

async function readIntent(client: StripeClient, { attemptId }: Ref, id: string): Promise<Found<Payment>> {
  const read = await attempt(client, "a payment", (reading) =>
    client.api.paymentIntents.retrieve(id, { expand: expandIntent }, reading),
  );
  const found = ofAttempt(client, "a payment", read, (one) => one.metadata.attempt === attemptId);
  if (found.kind === "lost") return found;
  return found.value ? ofIntent(client, attemptId, found.value) : { kind: "ok", value: null };
}

/** What was read where it belongs to this attempt. */
function ofAttempt<T>(
  client: StripeClient,
  what: string,
  found: Outcome<T>,
  isOurs: (one: T) => boolean,
): Found<T> {
  if (found.kind === "refused") return isMissing(found) ? { kind: "ok", value: null } : { kind: "lost" };
  if (found.kind === "lost" || isOurs(found.value)) return found;
  client.anomaly("unreadable", `${what} of another attempt`);
  return { kind: "lost" };
}

function ofIntent(
  client: StripeClient,
  attemptId: string,
  intent: Stripe.PaymentIntent,
): Extract<Found<Payment>, { kind: "ok" }> {
  const status = () => statusOfKept(client, intent);
  return { kind: "ok", value: { attemptId, railRef: intent.id, intent, status } };
}

const listMax = 500;
const daysBackS = 4 * 24 * 60 * 60;

async function findPage(client: StripeClient, attemptId: string): Promise<Found<string>> {
  const { sessions } = client.api.checkout;
  const found = await search(
    client,
    "sessions",
    (params, options) => sessions.list(params, options),
    (one) => one.client_reference_id === attemptId,
  );
  return found.kind === "ok" ? { kind: "ok", value: found.value?.id ?? null } : found;
}

function findKept(client: StripeClient, attemptId: string): Promise<Found<Stripe.PaymentIntent>> {
  const { paymentIntents } = client.api;
  const expand = expandIntent.map((path) => `data.${path}`);
  return search(
    client,
    "payments",
    (params, options) => paymentIntents.list({ ...params, expand }, options),
    (one) => isKept(one) && one.metadata.attempt === attemptId,
  );
}

/** Reads a list of the last days, newest first; `lost` when it is too long to be read whole. */
async function search<T extends { id: string }>(
  client: StripeClient,
  what: string,
  list: (
    params: Stripe.PaginationParams & { created: Stripe.RangeQueryParam },
    options: Stripe.RequestOptions,
  ) => Promise<Stripe.ApiList<T>>,
  isIt: (one: T) => boolean,
): Promise<Found<T>> {
  const created = { gte: Math.floor(client.now().getTime() / 1000) - daysBackS };
  let seen = 0;
  for (let after: string | undefined; ; ) {
    const page = await attempt(client, what, (reading) =>
      list({ limit: 100, created, starting_after: after }, reading),
    );
    if (page.kind !== "ok") return { kind: "lost" };
    const { data, has_more } = page.value;
    const found = data.find(isIt);
    if (found) return { kind: "ok", value: found };
    seen += data.length;
    after = data.at(-1)?.id;
    if (!has_more || !after) return { kind: "ok", value: null };
    if (seen >= listMax) return { kind: "lost" };
  }
}

function isMissing(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "refused" && outcome.error.code === "resource_missing";
}
