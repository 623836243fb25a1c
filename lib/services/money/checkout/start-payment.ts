import { gather, PayInvalid, type PayProblem, payInvalid, throwProblems } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { mayFallBack } from "@/lib/providers/rails/kinds";
import { feesOf } from "@/lib/services/core/rails";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { callRail } from "./call-rail";
import type { Payer } from "./customer";
import { openNext } from "./fall-back";
import { lockThing, type NewPayment, openAttempt, type StartedPayment } from "./open-attempt";
import { freeToken, payNothing } from "./pay-free";
import { lockOf, type Purchase, renewalLock } from "./purchase";
import { askWays, type Quote, quoteOf, readPayForm, reduce, type Terms, totalChanged } from "./quote";
import { readPurchase } from "./read-purchase";

/**
 * `started`: begun, with the attempt to watch. `free`: nothing was to pay, and it is paid; the token is its receipt's.
 * `confirm`: nothing is written, and the payer must first agree to the quote.
 */
export type Pressed =
  | { kind: "started"; attempt: StartedPayment }
  | { kind: "free"; receiptToken: string }
  | { kind: "confirm"; quote: Quote };

/**
 * Starts a payment, if `agrees` says that the payer saw the cost. The order and the attempt are committed before the
 * rail is called, so a lost answer can be recovered; while one attempt for a thing is open, no other begins. If a rail
 * refuses at once because it is down, the next one of the route is tried once. Throws NotFound (nothing to pay here),
 * PayInvalid with all problems of the form, PaymentOpen while another payment for the thing is open, and Refusal
 * `store_suspended`, `customer_blocked`, one of `readPurchase`, or `too_many_attempts` for a phone that got too many
 * prompts.
 */
export async function pressPay(
  world: World,
  caller: Caller,
  input: NewPayment,
  agrees: (quote: Quote) => boolean,
): Promise<Pressed> {
  const id = uuid.test(input.id) ? input.id : null;
  const { store, repeated } = await readBefore(world, caller, id);
  if (repeated) return repeated;
  if (!store) throw new NotFound();
  if (store.status === "suspended") throw new Refusal("store_suspended");
  const { payer, problems } = await readPayForm(input, store.country);
  const ask = (currency: string) =>
    askWays(world, input, payer, { storeId: store.id, country: store.country, currency });
  let ways = await ask(store.currency);
  const thing = lockOf(input.for, payer);
  /** Reads the purchase, quotes it and opens the attempt, all under the lock of the thing. */
  const begin = async (unit: Unit): Promise<Pressed | { kind: "other_currency"; currency: string }> => {
    lockThing(unit, caller, thing);
    const found = [...problems];
    const purchase = await gather(found, () => readPurchase(unit.tx, caller, input.for, payer, unit.now));
    if (!purchase) throw brokenForm(found);
    if (purchase.isBlocked) throw new Refusal("customer_blocked");
    if (purchase.currency !== ways.currency) return { kind: "other_currency", currency: purchase.currency };
    if (purchase.subscriptionId !== null) lockThing(unit, caller, renewalLock(purchase.subscriptionId));
    const { country } = store;
    const typed = input.code ?? "";
    const chosen = await reduce(unit, caller, purchase, { payer, country, typed });
    if (chosen.problem) found.push({ field: "code", code: chosen.problem });
    const isFree = chosen.reduction?.amountMinor === purchase.priceMinor;
    throwProblems(isFree ? found.filter((one) => !isOfPaying(one, payer, purchase)) : found);
    const quote = quoteOf(store, input, payer, purchase, ways, chosen);
    if (!agrees(quote)) return { kind: "confirm", quote };
    if (id === null) throw incomplete();
    if (isFree) {
      const free = {
        ...{ id, payer, ...(input.language === undefined ? {} : { language: input.language }) },
        ...(input.via ? { via: input.via } : {}),
      };
      const { receiptToken } = await payNothing(unit, caller, purchase, chosen.reduction, free);
      return { kind: "free", receiptToken };
    }
    const keeps = input.renews && input.method === "card";
    const rail =
      (keeps && ways.rails.find(({ capabilities }) => capabilities.keeps.includes("card"))) || ways.rails[0];
    if (!rail) throw unavailable();
    const attempt = await openAttempt(unit, caller, { quote, payer, rail: rail.id }, input);
    return { kind: "started", attempt };
  };
  const press = () => transact(world, begin).catch((error) => orTaken(world, caller, id, error));
  let pressed = await press();
  while (pressed.kind === "other_currency") {
    ways = await ask(pressed.currency);
    pressed = await press();
  }
  if (pressed.kind !== "started" || !pressed.attempt.isNew) return pressed;
  const { attempt } = pressed;
  const answer = await callRail(world, attempt.id, input.preAuthCode);
  const next = ways.rails[1];
  if (!next || !answer || !mayFallBack(answer)) return pressed;
  const second = await transact(world, (unit) => openNext(unit, caller, thing, attempt.id, next.id));
  if (second?.isNew) await callRail(world, second.id, input.preAuthCode);
  return second ? { kind: "started", attempt: second } : pressed;
}

/** The same for a payer who saw `shownMinor`, or who knows the cost: another total is refused. */
export async function startPayment(
  world: World,
  caller: Caller,
  { shownMinor, ...input }: NewPayment & { shownMinor?: bigint },
): Promise<StartedPayment> {
  const pressed = await pressPay(
    world,
    caller,
    input,
    ({ totalMinor }) => shownMinor === undefined || totalMinor === shownMinor,
  );
  if (pressed.kind === "confirm") throw totalChanged(pressed.quote);
  if (pressed.kind === "free") throw new Error("Nothing was to pay, so there is no attempt.");
  return pressed.attempt;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whoever gets something for nothing need not say how they pay, if there is another way to reach them. */
function isOfPaying({ code }: PayProblem, { email }: Payer, { subscriptionId }: Purchase): boolean {
  return code === "phone_missing" && (email !== null || subscriptionId !== null);
}

/** The payment terms of the store, and what this press did before, if anything. */
async function readBefore(
  world: World,
  caller: Caller,
  id: string | null,
): Promise<{ store: Terms | null; repeated: Pressed | null }> {
  // When the first rail was unavailable, the next one got an attempt of its own.
  const freeOf = id === null ? null : freeToken(world, caller, id);
  const [row] = await world.db.$queryRaw<
    (Terms & { startedId: string | null; token: string | null; free: string | null })[]
  >`/* one plan */
      SELECT s.id, s.name, s.country, s.currency, s.language, s.status, s.buyer_pays_charges AS "buyerPaysCharges",
        plans.fee_ppm AS "feePpm", plans.fixed_fees AS "fixedFees", coalesce(later.id, first.id) AS "startedId", coalesce(later.token, first.token) AS token,
        (SELECT receipt_token FROM orders WHERE receipt_token = ${freeOf} AND store_id = s.id) AS free
      FROM stores s JOIN plans ON plans.code = s.plan_code
      LEFT JOIN payment_attempts first ON first.id = ${id}::uuid AND first.store_id = s.id LEFT JOIN LATERAL (
        SELECT id, token FROM payment_attempts
        WHERE order_id = first.order_id AND id <> first.id AND created_at >= first.created_at
          AND first.failure_reason = 'provider_unavailable'
        ORDER BY created_at DESC LIMIT 1) later ON true
      WHERE s.id = ${caller.storeId}`;
  if (!row) return { store: null, repeated: null };
  const { startedId, token, free, ...terms } = row;
  const store = feesOf(world, terms.id, terms);
  if (free) return { store, repeated: { kind: "free", receiptToken: free } };
  const attempt = startedId && token ? { id: startedId, token, isNew: false } : null;
  return { store, repeated: attempt && { kind: "started", attempt } };
}

/** Each form has a new id. If the id belongs to another thing, it was copied, and begins nothing. */
async function orTaken(world: World, caller: Caller, id: string | null, error: unknown): Promise<Pressed> {
  if (id === null) throw error;
  const { repeated } = await readBefore(world, caller, id);
  if (repeated) return repeated;
  const taken = await world.db.paymentAttempt.findUnique({ where: { id }, select: { storeId: true } });
  throw taken ? incomplete() : error;
}

function brokenForm([first, ...others]: readonly PayProblem[]) {
  return first
    ? new PayInvalid([first, ...others])
    : new Error("A purchase that cannot be read has a problem.");
}

function incomplete() {
  return payInvalid("form", "form_incomplete");
}

function unavailable() {
  return payInvalid("method", "method_unavailable");
}
