import { createHash, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Money } from "@/lib/domain/money";
import { type Network, networkOf, termsOf } from "@/lib/domain/network";
import { type Problem, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import type {
  CallbackAuth,
  CallbackVerdict,
  ChargeResult,
  Failure,
  NetworkInfo,
  Settlement,
  StatementLine,
  StatusResult,
  TransferResult,
} from "../port";
import type { Client } from "./client";
import { fitsDecimals } from "./text";

/** A table of a provider's words. */
export type Words<Meaning> = Readonly<Record<string, Meaning>>;

/** What becomes of an operation. `queued`: the rail holds it until somebody does something. `reversed`: paid, and gone since. */
export type State = "paid" | "failed" | "open" | "queued" | "reversed";

type Teller = Pick<Client, "now" | "anomaly">;

/** Only the table's own entries count, because a provider may send any word. */
export function meaningOf<Meaning>(words: Words<Meaning>, word: string): Meaning | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** The same table by meaning: `failed: "FAILED REJECTED"`. */
export function wordsBy<Meaning extends string>(said: Partial<Record<Meaning, string>>): Words<Meaning> {
  // Safe: the keys of the table are meanings.
  const rows = Object.entries(said) as [Meaning, string][];
  return Object.fromEntries(
    rows.flatMap(([meaning, text]) => text.split(/\s+/).map((word) => [word, meaning])),
  );
}

/** A word that nobody knows decides nothing, and a person is told. */
function stateOf({ anomaly }: Teller, what: string, words: Words<State>, word: string): State {
  const state = meaningOf(words, word);
  if (!state) anomaly("unknown_word", `${what} status ${word}`);
  return state ?? "open";
}

/** The status of a charge. A paid one without a readable amount stays open, and the operator is notified. */
export function statusBy(
  client: Teller,
  what: string,
  words: Words<State>,
  word: string,
  { settlement, failure }: { settlement(): Settlement | null; failure(): Failure },
): StatusResult {
  const state = stateOf(client, what, words, word);
  if (state === "failed") return { kind: "failed", failure: failure() };
  if (state !== "paid" && state !== "reversed") return { kind: "pending" };
  const found = settlement();
  if (found) return { kind: state === "paid" ? "succeeded" : "reversed", settlement: found };
  client.anomaly("unreadable", `a ${word.toLowerCase()} ${what} without a readable amount`);
  return { kind: "pending" };
}

/** The status of a payout or a refund. No provider says when it was paid, so we use the time we learned of it. */
export function transferBy(
  client: Teller,
  what: string,
  words: Words<State>,
  word: string,
  { railRef, failure, ...paid }: { railRef: string; failure(): Failure; receipt?: string; fee?: Money },
): TransferResult {
  switch (stateOf(client, what, words, word)) {
    case "paid":
      return { kind: "succeeded", railRef, ...paid, at: client.now() };
    case "failed":
      return { kind: "failed", railRef, failure: failure() };
    case "reversed":
      return { kind: "reversed", railRef };
    case "queued":
      return { kind: "pending", railRef, queued: true };
    case "open":
      return { kind: "pending", railRef };
  }
}

/** Our reason for a provider's failure code. `misconfigured`: codes that only the operator can do something about. */
export function reasonBy(
  { anomaly }: Teller,
  words: Words<FailureReason>,
  misconfigured: RegExp,
  code: string,
  what = "",
): FailureReason {
  const reason = meaningOf(words, code);
  if (reason) return reason;
  if (misconfigured.test(code)) {
    anomaly("refused", `${what}refused with ${code}`);
    return "rail_misconfigured";
  }
  anomaly("unknown_word", `failure code ${code}`);
  return "unknown";
}

/** Refused by ourselves, before anything is sent. */
export function failed(reason: FailureReason, railCode: string): { kind: "failed"; failure: Failure } {
  return { kind: "failed", failure: { reason, railCode } };
}

/**
 * A transfer of which nothing is known for certain. Without the rail's own reference it is found again by our id.
 * `mayRepeat`: as in the port.
 */
export function unsure(railRef = "", mayRepeat?: true): TransferResult {
  return { kind: "pending", railRef, uncertain: true, ...(mayRepeat ? { mayRepeat } : {}) };
}

/** What a payer with a prompt is told. `ttlMs`: how long they have; `pollAfterMs`: when it is asked for again. */
export function promptFor({ ttlMs, pollAfterMs }: { ttlMs: number; pollAfterMs: number }) {
  const waiting = (
    client: Teller,
    railRef: string,
    { uncertain, text }: { uncertain?: boolean; text?: string } = {},
  ): Extract<ChargeResult, { kind: "pending" }> => ({
    kind: "pending",
    railRef,
    ...(uncertain ? { uncertain } : {}),
    prompt: { type: uncertain ? "wait" : "pin_push", text },
    pollAfterMs,
    expiresAt: new Date(client.now().getTime() + ttlMs),
  });
  /** The status of a charge as the answer to its request. */
  const asCharge = (client: Teller, railRef: string, status: StatusResult): ChargeResult => {
    switch (status.kind) {
      case "succeeded":
      case "reversed":
        return { kind: "succeeded", settlement: status.settlement };
      case "failed":
        return { kind: "failed", railRef, failure: status.failure };
      case "pending":
        if (status.redirectUrl) return { kind: "requires_redirect", railRef, url: status.redirectUrl };
        return waiting(client, railRef);
      case "not_found":
        return waiting(client, railRef, { uncertain: true });
    }
  };
  return { waiting, asCharge };
}

/**
 * Why a wallet is neither charged nor paid out to. `decimals`: of this network at this rail, null where the rail does not
 * reach it; `unreached`: the code for that. A payout's phone was checked before.
 */
export function walletProblem(
  { amount, country, network, phone }: { amount: Money; country: string; network?: string; phone?: string },
  unreached: string,
  decimals: (row: Network) => number | null | undefined,
): Failure | null {
  const row = networkOf(network ?? "");
  const allowed = row?.country === country ? decimals(row) : null;
  if (allowed == null) return { reason: "rail_misconfigured", railCode: unreached };
  if (!phone) return { reason: "invalid_phone", railCode: "NO_PHONE" };
  if (fitsDecimals(amount, allowed)) return null;
  return { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
}

/** The same under a contract of one country and one currency, whose network has this code. */
export function contractProblem(
  { country, currency }: { country: string; currency: string },
  code: string | null,
  wallet: Parameters<typeof walletProblem>[0],
): Failure | null {
  const isOurs = wallet.amount.currency === currency && wallet.country === country;
  return walletProblem(wallet, "OUTSIDE_THE_CONTRACT", (row) =>
    isOurs && row.code === code ? termsOf(row, currency)?.decimals : null,
  );
}

/** The networks of a rail that does not report their state: they count as up. Null: not offered for this. */
export function networksBy<Row extends { network: string }>(
  rows: readonly Row[],
  country: string | undefined,
  ownOf: (row: Row, network: Network) => Pick<NetworkInfo, "railCode" | "auth" | "revive"> | null,
): NetworkInfo[] {
  return rows.flatMap((row) => {
    const network = networkOf(row.network);
    if (!network || (country !== undefined && network.country !== country)) return [];
    const own = ownOf(row, network);
    if (!own) return [];
    const { code, displayName, terms } = network;
    return terms.map(({ currency, decimals, min, max }) => ({
      ...{ ...own, code, displayName, country: network.country, health: "up" as const },
      ...{ currency, min, max, decimals },
    }));
  });
}

/** Events are null where the body cannot be read. */
export function believed(auth: CallbackAuth, events: CallbackVerdict["events"] | null): CallbackVerdict {
  return { authentic: true, auth, events: events ?? [], reply: { status: events ? 200 : 400 } };
}

export function disbelieved(auth: CallbackAuth, status: number): CallbackVerdict {
  return { authentic: false, auth, events: [], reply: { status } };
}

/** Null when it is not JSON of this shape. */
export function readJson<T>(shape: z.ZodType<T>, text: string | Buffer): T | null {
  try {
    return shape.safeParse(JSON.parse(String(text))).data ?? null;
  } catch {
    return null;
  }
}

/** Compared by their digests, so that the timing shows neither a byte nor the length. */
export function isSame(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(sha256(given), sha256(expected));
}

/** Part of the dedupe key of an unsigned callback, so that a forged callback never hides the true one. */
export function digestOf(body: Buffer): string {
  return sha256(body).toString("hex");
}

function sha256(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}

/** Undefined when it is not a time. */
export function timeOf(text: string | null | undefined): Date | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : new Date(ms);
}

/** A movement in a provider's own list, before its fee; null where its amount or time cannot be read. */
export function statementLine(
  op: StatementLine["op"],
  railRef: string,
  money: Money | null,
  ourId: string,
  at: Date | undefined,
): StatementLine | null {
  if (!money || !at) return null;
  const { currency, minor } = money;
  return {
    ...{ op, railRef, currency, at, minor: op === "charge" ? minor : -minor },
    ourId: isUuidV4(ourId) ? ourId : null,
  };
}

/** The connection is good where the balance can be read; `whenNot` says what to look at. */
export async function healthBy(balance: () => Promise<Money[]>, whenNot: Problem) {
  try {
    const said = (await balance()).map(({ currency }) => currency).join(", ");
    return { ok: true, detail: say("rail_check_says", { said }) };
  } catch {
    return { ok: false, detail: whenNot };
  }
}
