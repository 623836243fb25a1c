import type { ChargeRequest } from "@/lib/providers/rails/port";
import { chargeOf, refOf } from "./contract-harness";
import type { EmulatedHarness } from "./harness-parts";
import { type CreateHarness, harnesses } from "./harnesses";

type Pick = (attemptId: string) => "ok" | "soft" | "hard" | "asks";

/**
 * A rail whose every charge is one of a kept card, so that the whole service meets such charges without a plan of
 * renewals. The cards are kept before anything breaks; `pick` says which of them a charge takes.
 */
function whileAway(create: CreateHarness, pick: Pick): CreateHarness {
  return async (more) => {
    const harness = await create(more);
    const { rail, kept } = harness;
    if (!kept || !rail.chargeKept) throw new Error(`${rail.id} keeps no cards.`);
    const chargeKept = rail.chargeKept.bind(rail);
    const tokens = {
      ok: await tokenOf(harness, kept.ok),
      soft: await tokenOf(harness, kept.soft),
      hard: await tokenOf(harness, kept.hard),
      asks: await tokenOf(harness, kept.asks),
    };
    harness.received.length = 0;
    const charge = (request: ChargeRequest) =>
      chargeKept({ ...request, method: "card", token: tokens[pick(request.attemptId)] });
    return { ...harness, rail: { ...rail, charge } };
  };
}

async function tokenOf(harness: EmulatedHarness, card: string): Promise<string> {
  const request = { ...chargeOf(harness, card), keep: true as const };
  const first = await harness.rail.charge(request);
  await harness.pay?.(request.attemptId, card);
  const paid = await harness.rail.chargeStatus(refOf(request.attemptId, first));
  const token = paid.kind === "succeeded" ? paid.settlement.instrument?.token : undefined;
  if (!token) throw new Error("The card was not kept.");
  return token;
}

const { stripe, paystack } = harnesses;
const keepers = [
  ["paystack kept", paystack.card ?? paystack.main],
  ["stripe kept", stripe.main],
] as const;

/** Every rail that keeps cards, with charges that are all paid. */
export const paidWhileAway = keepers.map(([name, create]) => [name, whileAway(create, () => "ok")] as const);

const inTurn = ["ok", "soft", "ok", "asks", "ok", "hard", "ok", "ok"] as const;

/** The first attempt is paid, the second declined, and so on: a life of six payments has met all that banks answer. */
function eachInTurn(): Pick {
  const seen = new Map<string, number>();
  return (attemptId) => {
    const place = seen.get(attemptId) ?? seen.size;
    seen.set(attemptId, place);
    return inTurn[place % inTurn.length] ?? "ok";
  };
}

/** The same with all that banks answer. */
export const variedWhileAway = keepers.map(([name, create]): [string, CreateHarness] => [
  name,
  (more) => whileAway(create, eachInTurn())(more),
]);
