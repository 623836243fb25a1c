import { railIn } from "@/lib/domain/rail-account";
import type {
  ChargeResult,
  PaymentRail,
  RailDispute,
  RailId,
  StatusResult,
} from "@/lib/providers/rails/port";
import type { SandboxRecord } from "@/lib/providers/rails/sandbox/store";
import type { OwnAccounts, Rails } from "@/lib/services/core/rails";
import { createSandboxStore } from "@/lib/services/money/rails";
import type { PayingWorld } from "../payments";
import type { Luck } from "./luck";

/** What calls on a bad line end with; every other error that is logged is a finding. */
export const deadLine = "The line is dead.";

/** What the run knows of the rails beside the sandbox itself: their own book of what went back. */
export interface RailTruth {
  /** Charges that it does not know: lost on the way there, or refused on the spot. */
  unknown: Set<string>;
  /** By attempt: what was taken back of it in all, beside the refunds that we asked for. */
  takenBack: Map<string, bigint>;
  /** By attempt. */
  disputes: Map<string, RailDispute[]>;
  /** Refunds that were called paid, and came back. */
  cameBack: Set<string>;
}

/** The rails' own book: what came by a charge, and what of it is still there. */
export interface RailBook {
  truth: RailTruth;
  record(id: string): Promise<SandboxRecord | null>;
  came(attemptId: string): Promise<bigint>;
  /** Less what went back, what is on its way back, and what was taken back. */
  left(attemptId: string): Promise<bigint>;
}

export function openBook(world: PayingWorld): RailBook {
  const store = createSandboxStore(world.pool);
  const truth: RailTruth = {
    ...{ unknown: new Set(), takenBack: new Map() },
    ...{ disputes: new Map(), cameBack: new Set() },
  };
  const record = (id: string) => store.get(id);
  const came = async (attemptId: string) => {
    const said = await world.sandbox.rail.chargeStatus({ attemptId });
    return said.kind === "succeeded" ? said.settlement.amount.minor : 0n;
  };
  const left = async (attemptId: string) => {
    const refunds = (await record(attemptId))?.refunds ?? [];
    const gone = refunds
      .filter(({ id }) => !truth.cameBack.has(id))
      .reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
    return (await came(attemptId)) - gone - (truth.takenBack.get(attemptId) ?? 0n);
  };
  return { truth, record, came, left };
}

/** The two rails of a town: each is the sandbox under another name, with an account of its own. */
export const townRailIds = ["pawapay", "paystack"] as const satisfies readonly RailId[];

/** Accounts of the store's own at the same rails, in a town that has them. */
const ownIds = ["pawapay:town", "paystack:town"] as const;

/** An account of the store's own has an address of its own. */
export function addressOf(key: string): string {
  return key.replace(":", "/");
}

/** The one of them that takes cards, and keeps them. */
const takesCards: RailId = "paystack";

/** The sandbox with what it cannot do by itself: parts taken back, disputes, refunds that fail after they were paid. */
function honest(sandbox: PaymentRail, book: RailBook, id: PaymentRail["id"]): PaymentRail {
  return {
    ...sandbox,
    id,
    capabilities:
      railIn(id) === takesCards
        ? sandbox.capabilities
        : { ...sandbox.capabilities, methods: ["mobile_money"], keeps: [] },
    async chargeStatus(ref) {
      return takenBackOf(await sandbox.chargeStatus(ref), book.truth.takenBack.get(ref.attemptId) ?? 0n);
    },
    async disputes({ attemptId }) {
      return { kind: "known", disputes: book.truth.disputes.get(attemptId) ?? [] };
    },
    async refund(request) {
      const isKnown = (await book.record(request.refundId)) !== null;
      if (!isKnown && request.amount.minor > (await book.left(request.attemptId)))
        return { kind: "failed", failure: { reason: "amount_out_of_range" } };
      return (await sandbox.refund?.(request)) ?? { kind: "not_found" };
    },
    async refundStatus(ref) {
      if (book.truth.cameBack.has(ref.refundId)) return { kind: "failed", failure: { reason: "unknown" } };
      return (await sandbox.refundStatus?.(ref)) ?? { kind: "not_found" };
    },
  };
}

function takenBackOf(said: StatusResult, minor: bigint): StatusResult {
  if (minor === 0n || said.kind !== "succeeded") return said;
  const { settlement } = said;
  return { kind: "reversed", settlement: { ...settlement, amount: { ...settlement.amount, minor } } };
}

/**
 * The same behind a bad line: calls are lost on the way there or on the way back, and questions are not answered. What
 * the rail decides stays the truth.
 */
function unreliable(rail: PaymentRail, luck: Luck, truth: RailTruth): PaymentRail {
  const lost = () => new Error(deadLine);
  const charging =
    <Request extends { attemptId: string }>(call: (request: Request) => Promise<ChargeResult>) =>
    async (request: Request) => {
      if (luck.once(25)) {
        truth.unknown.add(request.attemptId);
        throw lost();
      }
      const answer = await call(request);
      if (answer.kind === "failed") truth.unknown.add(request.attemptId);
      if (luck.once(15)) throw lost();
      return answer;
    };
  const { charge, chargeKept, forget } = rail;
  const changed: Partial<PaymentRail> = {
    charge: charging(charge),
    ...(chargeKept && { chargeKept: charging(chargeKept) }),
    ...(forget && {
      async forget(token) {
        if (luck.once(4)) return { kind: "pending" };
        return forget(token);
      },
    }),
    async chargeStatus(ref) {
      if (luck.once(8)) throw lost();
      return rail.chargeStatus(ref);
    },
  };
  for (const verb of ["refund", "payout"] as const) {
    const call = rail[verb];
    // Safe: the same function of the same rail with a line in between.
    if (call)
      Object.assign(changed, {
        async [verb](request: never) {
          if (luck.once(12)) throw lost();
          const answer = await call(request);
          if (luck.once(12)) throw lost();
          return answer;
        },
      });
  }
  return { ...rail, ...changed };
}

/** A store whose payers pay into its own accounts, every other time: else by the operator's. */
function ownAccounts(rails: PaymentRail[], luck: Luck): OwnAccounts {
  const find = (key: string) => rails.find(({ id }) => id === key) ?? null;
  return {
    find,
    taking: (_store, { method }) =>
      luck.once(2) ? rails.filter(({ capabilities }) => capabilities.methods.includes(method)) : [],
    ...{ isOn: () => true, storeOf: () => null, modeOf: () => "live", all: () => rails },
    findAt: async (rail, secret) => find(`${rail}:${secret}`),
    ...{ probe: () => null, reload: async () => {} },
  };
}

/** The rails of a town, behind their lines or themselves. Which is asked first is luck. */
export function townRails(
  world: PayingWorld,
  luck: Luck,
  book: RailBook,
  hasOwn: boolean,
): { bad: Rails; honest: Rails } {
  const { sandbox } = world.rails;
  const { rail } = world.sandbox;
  const routes: Rails["routes"] = {
    isOn: () => true,
    isTest: () => false,
    orderFor: () => (luck.once(2) ? townRailIds : [...townRailIds].reverse()),
    read: async () => ({ settings: [], preferences: [] }),
    reload: async () => {},
    ready: async () => {},
    probe: async () => null,
  };
  const made = (ids: readonly PaymentRail["id"][], isBad: boolean) =>
    ids.map((id) => honest(rail, book, id)).map((one) => (isBad ? unreliable(one, luck, book.truth) : one));
  // Where nothing asks any more, a callback is the rail's only word: at the address of another account it changes nothing.
  const withAddress = (rail: PaymentRail): PaymentRail => ({
    ...rail,
    callbackUrl: `${world.config.siteUrl}/api/rails/${addressOf(rail.id)}`,
  });
  const by = (isBad: boolean): Rails => ({
    ...{ all: [rail, ...made(townRailIds, isBad)], sandbox, routes },
    ...(hasOwn ? { own: ownAccounts(made(ownIds, isBad).map(withAddress), luck) } : {}),
  });
  return { honest: by(false), bad: by(true) };
}
