import { z } from "zod";
import { toMajorText } from "@/lib/domain/money";
import { type AdapterOptions, type Answer, createClient } from "../wire/client";
import { fromHundredths } from "../wire/text";

/** A subscription that somebody has at Paystack, as texts; an empty one is not known. */
export interface PaystackSubscription {
  code: string;
  status: string;
  email: string;
  phone: string;
  name: string;
  plan: string;
  interval: string;
  amount: string;
  currency: string;
  startedAt: string;
  nextPaymentAt: string;
}

/** `refused`: the key is not accepted. `lost`: Paystack cannot be reached, or says what nobody understands. */
type PaystackList = PaystackSubscription[] | "refused" | "lost";

const perPage = 50;
const pagesMax = 200;

/**
 * The subscriptions of somebody's own account at Paystack (GET /subscription), read once with their key. The key is in the
 * header of these requests and nowhere else.
 */
export async function listPaystackSubscriptions(
  key: string,
  options: Pick<AdapterOptions, "baseUrl" | "fetch"> = {},
): Promise<PaystackList> {
  const baseUrl = options.baseUrl ?? "https://api.paystack.co";
  const client = createClient("paystack", baseUrl, { authorization: `Bearer ${key}` }, options);
  const all: PaystackSubscription[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const answer = await client.call({
      method: "GET",
      path: `/subscription?perPage=${perPage}&page=${page}`,
    });
    const rows = rowsOf(answer);
    if (typeof rows === "string") return rows;
    all.push(...rows.map(textsOf));
    if (rows.length < perPage) return all;
  }
  return all;
}

const text = z.string().nullish();

const Row = z.object({
  ...{ subscription_code: z.string(), status: z.string(), next_payment_date: text, createdAt: text },
  amount: z.number(),
  customer: z.object({ email: text, phone: text, first_name: text, last_name: text }),
  plan: z.object({ name: z.string(), interval: z.string(), currency: z.string() }),
});
const Page = z.object({ status: z.literal(true), data: z.array(Row) });

function rowsOf(answer: Answer): z.output<typeof Row>[] | "refused" | "lost" {
  if (answer.kind === "lost") return "lost";
  if (answer.status === 401 || answer.status === 403) return "refused";
  const page = Page.safeParse(answer.body);
  return page.success ? page.data.data : "lost";
}

function textsOf(row: z.output<typeof Row>): PaystackSubscription {
  const { customer, plan } = row;
  const money = fromHundredths(row.amount, plan.currency);
  return {
    ...{ code: row.subscription_code, status: row.status },
    ...{ email: customer.email ?? "", phone: customer.phone ?? "" },
    name: [customer.first_name, customer.last_name].filter(Boolean).join(" "),
    ...{ plan: plan.name, interval: plan.interval, currency: plan.currency },
    amount: money ? toMajorText(money) : "",
    ...{ startedAt: row.createdAt ?? "", nextPaymentAt: row.next_payment_date ?? "" },
  };
}
