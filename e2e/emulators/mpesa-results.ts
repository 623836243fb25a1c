import { randomInt } from "node:crypto";
import type { EmulatorAnswer } from "./emulator";
import {
  type Book,
  balanceOf,
  type Conversation,
  callBack,
  chargesOf,
  type Daraja,
  draft,
  idLike,
  type Json,
  type Line,
  nairobi,
  newReceipt,
  refused,
  stampOf,
  write,
} from "./mpesa-book";
import { numberIfOne, words } from "./mpesa-payers";

// What an initiator asks for: accepted at once, done later, told to the address for results, or to the one for
// time-outs. Payouts, reversals, the status of a transaction and the balance.

type Outcome = { code: string; line?: Line; parameters?: Parameter[]; isText?: boolean };
type Parameter = { Key: string; Value?: string | number };

/** How a receiver's phone turns out by its last three digits. */
const receivers: Record<string, string> = { "089": "2040", "099": "8", "119": "2006", "219": "1" };

export function payOut(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book } = daraja;
  const ours = String(json.OriginatorConversationID);
  if (book.conversations.some((one) => one.ours === ours))
    return refused(500, "500.002.1001", "Duplicate OriginatorConversationID.");
  const [phone, amount] = [String(json.PartyB), Number(json.Amount)];
  return accept(daraja, { ...json, Initiator: json.InitiatorName }, ours, () => {
    const code = amount < 10 ? "2" : amount > 250_000 ? "3" : receivers[phone.slice(-3)];
    if (code || balanceOf(book) < amount) return { code: code ?? "1" };
    const line = write(daraja, draft(daraja, { kind: "payout", amount, phone }));
    const [day = "", time] = nairobi(line.atMs).split(" ");
    const parameters = pairs({
      ...{ TransactionAmount: amount, TransactionReceipt: line.receipt },
      ReceiverPartyPublicName: `${phone} - ${line.name}`,
      TransactionCompletedDateTime: `${day.split("-").reverse().join(".")} ${time}`,
      ...{ B2CUtilityAccountAvailableFunds: balanceOf(book), B2CWorkingAccountAvailableFunds: 0 },
      ...{ B2CRecipientIsRegisteredCustomer: "Y", B2CChargesPaidAccountAvailableFunds: -chargesOf(book) },
    });
    return { code: "0", line, parameters };
  });
}

const pairs = (values: Record<string, string | number>): Parameter[] =>
  Object.entries(values).map(([Key, Value]) => ({ Key, Value }));

/** Whole or in part, but once: a second part is not documented. What was paid out does not come back this way. */
export function reverse(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book } = daraja;
  return accept(daraja, json, idLike(), () => {
    const paid = book.lines.find(({ receipt }) => receipt === json.TransactionID);
    const amount = Number(json.Amount);
    if (paid?.kind !== "paid" || amount > paid.amount) return { code: "R000002" };
    const { phone, name, receipt } = paid;
    if (book.lines.some((one) => one.kind === "reversal" && one.linked === receipt))
      return { code: "R000001" };
    if (phone.endsWith("279") || balanceOf(book) < amount)
      return { code: phone.endsWith("279") ? "2006" : "1" };
    const line = write(daraja, draft(daraja, { kind: "reversal", amount, phone, name, linked: receipt }));
    const parameters = pairs({
      ...{
        DebitAccountBalance: mainAccount(book),
        Amount: amount,
        TransCompletedTime: Number(stampOf(line.atMs)),
      },
      ...{ OriginalTransactionID: receipt, Charge: 0, CreditPartyPublicName: `${phone} - ${name}` },
      DebitPartyPublicName: organisation(book),
    });
    return { code: "0", line, parameters };
  });
}

const organisation = ({ keys }: Book) => `${keys.shortCode} - Test Organisation`;

/** By the receipt, or by the conversation that we named. What is not known is answered by the one code of its page. */
export function status(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book, emulator } = daraja;
  return accept(daraja, json, idLike(), () => {
    const asked = book.conversations.find(({ ours }) => ours === json.OriginalConversationID);
    const line = asked ? asked.line : book.lines.find(({ receipt }) => receipt === json.TransactionID);
    if (!line && !asked) return { code: "SFC_IC0003" };
    const parties = [organisation(book), line ? `${line.phone} - ${line.name}` : ""];
    // Both parties stand under one key, and one key has no value: so it is in the provider's sample.
    const names = line?.kind === "paid" ? parties.reverse() : parties;
    const time = stampOf(line?.atMs ?? emulator.now());
    const rest = pairs({
      ...{
        OriginatorConversationID: asked?.ours ?? "",
        InitiatedTime: time,
        DebitAccountType: "Utility Account",
      },
      DebitPartyCharges: "Fee For B2C Payment|KES|0.00",
      ReasonType: line?.kind === "paid" ? "Pay Bill Online" : "Business Payment to Customer via API",
      TransactionStatus: line ? "Completed" : asked?.code ? "Declined" : "Authorized",
      ...{ FinalisedTime: time, Amount: String(line?.amount ?? 0) },
      ...{ ConversationID: asked?.id ?? "", ReceiptNo: line?.receipt ?? "" },
    });
    const parameters = [
      ...names.map((Value) => ({ Key: "DebitPartyName", Value })),
      { Key: "TransactionReason" },
    ];
    return { code: "0", parameters: [...parameters, ...rest] };
  });
}

export function balance(daraja: Daraja, json: Json): EmulatorAnswer {
  const { book, emulator } = daraja;
  return accept(daraja, json, idLike(), () => {
    const others = [account("Charges Paid", -chargesOf(book)), account("Organization Settlement", 0)];
    const all = [account("Working", 0), account("Float", 0), mainAccount(book), ...others];
    const parameters = pairs({ AccountBalance: all.join("&"), BOCompletedTime: stampOf(emulator.now()) });
    return { code: "0", isText: true, parameters };
  });
}

const mainAccount = (book: Book) => account(book.keys.till ? "Merchant" : "Utility", balanceOf(book));

function account(name: string, amount: number): string {
  return `${name} Account|KES|${amount.toFixed(2)}|${amount.toFixed(2)}|0.00|0.00`;
}

/** Says yes, and after three seconds does it and tells: unless the credentials are wrong, or its time ran out. */
function accept(daraja: Daraja, json: Json, ours: string, work: () => Outcome): EmulatorAnswer {
  const { book, emulator } = daraja;
  const day = stampOf(emulator.now()).slice(0, 8);
  const id = `AG_${day}_${randomInt(2 ** 40)
    .toString(16)
    .padStart(20, "0")}`;
  const conversation: Conversation = { id, ours, code: "", line: null };
  book.conversations.push(conversation);
  const timeOut = book.unkind.queueTimeOut;
  emulator.after(3_000, async () => {
    const outcome = timeOut === "not done" ? { code: "" } : (wrong(book, json) ?? work());
    Object.assign(conversation, { line: null, ...outcome });
    // Documented nowhere: what one public SDK expects. Its code means no money elsewhere, and here it means nothing.
    const late = { ResultType: 1, ResultCode: 1, ResultDesc: "The service request timed out." };
    const tooLate = { Result: { ...late, OriginatorConversationID: ours, ConversationID: id } };
    const [url, body] = timeOut
      ? [json.QueueTimeOutURL, tooLate]
      : [json.ResultURL, resultOf(daraja, json, conversation, outcome)];
    await callBack(daraja, "result", String(url), body);
  });
  const said = { ResponseCode: "0", ResponseDescription: "Accept the service request successfully." };
  return { status: 200, json: { ConversationID: id, OriginatorConversationID: ours, ...said } };
}

/** Three wrong ones lock the initiator; how many it takes is not documented. */
function wrong(book: Book, json: Json): Outcome | null {
  const { initiator, securityCredential } = book.keys;
  if (book.wrongCredentials >= 3) return { code: "8006" };
  if (json.Initiator === initiator && json.SecurityCredential === securityCredential) return null;
  book.wrongCredentials += 1;
  return { code: "2001" };
}

function resultOf(daraja: Daraja, json: Json, { id, ours }: Conversation, outcome: Outcome): unknown {
  const { book, emulator } = daraja;
  const { line, parameters, isText } = outcome;
  const code = emulator.switches.unknownStatus ? "7777" : outcome.code;
  const timeOut = { Key: "QueueTimeoutURL", Value: String(json.QueueTimeOutURL) };
  return {
    Result: {
      ...(isText ? { ResultType: "0", ResultCode: code } : { ResultType: 0, ResultCode: numberIfOne(code) }),
      ResultDesc: words[code] ?? "Declined",
      OriginatorConversationID: book.unkind.foreignConversation ? idLike() : ours,
      ConversationID: id,
      TransactionID: line?.receipt ?? newReceipt(daraja),
      ...(parameters ? { ResultParameters: { ResultParameter: parameters } } : {}),
      ReferenceData: { ReferenceItem: json.Occasion === undefined ? timeOut : { Key: "Occasion" } },
    },
  };
}
