import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import type { Statement, StatementLine } from "../port";
import { readOrThrow } from "../wire/client";
import { statementLine } from "../wire/results";
import { feeFromMajor, fromMajor } from "../wire/text";
import type { Airtel } from "./client";
import { ourIdIn } from "./statuses";

/** The wallet that payouts leave from. The older API has one wallet for all. */
export async function balance(airtel: Airtel): Promise<Money[]> {
  const path = airtel.config.signs ? "/standard/v2/users/balance?type=DISB" : "/standard/v1/users/balance";
  const { data } = await readOrThrow(airtel, "balance", path, balanceShape);
  // Written with commas between thousands.
  const money = feeFromMajor(data.balance.replaceAll(",", ""), data.currency ?? airtel.config.currency);
  return money ? [money] : [];
}

const amountShape = z.union([z.string(), z.number()]).transform(String);
const balanceShape = z.object({ data: z.object({ balance: amountShape, currency: z.string().nullish() }) });

const perPage = 100;
const pagesMax = 500;

/**
 * Airtel's list of a period (GET /merchant/v1/transactions), page by page until one is empty. Only what payers paid is
 * documented to be in it. Throws when a page cannot be read.
 */
export async function statement(airtel: Airtel, { from, to }: { from: Date; to: Date }): Promise<Statement> {
  const lines: StatementLine[] = [];
  let offset = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const period = { from: String(from.getTime()), to: String(to.getTime()) };
    const query = new URLSearchParams({ ...period, limit: String(perPage), offset: String(offset) });
    const path = `/merchant/v1/transactions?${query}`;
    const { data } = await readOrThrow(airtel, "list", path, pageShape);
    const rows = data.transactions ?? [];
    lines.push(...rows.flatMap((row) => lineOf(airtel, row) ?? []));
    offset += rows.length;
    if (rows.length === 0)
      return { holds: ["charge"], lines: lines.filter(({ at }) => at >= from && at < to) };
  }
  throw new Error("The list of Airtel is too long to be read whole.");
}

const idShape = z.union([z.string(), z.number()]).transform(String).nullish();
const rowShape = z.object({
  payee: z.object({ currency: z.string().nullish() }).nullish(),
  service: z.object({ type: z.string() }),
  transaction: z.object({
    airtel_money_id: idShape,
    amount: amountShape,
    created_at: amountShape,
    id: idShape,
    reference_number: idShape,
    status: z.string(),
  }),
});
/** A list of one may come without its brackets, as in the sample. */
const pageShape = z.object({
  data: z.object({
    transactions: z.union([z.array(rowShape), rowShape.transform((row) => [row])]).nullish(),
  }),
});

/** A payment of a payer. Airtel does not say which of the two ids is ours, and else its receipt is known. */
function lineOf(
  { config }: Airtel,
  { payee, service, transaction }: z.infer<typeof rowShape>,
): StatementLine | null {
  const { airtel_money_id, amount, created_at, id, reference_number, status } = transaction;
  if (service.type !== "MERCHPAY" || !/^(TS|.*success.*)$/i.test(status)) return null;
  const receipt = airtel_money_id ?? "";
  const ours = [id, reference_number].flatMap((one) => ourIdIn(one ?? "")?.ourId ?? [])[0] ?? "";
  const money = fromMajor(amount, payee?.currency ?? config.currency);
  const line = statementLine("charge", ours || receipt, money, ours, timeIn(created_at));
  return line && { ...line, receipt };
}

/** Milliseconds since 1970, as the range is. */
function timeIn(ms: string): Date | undefined {
  return /^\d{12,14}$/.test(ms) ? new Date(Number(ms)) : undefined;
}
