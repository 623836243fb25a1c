import { currencies } from "@/lib/domain/money";
import { type Network, networks } from "@/lib/domain/network";
import { say } from "@/lib/domain/refusal";
import type { NetworkInfo, PaymentRail, Statement, StatementLine } from "../port";
import { createControls, deliverDue, parseCallback, payAtTill, type SandboxControls } from "./callbacks";
import { charge, chargeKept, chargeStatus, submitInput } from "./charges";
import { createCardPage, createHandset, type SandboxCardPage, type SandboxHandset } from "./pages";
import { accountHolder, testBanks } from "./requests";
import { forwardLost, moveSim, readSim, type SimMove } from "./sim";
import { forget, railRefOf } from "./state";
import type { SandboxContext, SandboxRecord, SandboxStep } from "./store";
import { sandboxTill, type TillPress } from "./till";
import { payout, refund, transferStatus } from "./transfers";

/** A payment may be decided days after it began. */
const longestMs = 5 * 24 * 60 * 60 * 1000;

/** Every step that moved test money of one account in this period. */
async function statement(
  context: SandboxContext,
  range: { from: Date; to: Date },
  callbackPath?: string,
): Promise<Statement> {
  const [fromMs, toMs] = [range.from.getTime(), Math.min(range.to.getTime(), context.now().getTime() + 1)];
  const records = await context.store.between({ fromMs: fromMs - longestMs, toMs });
  const own = records.filter((record) => record.callbackPath === callbackPath);
  const lines = own.flatMap((record) =>
    record.steps
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .flatMap((step) => lineOf(record, step) ?? []),
  );
  return { holds: ["charge", "refund", "payout", "reversal"], lines };
}

/** A charge brings money in, a refund or payout takes it out; a reversal goes the opposite way. */
function lineOf(record: SandboxRecord, { atMs, word }: SandboxStep): StatementLine | null {
  if (word !== "succeeded" && word !== "reversed") return null;
  const paid = BigInt(record.amountMinor) - BigInt(record.shortByMinor);
  const isIn = (record.op === "charge") === (word === "succeeded");
  return {
    op: record.op === "charge" && word === "reversed" ? "reversal" : record.op,
    // What its payer began has no id of ours.
    ourId: record.till ? null : record.id,
    railRef: record.till ? record.id : railRefOf(record.id),
    ...{ currency: record.currency, at: new Date(atMs) },
    minor: isIn ? paid : -paid,
  };
}

/**
 * A rail without real money and network. The outcome depends on the last digits of the number (see script.ts), on the
 * person at the handset page, or on the test card. The state follows only from the record and the clock, so no process
 * runs in between; `deliverDue` posts the due callbacks and must be called often.
 */
export interface Sandbox {
  rail: PaymentRail;
  /** The same rail as an account of a store's own, with its callbacks at this address. Its statement is its own. */
  account(id: `sandbox:${string}`, callbackUrl: string): PaymentRail;
  handset: SandboxHandset;
  cardPage: SandboxCardPage;
  payAtTill(press: TillPress): ReturnType<typeof payAtTill>;
  /** The SIM of an account that is a phone. */
  sim: {
    read(account: PaymentRail): ReturnType<typeof readSim>;
    move(account: PaymentRail, move: SimMove): ReturnType<typeof moveSim>;
    forwardLost(account: PaymentRail): Promise<number>;
  };
  deliverDue(): Promise<number>;
  controls: SandboxControls;
}

export type SandboxOptions = Pick<
  SandboxContext,
  "store" | "now" | "siteUrl" | "merchantName" | "callbackSecret" | "sendCallback"
> &
  Partial<Pick<SandboxContext, "mode" | "feeBps" | "promptTtlMs">>;

export function createSandbox(options: SandboxOptions): Sandbox {
  const context: SandboxContext = { mode: "auto", feeBps: 0, promptTtlMs: 120_000, ...options };
  const rail = createRail(context);
  return {
    rail,
    account: (id, callbackUrl) => ({
      ...{ ...rail, id, callbackUrl, till: sandboxTill(id) },
      statement: (range) => statement(context, range, new URL(callbackUrl).pathname),
    }),
    handset: createHandset(context),
    cardPage: createCardPage(context),
    payAtTill: (press) => payAtTill(context, press),
    sim: {
      read: (account) => readSim(context, account),
      move: (account, move) => moveSim(context, account, move),
      forwardLost: (account) => forwardLost(context, account),
    },
    deliverDue: () => deliverDue(context),
    controls: createControls(context),
  };
}

function createRail(context: SandboxContext): PaymentRail {
  return {
    id: "sandbox",
    capabilities: {
      methods: ["mobile_money", "card"],
      refund: "partial",
      payout: ["mobile_money", "bank"],
      keeps: ["card"],
      callbackAuth: "signed",
    },
    networks: async ({ country }) =>
      networks
        .filter((row) => country === undefined || row.country === country)
        .flatMap((row) => infosOf(row, context.merchantName)),
    charge: (request) => charge(context, request),
    chargeKept: (request) => chargeKept(context, request),
    forget: (token) => forget(context, token),
    submitInput: ({ attemptId }, value) => submitInput(context, attemptId, value),
    chargeStatus: ({ attemptId }) => chargeStatus(context, attemptId),
    parseCallback: (raw) => parseCallback(context, raw),
    payout: (request) => payout(context, request),
    payoutStatus: ({ payoutId }) => transferStatus(context, "payout", payoutId),
    banks: async () => [...testBanks],
    resolveAccount: async ({ bankCode, accountNumber }) => accountHolder(bankCode, accountNumber),
    refund: (request) => refund(context, request),
    refundStatus: ({ refundId }) => transferStatus(context, "refund", refundId),
    balance: async () => currencies.map((currency) => ({ minor: endlessFloat, currency })),
    statement: (range) => statement(context, range),
    health: async () => ({ ok: true, detail: say("rail_check_sandbox") }),
  };
}

/** Test money never runs out; only number 219 simulates that. */
const endlessFloat = 10n ** 13n;

/** One entry per currency, since limits are per currency. */
function infosOf(row: Network, nameOnPrompt: string): NetworkInfo[] {
  return row.terms.map((terms) => ({
    code: row.code,
    railCode: row.code.toUpperCase(),
    displayName: row.displayName,
    country: row.country,
    currency: terms.currency,
    min: terms.min,
    max: terms.max,
    decimals: terms.decimals,
    health: "up",
    auth: row.auth,
    nameOnPrompt,
    revive: row.revive && {
      steps: [row.revive.ussd, ...row.revive.menu],
      telLink: `tel:${encodeURIComponent(row.revive.ussd)}`,
    },
  }));
}
