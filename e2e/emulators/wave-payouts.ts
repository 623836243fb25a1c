import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import {
  type Book,
  balanceOf,
  feeOf,
  fieldProblem,
  idOf,
  type Payout,
  payoutFields,
  said,
  signs,
  timeOf,
  write,
} from "./wave-book";
import type { Wave } from "./wave-payers";

// Wave's payouts: sent, found again, and taken back.

type Json = Record<string, unknown>;

/** What a payout fails with, by the last three digits of its number. "169" is refused at once. */
const errors: Record<string, string> = {
  "089": "recipient-account-inactive",
  "099": "recipient-limit-exceeded",
  "109": "recipient-account-blocked",
  // The documents say that there will be words that nobody knows yet.
  "119": "recipient-teleported",
  "219": "insufficient-funds",
  "239": "recipient-minor",
};
/** After how long it is decided. */
const slow: Record<string, number> = {
  ...{ "129": Number.POSITIVE_INFINITY, "179": 45_000, "199": 600_000, "299": 3_600_000 },
};
/** What taking it back fails with. */
const kept: Record<string, string> = {
  "309": "insufficient-funds",
  "319": "payout-reversal-account-terminated",
};

/** Null where the path is none of these. */
export function answerPayouts(wave: Wave, request: EmulatorRequest, json: Json): EmulatorAnswer | null {
  const given = route(wave, request, json);
  return given && renamed(wave.book, given);
}

function route(wave: Wave, request: EmulatorRequest, json: Json): EmulatorAnswer | null {
  const { book } = wave;
  const { method, path, query } = request;
  if (method === "POST" && path === "/v1/payout") return payOut(wave, request, json);
  if (method === "GET" && path === "/v1/payouts/search") {
    const found = book.payouts.filter(({ told }) => told.client_reference === query.get("client_reference"));
    return { status: 200, json: { result: found.map((payout) => shape(wave, payout)) } };
  }
  const [, reversed] = /^\/v1\/payout\/([^/]+)\/reverse$/.exec(path) ?? [];
  if (method === "POST" && reversed) return reverse(wave, reversed);
  const [, one] = /^\/v1\/payout\/([^/]+)$/.exec(path) ?? [];
  if (method === "GET" && one) {
    const payout = book.payouts.find(({ id }) => id === one);
    return payout ? { status: 200, json: shape(wave, payout) } : said(404, "not-found");
  }
  return null;
}

/** Money goes out once for a key; with other words the key is refused. */
function payOut(wave: Wave, { headers, text }: EmulatorRequest, json: Json): EmulatorAnswer {
  const { book } = wave;
  const key = headers["idempotency-key"] ?? "";
  const message = "An 'Idempotency-Key' header is required for POST requests";
  if (key === "" || key.length > 255) return said(400, "request-validation-error", message);
  const before = book.keys.get(key);
  if (before && before.words !== text) return said(409, "idempotency-mismatch");
  if (before && "told" in before.made) return { status: 200, json: shape(wave, before.made) };
  const refused = fieldProblem(json, payoutFields) ?? moneyProblem(book, json);
  if (refused) return refused;
  const made = make(wave, json);
  book.keys.set(key, { words: text, made });
  return { status: 200, json: shape(wave, made) };
}

function moneyProblem(book: Book, { currency, receive_amount, mobile }: Json): EmulatorAnswer | null {
  if (currency !== book.currency) return said(422, "currency-mismatch");
  if (!String(mobile).startsWith(book.prefix)) return said(422, "country-mismatch");
  if (String(mobile).endsWith("169")) return said(503, "service-unavailable");
  const sum = Number(receive_amount);
  const isTooMuch = sum + feeOf(sum) > balanceOf(book);
  return isTooMuch ? said(422, "insufficient-funds", "Insufficient funds in wallet.") : null;
}

function make(wave: Wave, json: Json): Payout {
  const { book, emulator } = wave;
  const { receive_amount, mobile, currency: _, ...told } = json;
  const amount = Number(receive_amount);
  const own = { id: idOf("pt"), amount, fee: feeOf(amount), mobile: String(mobile), told };
  const payout: Payout = { ...own, status: "processing", error: null, createdMs: emulator.now() };
  book.payouts.push(payout);
  const afterMs = slow[payout.mobile.slice(-3)] ?? 4_000;
  if (book.unkind.payoutsAtOnce && afterMs === 4_000) finish(wave, payout);
  else if (afterMs !== Number.POSITIVE_INFINITY) emulator.after(afterMs, async () => finish(wave, payout));
  return payout;
}

function finish(wave: Wave, payout: Payout): void {
  payout.error = errors[payout.mobile.slice(-3)] ?? null;
  payout.status = payout.error ? "failed" : "succeeded";
  if (payout.error) return;
  moved(wave, payout, -1);
  if (payout.mobile.endsWith("209")) takeBack(wave, payout);
}

function moved({ book, emulator }: Wave, payout: Payout, sign: 1 | -1): void {
  const { amount, fee, mobile, told } = payout;
  const isReversal = sign > 0;
  write(book, {
    ...{ transactionId: signs(10), type: isReversal ? "api_payout_reversal" : "api_payout", isReversal },
    ...{ amount: sign * (amount + fee), fee: -sign * fee, mobile, sessionId: "", atMs: emulator.now() },
    reference: String(told.client_reference ?? ""),
  });
}

function takeBack(wave: Wave, payout: Payout): void {
  payout.status = "reversed";
  moved(wave, payout, 1);
}

/** With its fee, within three days, once: asking again is no error. */
function reverse(wave: Wave, id: string): EmulatorAnswer {
  const payout = wave.book.payouts.find((one) => one.id === id);
  if (!payout) return said(404, "not-found");
  if (payout.status === "reversed") return { status: 200 };
  if (payout.status !== "succeeded") return said(409, "request-validation-error");
  if (wave.emulator.now() - payout.createdMs > 3 * 86_400_000)
    return said(422, "payout-reversal-time-limit-exceeded");
  const code = kept[payout.mobile.slice(-3)];
  if (code) return said(422, code);
  takeBack(wave, payout);
  return { status: 200 };
}

function shape({ book, emulator }: Wave, payout: Payout): Json {
  const { id, amount, fee, mobile, told, status, error, createdMs } = payout;
  const { switches } = emulator;
  return {
    ...{ id, currency: book.currency, receive_amount: String(amount - (switches.wrongAmount ? 1 : 0)) },
    ...{ fee: String(fee), mobile, ...told, status: switches.unknownStatus ? "teleported" : status },
    ...(error ? { payout_error: { error_code: error, error_message: "So the number says." } } : {}),
    timestamp: timeOf(createdMs),
  };
}

/** One page names the code of an error in three ways. */
function renamed({ unkind }: Book, answer: EmulatorAnswer): EmulatorAnswer {
  const { errorWord } = unkind;
  if (answer.status < 400 || errorWord === "code") return answer;
  const { code, message } = { code: "", message: "", ...Object(answer.json) };
  const json =
    errorWord === "error" ? { error: code, message } : { error_code: code, error_message: message };
  return { ...answer, json };
}
