import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { SetUp } from "../direct";
import type { Statement, StatementLine } from "../port";
import type { TillSeen } from "../till";
import { fromMajor } from "../wire/text";
import { addressOf } from "./addresses";
import type { Daraja } from "./daraja";
import type { ChargeRef, Listed, Told } from "./memory";
import { fromListed, referenceOf, spacedOf } from "./times";

const registerPath = "/pulltransactions/v1/register";
const listPath = "/pulltransactions/v1/query";
/** How far back the list goes. */
const listMs = 48 * 60 * 60 * 1000;
const aroundMs = 10 * 60 * 1000;
/** Both times are the network's own. */
const receiptMs = 2 * 60 * 1000;
/** Two days of a very busy till, in small pages. */
const pagesMax = 2_000;
const minuteMs = 60 * 1000;

/**
 * Payments of one minute are looked for together: whoever asks while their range is being read waits for its next reading,
 * with all others who do. A busy till has many in a minute, and Daraja counts questions.
 */
function readTogether(daraja: Daraja, fromMs: number, toMs: number): Promise<Listed[] | null> {
  const { readings } = daraja.memory;
  const [first, last] = [Math.floor(fromMs / minuteMs), Math.ceil(toMs / minuteMs)];
  const key = `${first}-${last}`;
  const turn = readings.get(key) ?? { now: null, next: null };
  readings.set(key, turn);
  turn.next ??= Promise.allSettled([turn.now]).then(() => {
    turn.next = null;
    const now = readList(daraja, new Date(first * minuteMs), new Date(last * minuteMs));
    turn.now = now;
    return now.finally(() => {
      if (!turn.next) readings.delete(key);
    });
  });
  return turn.next;
}

/**
 * Every payment to the short code in a period, page after page until one brings nothing new: the offset is a row, and how
 * many a page holds is not documented. Null where the list cannot be read, because then its absence proves nothing.
 */
async function readList(daraja: Daraja, from: Date, to: Date): Promise<Listed[] | null> {
  const all = new Map<string, Listed>();
  let rows = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await readPage(daraja, from, to, rows);
    if (!found) return null;
    const known = all.size;
    for (const one of found) all.set(one.receipt, one);
    if (all.size === known) return [...all.values()];
    rows += found.length;
  }
  daraja.anomaly("unreadable", `POST ${listPath}: the list has no end`);
  return null;
}

async function readPage(daraja: Daraja, from: Date, to: Date, row: number): Promise<Listed[] | null> {
  const said = await daraja.post(listPath, {
    ShortCode: daraja.config.till ?? daraja.config.shortCode,
    ...{ StartDate: spacedOf(from), EndDate: spacedOf(to), OffSetValue: String(row) },
  });
  // "Failed to retrieve transactions" may mean that there are none, or a failure: so it says nothing.
  if (said.kind === "refused" && said.http < 500) daraja.anomaly("needs_operator", listRefused(said.code));
  if (said.kind !== "ok") return null;
  const code = codeShape.safeParse(said.body).data?.ResponseCode;
  if (code === "1001") return [];
  const rows = code === "1000" ? pageShape.safeParse(said.body).data : undefined;
  const lines = rows?.Response.flat().map((line) => listedOf(line, daraja.now()));
  if (lines && !lines.includes(null)) return lines.flatMap((line) => line ?? []);
  daraja.anomaly("unreadable", `POST ${listPath}: another shape`);
  return null;
}

/** It is switched on once; until then, or for another short code, it is refused. */
const listRefused = (said: string) => say("rail_list_refused", { name: "M-PESA", said });

const codeShape = z.object({ ResponseCode: z.coerce.string() });
const lineShape = z.object({
  transactionId: z.string().min(1),
  trxDate: z.string(),
  amount: z.union([z.string(), z.number()]),
  ...{ billreference: z.coerce.string().nullish(), msisdn: z.coerce.string().nullish() },
});
const pageShape = z.object({ Response: z.array(z.array(lineShape)) });

function listedOf(line: z.infer<typeof lineShape>, now: Date): Listed | null {
  const money = fromMajor(line.amount, "KES");
  const at = fromListed(line.trxDate, now);
  if (!money || !at) return null;
  const [reference, masked] = [line.billreference ?? "", line.msisdn ?? ""];
  return { receipt: line.transactionId, minor: money.minor, at, reference, masked };
}

/**
 * The payment with the reference of this attempt. `isWhole`: the list was read and would hold it. Payments at a till
 * have no reference, and older ones are no longer in it.
 */
export async function findListed(
  daraja: Daraja,
  { attemptId, asked }: ChargeRef,
): Promise<{ isWhole: boolean; found?: Told }> {
  if (!daraja.config.hasList) return { isWhole: false };
  const now = daraja.now().getTime();
  const begunMs = asked ? asked.at.getTime() - aroundMs : now - listMs;
  const listed = await readTogether(daraja, Math.max(begunMs, now - listMs), now + aroundMs);
  const reference = referenceOf(attemptId);
  const named = listed?.filter((one) => one.reference.trim().toUpperCase() === reference) ?? [];
  // A payer can type our reference too, with another amount.
  const found = named.find(({ minor }) => minor === asked?.amount.minor) ?? named[0];
  return { isWhole: listed !== null && !daraja.config.till && begunMs >= now - listMs, found };
}

/** The payment with this receipt, where the list holds it by now. */
export async function findReceipt(
  daraja: Daraja,
  { receipt, at }: Pick<TillSeen, "receipt" | "at">,
): Promise<Told | undefined> {
  if (!daraja.config.hasList) return undefined;
  const listed = await readTogether(daraja, at.getTime() - receiptMs, at.getTime() + receiptMs);
  return listed?.find((one) => one.receipt === receipt);
}

type Range = { from: Date; to: Date };

/** Of the last 48 hours at most. Throws where the list cannot be read. */
async function listedIn(daraja: Daraja, { from, to }: Range) {
  const since = new Date(Math.max(from.getTime(), daraja.now().getTime() - listMs));
  const listed = await readList(daraja, since, to);
  if (!listed) throw new Error("The payments of M-PESA could not be read.");
  return { since, listed };
}

/** Every payment to the short code, whoever began it. */
export async function arrivedIn(daraja: Daraja, range: Range): Promise<TillSeen[]> {
  const { listed } = await listedIn(daraja, range);
  return listed.map(({ receipt, minor, at, reference, masked }) => ({
    ...{ receipt, amount: { minor, currency: "KES" }, at },
    ...{ typed: reference.trim() || null, phone: masked || null, name: null },
  }));
}

/** Payments only. They name no id of ours: their receipts do. Throws where the list cannot be read. */
export async function statement(daraja: Daraja, range: Range): Promise<Statement> {
  const { since, listed } = await listedIn(daraja, range);
  const lines = listed.map(
    ({ receipt, minor, at }): StatementLine => ({
      ...{ op: "charge", ourId: null, railRef: receipt, receipt },
      ...{ currency: "KES", minor, at },
    }),
  );
  return { holds: ["charge"], lines, since };
}

/** Turns Pull Transactions on, once for a short code. `phone`: the number that the short code is registered with. */
export async function registerList(daraja: Daraja, phone: string): Promise<SetUp> {
  const { config } = daraja;
  const said = await daraja.post(registerPath, {
    ShortCode: config.till ?? config.shortCode,
    RequestType: "Pull",
    NominatedNumber: phone.replaceAll(/\D/g, ""),
    CallBackURL: addressOf(config, "list"),
  });
  const status = said.kind === "ok" ? registeredShape.safeParse(said.body).data?.ResponseStatus : undefined;
  if (status === "1000" || status === "1001") return { kind: status === "1000" ? "done" : "already" };
  return said.kind === "refused" && said.http < 500
    ? { kind: "refused", railCode: said.code }
    : { kind: "unsure" };
}

const registeredShape = z.object({ ResponseStatus: z.coerce.string() });
