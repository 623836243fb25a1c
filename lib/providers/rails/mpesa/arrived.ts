import { z } from "zod";
import type { PayCode, PayCodeRequest, SetUp } from "../direct";
import type { TillAnswer, TillSeen, TillVerdict } from "../till";
import { fromMajor, plainText } from "../wire/text";
import { type About, addressOf } from "./addresses";
import type { Daraja } from "./daraja";
import { findReceipt } from "./list";
import type { Told } from "./memory";
import { wholeOf } from "./prompt";
import { askStatus } from "./questions";
import { fromStamp, referenceOf } from "./times";

/**
 * A confirmation or a validation; null where it is neither. The phone stays as it came: hidden digits, or a digest in the
 * older version.
 */
export function readArrived(body: unknown): (TillSeen & { shortCode: string }) | null {
  const found = arrivedShape.safeParse(body).data;
  const amount = found && fromMajor(found.TransAmount, "KES");
  const at = found && fromStamp(found.TransTime);
  if (!found || !amount || !at) return null;
  const { TransID, BusinessShortCode, BillRefNumber, MSISDN, FirstName, MiddleName, LastName } = found;
  const name = [FirstName, MiddleName, LastName]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");
  return {
    ...{ receipt: TransID, amount, at, shortCode: BusinessShortCode },
    ...{ typed: BillRefNumber.trim() || null, phone: MSISDN || null, name: name || null },
  };
}

/** Whether a payment carries our reference of this attempt; then it is kept for the next reading of its status. */
export function names(daraja: Daraja, payment: TillSeen, attemptId: string): boolean {
  const isNamed = payment.typed?.trim().toUpperCase() === referenceOf(attemptId);
  if (isNamed) remember(daraja, attemptId, payment);
  return isNamed;
}

/** It proves nothing yet: it counts once Daraja says that the prompt was paid, or answers for the receipt. */
export function remember({ memory }: Daraja, attemptId: string, payment: TillSeen): void {
  const known = memory.charge(attemptId);
  const { receipt, amount, at } = payment;
  known.seen ??= receipt;
  // Whoever typed our reference by hand may have paid another amount: that is not the prompt's money.
  if (amount.minor === (known.askedMinor ?? amount.minor))
    known.told ??= { minor: amount.minor, receipt, at };
}

const word = z.preprocess((given) => given ?? "", z.coerce.string().max(200).catch(""));
const arrivedShape = z.object({
  TransID: z.string().min(1).max(100),
  TransTime: z.union([z.string(), z.number()]),
  TransAmount: z.union([z.string(), z.number()]),
  BusinessShortCode: z.coerce.string(),
  ...{ BillRefNumber: word, MSISDN: word, FirstName: word, MiddleName: word, LastName: word },
});

const received = JSON.stringify({ ResultCode: 0, ResultDesc: "Success" });

/** What Daraja reads of our answer. */
export const replies: Partial<Record<About, string>> = { confirmation: received };

const verdicts = { accept: "0", unknown_number: "C2B00012", wrong_amount: "C2B00013" };

/** The answer to a validation, before money moves. */
export function answerTo(verdict: TillVerdict): { status: number; body: string } {
  const ResultDesc = verdict === "accept" ? "Accepted" : "Rejected";
  return { status: 200, body: JSON.stringify({ ResultCode: verdicts[verdict], ResultDesc }) };
}

/**
 * By the list, or by a question about its receipt, whose answer comes to our address. An account with neither has only the
 * word of whoever knows its address.
 */
export async function confirm(daraja: Daraja, seen: TillSeen): Promise<TillAnswer> {
  const { config, memory } = daraja;
  const told = memory.receipts.get(seen.receipt) ?? (await findReceipt(daraja, seen));
  if (told) return { kind: "true", seen: { ...seen, ...knownOf(told) } };
  if (config.initiator && memory.mayAsk(seen.receipt))
    await askStatus(daraja, "till_status", seen.receipt, { TransactionID: seen.receipt });
  return { kind: config.initiator || config.hasList ? "later" : "cannot" };
}

function knownOf({ minor, at }: Told) {
  return { amount: { minor, currency: "KES" }, ...(at ? { at } : {}) };
}

const registerPath = "/mpesa/c2b/v2/registerurl";
const codePath = "/mpesa/qrcode/v1/generate";

/** Has every payment to the short code told to us. What we do not answer is completed: money is never held up by us. */
export async function register(daraja: Daraja): Promise<SetUp> {
  const { config } = daraja;
  const said = await daraja.post(registerPath, {
    ...{ ShortCode: config.shortCode, ResponseType: "Completed" },
    ConfirmationURL: addressOf(config, "confirmation"),
    ValidationURL: addressOf(config, "validation"),
  });
  if (said.kind === "ok")
    return { kind: registeredShape.safeParse(said.body).data?.ResponseCode === "0" ? "done" : "unsure" };
  if (said.kind === "lost") return { kind: "unsure" };
  if (/already registered/i.test(said.message)) return { kind: "already" };
  return said.http >= 500 ? { kind: "unsure" } : { kind: "refused", railCode: said.code };
}

const registeredShape = z.object({ ResponseCode: z.coerce.string() });

/** Null where none can be had now. */
export async function payCode(daraja: Daraja, { name, reference, amount }: PayCodeRequest): Promise<PayCode> {
  const { till, shortCode } = daraja.config;
  // A code with less than what is owed would be paid.
  if (amount.minor % 100n !== 0n) return null;
  const said = await daraja.post(codePath, {
    MerchantName: plainText(name, { min: 1, max: 22, instead: "Payment" }),
    ...{ RefNo: reference, Amount: wholeOf(amount), TrxCode: till ? "BG" : "PB" },
    ...{ CPI: till ?? shortCode, Size: "300" },
  });
  // Its code is not 0 but a text of its own: the picture alone tells.
  const found = said.kind === "ok" ? codeShape.safeParse(said.body).data : undefined;
  return found ? { png: found.QRCode } : null;
}

const codeShape = z.object({ QRCode: z.string().min(20) });
