import { Prisma, readRows } from "@/lib/db/client";
import { payInvalid } from "@/lib/domain/pay-problem";
import { mayFallBack } from "@/lib/providers/rails/routing";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { routeOf } from "../rails";
import { callRail } from "./call-rail";
import { openNext } from "./fall-back";
import { type NewPayment, openAttempt, type StartedPayment } from "./open-attempt";
import { quotePayment, totalChanged } from "./quote";

/**
 * Asks the payer for the money. The order and the attempt are committed before the rail is called, so whatever is lost
 * on the way is found again; while one attempt for a thing is open, no other begins. A rail that refuses on the spot
 * because it is down is followed once by the next of the route. Throws as `quotePayment` does, PaymentOpen while another
 * payment for the thing is open, and Refusal `too_many_attempts` for a phone that was asked too often.
 */
export async function startPayment(world: World, caller: Caller, input: NewPayment): Promise<StartedPayment> {
  if (!uuid.test(input.id)) throw incomplete();
  const repeated = await findAttempt(world, caller, input.id);
  if (repeated) return repeated;
  const quote = await quotePayment(world, caller, input);
  if (input.shownMinor !== undefined && input.shownMinor !== quote.totalMinor) throw totalChanged(quote);
  const [rail, next] = await routeOf(world, {
    op: "charge",
    method: input.method,
    country: quote.store.country,
    currency: quote.currency,
    network: quote.network?.code,
  });
  if (!rail) throw unavailable();
  const opened = await transact(world, (unit) =>
    openAttempt(world, unit, caller, quote, input, rail.id),
  ).catch((error) => orTaken(world, caller, input.id, error));
  if (!opened.isNew) return opened;
  const answer = await callRail(world, opened.id, input.preAuthCode);
  if (!next || !answer || !mayFallBack(answer)) return opened;
  const second = await transact(world, (unit) => openNext(world, unit, caller, quote, opened.id, next.id));
  if (second?.isNew) await callRail(world, second.id, input.preAuthCode);
  return second ?? opened;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function findAttempt(world: World, caller: Caller, id: string): Promise<StartedPayment | null> {
  // What the first rail would not take was asked of the next one, in an attempt of its own.
  const [found] = await readRows<{ id: string; token: string }>(
    world.pool,
    Prisma.sql`
      SELECT coalesce(later.id, first.id) AS id, coalesce(later.token, first.token) AS token
      FROM payment_attempts first LEFT JOIN LATERAL (
        SELECT id, token FROM payment_attempts
        WHERE order_id = first.order_id AND id <> first.id AND created_at >= first.created_at
          AND first.failure_reason = 'provider_unavailable'
        ORDER BY created_at DESC LIMIT 1) later ON true
      WHERE first.id = ${id}::uuid AND first.store_id = ${caller.storeId}`,
  );
  return found ? { ...found, isNew: false } : null;
}

/** A form makes its id anew each time: one that another thing has was copied, and begins nothing. */
async function orTaken(world: World, caller: Caller, id: string, error: unknown): Promise<StartedPayment> {
  const taken = await world.db.paymentAttempt.findUnique({ where: { id }, select: { storeId: true } });
  if (!taken) throw error;
  const own = taken.storeId === caller.storeId ? await findAttempt(world, caller, id) : null;
  if (own) return own;
  throw incomplete();
}

function incomplete() {
  return payInvalid("form", "form_incomplete");
}

function unavailable() {
  return payInvalid("method", "method_unavailable");
}
