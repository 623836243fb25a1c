import { z } from "zod";
import type {
  Frequency,
  OrderNews,
  StandingOrderRequest,
  StandingOrderResult,
  StandingOrders,
} from "../direct";
import { digitsOf, plainText } from "../wire/text";
import { addressOf } from "./addresses";
import type { Daraja } from "./daraja";
import { wholeOf } from "./prompt";
import { dayStampOf } from "./times";
import { promptReason, refusalOf } from "./words";

const createPath = "/standingorder/v1/createStandingOrderExternal";

/** The two copies of the provider's page disagree, and none was seen with real keys: the account says which one holds. */
interface Table {
  every: Partial<Record<Frequency, string>>;
  paybill: string;
  till: string;
}
const daily = { day: "2", week: "3" };
const tables: Record<"2025" | "2026", Table> = {
  "2025": {
    every: { ...daily, month: "4", two_months: "5", quarter: "6", half_year: "7", year: "8" },
    paybill: "Standing Order Customer Pay Bill",
    till: "Standing Order Customer Pay Marchant",
  },
  "2026": {
    every: { ...daily, two_weeks: "4", month: "5", two_months: "6", quarter: "7", half_year: "8", year: "9" },
    paybill: "Standing Order Pay Bill External Third Party",
    till: "Standing Order Pay Merchant External Third Party",
  },
};

/** By the table of the account's contract. */
export function standingOrders(daraja: Daraja, contract: keyof typeof tables): StandingOrders {
  const table = tables[contract];
  // Safe: the keys of a table are frequencies.
  const every = Object.keys(table.every) as Frequency[];
  return { every, ask: (request) => ask(daraja, request, table) };
}

async function ask(
  daraja: Daraja,
  request: StandingOrderRequest,
  table: Table,
): Promise<StandingOrderResult> {
  const every = table.every[request.every];
  if (!every) return { kind: "refused", reason: "rail_misconfigured", railCode: "NO_SUCH_FREQUENCY" };
  const said = await daraja.post(createPath, bodyOf(daraja, request, table, every), { initiate: true });
  if (said.kind === "lost") return { kind: "asked", uncertain: true };
  if (said.kind === "refused") {
    const failure = refusalOf(daraja, "prompt", said);
    if (!failure) return { kind: "asked", uncertain: true };
    return { kind: "refused", reason: failure.reason, railCode: said.code };
  }
  const code = answerShape.safeParse(said.body).data?.ResponseHeader.responseCode;
  if (code === "200") return { kind: "asked" };
  if (code === "401") return { kind: "refused", reason: "rail_misconfigured", railCode: code };
  return { kind: "asked", uncertain: true };
}

const answerShape = z.object({ ResponseHeader: z.object({ responseCode: z.coerce.string() }) });

function bodyOf({ config }: Daraja, request: StandingOrderRequest, table: Table, every: string) {
  const { id, name, phone, amount, first, last, reference } = request;
  const { till, shortCode } = config;
  return {
    StandingOrderName: plainText(name, { min: 1, max: 40, instead: reference }),
    ...{ StartDate: dayStampOf(first), EndDate: dayStampOf(last), BusinessShortCode: till ?? shortCode },
    TransactionType: till ? table.till : table.paybill,
    ReceiverPartyIdentifierType: till ? "2" : "4",
    ...{ Amount: wholeOf(amount), PartyA: digitsOf(phone), Frequency: every, CustomStoId: id },
    ...{ CallBackURL: addressOf(config, "order", id), AccountReference: reference },
    TransactionDesc: plainText(name, { min: 1, max: 13, instead: "Payments" }),
  };
}

/** Header and body begin with a small or a capital letter, and so do their pairs. Null where it is another thing. */
export function readOrderNews(id: string, body: unknown): OrderNews | null {
  const found = newsShape.safeParse(lowered(body)).data;
  if (!found) return null;
  const { responseheader, responsebody } = found;
  const values = new Map(responsebody.responsedata.map(({ name, value }) => [name.toLowerCase(), value]));
  const { responsecode: code } = responseheader;
  const status = values.get("status");
  if (code !== "0" || status === "ERROR")
    return { id, isActive: false, reason: promptReason(code), railCode: code };
  const railRef = values.get("transactionid");
  return { id, isActive: true, ...(railRef ? { railRef } : {}) };
}

const newsShape = z.object({
  responseheader: z.object({ responsecode: z.coerce.string() }),
  responsebody: z.object({
    responsedata: z.array(z.object({ name: z.string(), value: z.coerce.string().catch("") })).catch([]),
  }),
});

/** The same with all names in small letters. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), lowered(one)]));
}
