import { type Book, isMsisdn, type Op, type Operation } from "./airtel-book";
import { opened } from "./airtel-keys";
import { type EmulatorAnswer, recordOf, type Switches } from "./emulator";

// The words of Airtel's answers, and what a body is refused for.

export const good = (response_code: string) => ({
  ...{ code: "200", message: "SUCCESS", result_code: "ESB000010", response_code, success: true },
});

/** "Bad Request" and "System Down" of the samples. Accounts in use have seen the first with HTTP 200. */
export function refused(
  { unkind }: Book,
  response_code: string,
  message: string,
  result_code?: string,
  status = 400,
): EmulatorAnswer {
  const named = result_code ? { result_code } : {};
  const said = { response_code, code: String(status), success: false, message, ...named };
  return { status: unkind.asSeen && status === 400 ? 200 : status, json: { status: said } };
}

const routerWords = {
  ROUTER003: "Mandatory parameters are missing either in the header or body.",
  ROUTER006: "Invalid country code provided.",
  ROUTER007: "Not authorized to perform any operations in the provided country.",
  ROUTER112: "Invalid currency provided.",
  ROUTER115: "Pin you have entered is incorrect.",
  ROUTER116: "The encrypted value of the pin is incorrect. Kindly re-check the encryption mechanism.",
  ROUTER119: "Invalid/Missing Currency.",
};

/** What the router in front of the products says. */
export function router(book: Book, status_code: keyof typeof routerWords): EmulatorAnswer {
  const status_message = routerWords[status_code];
  if (book.unkind.asSeen) return refused(book, "DP00900001013", status_message);
  return { status: 400, json: { status_message, status_code } };
}

export const notFound = (book: Book, code: string) => refused(book, code, "TransactionNot Found");

/** Uganda's list has 1016 for payouts; the newest page has 1018. */
export function forbidden(op: Op): EmulatorAnswer {
  const response_code = op === "charge" ? "DP00800001026" : "DP00900001018";
  const said = { response_code, code: "403", success: false, message: "Forbidden" };
  return { status: 403, json: { status: said } };
}

export function bodyProblem(
  book: Book,
  op: "charge" | "payout",
  json: Record<string, unknown>,
  msisdn: unknown,
): EmulatorAnswer | null {
  const { amount, id } = recordOf(json.transaction);
  const family = op === "charge" ? "DP008" : "DP009";
  const isThere = [json.reference, id, msisdn].every((one) => typeof one === "string" && one !== "");
  if (!isThere || amount === undefined) return router(book, "ROUTER003");
  if (!isMsisdn(book, msisdn))
    return refused(book, `${family}00001013`, "Invalid MSISDN Length.", "ESB000033");
  // The field is a number by its table, and text in the sample of message signing.
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(String(amount)) || Number(amount) <= 0)
    return refused(book, `${family}00001004`, "Invalid Amount", "ESB000008");
  if (!book.operations.some((one) => one.op === op && one.id === id)) return null;
  const code = op === "charge" ? "DP00800001013" : "DP00900001017";
  return refused(book, code, "External Transaction ID already exists.", "ESB000041");
}

/** A PIN that cannot be opened is told apart from a wrong one. */
export function pinProblem(book: Book, pin: unknown): EmulatorAnswer | null {
  if (typeof pin !== "string" || pin === "") return router(book, "ROUTER003");
  const clear = opened(pin);
  if (clear === null || !/^\d{4}$/.test(clear)) return router(book, "ROUTER116");
  return clear === book.keys.pin ? null : router(book, "ROUTER115");
}

/** A payout in its answer and in its enquiry, which are the same. */
export function payoutAnswer(operation: Operation, switches: Switches): EmulatorAnswer {
  const { id, airtelId, status, code } = operation;
  const message = payoutWords[status];
  const word = switches.unknownStatus ? "TX" : status;
  const ids = { reference_id: airtelId, airtel_money_id: `disbursement-EMULATED-${id}`, id };
  const isGood = status === "TS" || status === "TIP";
  const said = {
    response_code: code,
    code: "200",
    success: isGood,
    message: status === "TA" ? "Unknown Error" : isGood ? "SUCCESS" : "FAILED",
  };
  return {
    status: 200,
    json: { data: { transaction: { ...ids, status: word, message } }, status: said },
  };
}

const payoutWords: Record<Operation["status"], string> = {
  TS: "Transaction Successful",
  TF: "Transaction Failed",
  TA: "Transaction Ambiguious",
  TIP: "Transaction in Progress",
  TE: "Transaction Expired",
};

/** As the sample has it, without a response code. */
export function failedRefund({ airtelId }: Operation): EmulatorAnswer {
  const data = { transaction: { airtel_money_id: airtelId, status: "FAILED" } };
  const said = { code: "200", message: "SUCCESS", result_code: "ESB000010", success: false };
  return { status: 200, json: { data, status: said } };
}

/** A transaction as a callback tells of it. Those that were seen have a code, and no id where nothing was begun. */
export function shown(book: Book, operation: Operation, switches: Switches): Record<string, string> {
  const { id, airtelId, status, code, amount } = operation;
  const sum = `${book.currency} ${(amount - (switches.wrongAmount ? 1 : 0)).toLocaleString("en")}`;
  const message =
    status === "TS" ? `Paid ${sum} to ACME LIMITED, Trans ID ${airtelId}.` : "Transaction id is invalid";
  // By the documents a callback knows failed, paid and, on the way, in progress.
  const word = status === "TE" ? "TF" : status === "TA" ? "TIP" : status;
  const status_code = switches.unknownStatus ? "TX" : word;
  if (!book.unkind.asSeen) return { id, message, status_code, airtel_money_id: airtelId };
  const transaction = { status_code, code: code.replace("DP00800001", "DP008001"), id, message };
  const isBegun = status !== "TF" || !code.endsWith("1005");
  return isBegun ? { ...transaction, airtel_money_id: airtelId } : transaction;
}
