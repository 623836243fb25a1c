import { Prisma } from "@/lib/db/client";
import { isOpen } from "@/lib/domain/attempt";
import { limits } from "@/lib/domain/limits";
import { callbackUrlOf } from "@/lib/providers/rails/kinds";
import type { ChargeRequest, ChargeResult, PaymentRail } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";
import { countWithin } from "@/lib/services/people/keys/count-within";
import { railOf } from "../rails";
import { type FoundAttempt, loadAttempt } from "../settlement/read-attempt";
import { settle } from "../settlement/settle";
import { promptOf } from "./prompt-limit";

/**
 * Sends a committed attempt to the rail and records the answer. Must be called only once for each attempt. Null: the
 * answer was lost, so the outcome is not known yet.
 */
export async function callRail(
  world: World,
  attemptId: string,
  preAuthCode?: string,
): Promise<ChargeResult | null> {
  const found = await loadAttempt(world, attemptId);
  const rail = setUp(world, found);
  const keep = found.attempt.method === "card" && found.attempt.consent !== null;
  return record(world, attemptId, rail, () =>
    rail.charge({ ...requestOf(world, found, rail), preAuthCode, ...(keep ? { keep } : {}) }),
  );
}

/** The same for a scheduled charge of a card that the rail keeps. */
export async function callKept(world: World, attemptId: string, token: string): Promise<ChargeResult | null> {
  const found = await loadAttempt(world, attemptId);
  const rail = setUp(world, found);
  const charge = rail.chargeKept?.bind(rail);
  if (!charge) throw new Error(`The rail ${rail.id} charges no kept card.`);
  const request = { ...requestOf(world, found, rail), method: "card" as const, token };
  return record(world, attemptId, rail, () => charge(request));
}

function setUp(world: World, { attempt }: FoundAttempt): PaymentRail {
  const rail = railOf(world, attempt.rail);
  if (!rail) throw new Error(`The rail ${attempt.rail} is not set up.`);
  return rail;
}

function requestOf(world: World, { attempt, store, order }: FoundAttempt, rail: PaymentRail): ChargeRequest {
  const page = `${world.config.siteUrl}/attempt/${attempt.token}`;
  return {
    attemptId: attempt.id,
    method: methodOf(attempt.method),
    amount: { minor: attempt.amountMinor, currency: attempt.currency },
    country: store.country,
    payer: {
      name: order.customer.name,
      email: order.customer.email ?? undefined,
      phone: attempt.phoneSealed ? world.secrets.open(attempt.phoneSealed) : undefined,
      network: attempt.network ?? undefined,
    },
    description: `${store.name}: ${order.items[0]?.name ?? order.number}`,
    returnUrl: `${page}?returned=1`,
    cancelUrl: `${page}?cancelled=1`,
    callbackUrl: rail.callbackUrl ?? callbackUrlOf(world.config.siteUrl, rail.id),
    locale: order.customer.language ?? store.language,
    metadata: { order: order.number },
  };
}

/**
 * Sends the rail the code that it asked the payer for. Does nothing where no code is awaited (any more). False: too
 * many codes were tried for this attempt, and this one was not sent.
 */
export async function submitCode(world: World, token: string, code: string): Promise<boolean> {
  const attempt = await world.db.paymentAttempt.findUnique({ where: { token } });
  if (!attempt?.railRef || !isOpen(attempt.status)) return true;
  const { id, railRef } = attempt;
  if (!(await countWithin(world.db, `attempt-code:${id}`, [limits.codesOfAttempt], world.clock.now())))
    return false;
  const rail = railOf(world, attempt.rail);
  const submit = rail?.submitInput?.bind(rail);
  if (rail && submit) await record(world, id, rail, () => submit({ attemptId: id, railRef }, code));
  return true;
}

/** A lost answer is not a failure: the poll plan requests the status later. */
async function record(
  world: World,
  attemptId: string,
  rail: PaymentRail,
  ask: () => Promise<ChargeResult>,
): Promise<ChargeResult | null> {
  let result: ChargeResult;
  try {
    result = await ask();
  } catch (error) {
    world.log.error({ err: error, attempt: attemptId, rail: rail.id }, "The answer of a rail was lost.");
    await settle(world, attemptId, { kind: "no_answer" });
    return null;
  }
  await recordPrompt(world, attemptId, result);
  switch (result.kind) {
    case "succeeded":
    case "failed":
      await settle(world, attemptId, result);
  }
  return result;
}

/** A callback may have come before this answer: then only the reference of this answer is used. */
async function recordPrompt(world: World, attemptId: string, result: ChargeResult): Promise<void> {
  const railRef = "railRef" in result && result.railRef ? result.railRef : null;
  const prompt = promptOf(result);
  const asks = prompt
    ? Prisma.sql`, status = CASE WHEN ${open} THEN 'pending' ELSE status END,
        prompt = CASE WHEN ${open} THEN ${JSON.stringify(prompt)}::jsonb ELSE prompt END,
        prompt_expires_at = CASE WHEN ${open} THEN coalesce(${expiryOf(result)}::timestamptz, prompt_expires_at)
          ELSE prompt_expires_at END`
    : Prisma.empty;
  await world.db
    .$queryRaw`UPDATE payment_attempts SET rail_ref = coalesce(rail_ref, ${railRef}::text)${asks} WHERE id = ${attemptId}::uuid`;
}

const open = Prisma.sql`status IN ('created', 'pending')`;

function expiryOf(result: ChargeResult): Date | null {
  return "expiresAt" in result && result.expiresAt ? result.expiresAt : null;
}

/** An order can have methods that no rail takes, but such an order never has an attempt. */
function methodOf(method: string): ChargeRequest["method"] {
  if (method === "mobile_money" || method === "card" || method === "bank") return method;
  throw new Error(`No rail takes ${method}.`);
}
