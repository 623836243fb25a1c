import { orderInclude } from "@/lib/db/rows";
import { maxMinor, parseTypedAmount } from "@/lib/domain/money";
import { isOutsideMethod, unnamed } from "@/lib/domain/outside";
import { PayInvalid, PaymentOpen, type PayProblem } from "@/lib/domain/pay-problem";
import { amountProblem, Invalid, NotFound, type Problem, type Problems, say } from "@/lib/domain/refusal";
import { isEmail, lineProblem, normalizeEmail } from "@/lib/domain/text";
import { composeToken, isUuidV4 } from "@/lib/domain/token";
import { parsePhone } from "@/lib/providers/phone";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { makeCustomer, type Payer, readPayer } from "../checkout/customer";
import { lockThing } from "../checkout/open-attempt";
import { startPayment } from "../checkout/start-payment";
import { type NewLine, totalOf, writeOrder } from "../checkout/write-order";
import { incomplete, recordedBefore, recordOn } from "./record";

/** A sale at the counter, as typed in a form. */
export interface CounterSale {
  /** UUIDv4, made with the form: pressing twice sells once. */
  id: string;
  /** Amounts in major units; an empty quantity is one. A product on sale is known by its exact name. */
  lines: { name: string; quantity: string; price: string }[];
  /** All of it may be empty. */
  customer: { name: string; email: string; phone: string };
  /** `mobile_money` asks the customer's phone; the others are money that the seller took. */
  method: string;
  /** An account of the store's own that is to be asked, and no other; then also for a `card`. */
  account?: string;
  /** Of a phone, where its number does not tell; may be empty. */
  network?: string;
  /** The code of the till or of the bank; may be empty. */
  reference: string;
}

/** As long as an order's line. */
const nameMax = 255;

/**
 * Writes an order that leaves nothing to hand over. It is paid at once with money which the seller took themselves: events,
 * receipt and books are those of any recorded payment, and the wallet has nothing of it. Or the customer's phone is asked,
 * as by a press of Pay. Owners and admins only. Throws NotFound, NotAllowed, Refusal, or Invalid: a line under
 * `lines.0.price`, the rest by field.
 */
export async function sellAtCounter(
  world: World,
  seller: Seller,
  sale: CounterSale,
): Promise<{ orderId: number; isNew: boolean }> {
  permit(seller, "payment.record");
  // Orders are live only.
  if (!seller.livemode) throw new NotFound();
  if (!isUuidV4(sale.id)) throw incomplete();
  if (isAsked(sale)) return ask(world, seller, sale);
  return transact(world, async (unit) => {
    lockThing(unit, seller, `counter ${sale.id}`);
    const before = await recordedBefore(unit, seller, sale.id, { source: "manual" });
    if (before) return before;
    const { lines, payer, reference } = await read(unit, seller, sale);
    const { method } = sale;
    if (!isOutsideMethod(method)) throw incomplete();
    const { currency } = await unit.store(seller.storeId);
    const id = await writeOrder(unit, seller, lines, {
      customerId: await buyerOf(unit, seller, payer),
      paymentMethod: method,
      source: "manual",
      currency,
      feeMinor: 0n,
      netMinor: totalOf(lines),
    });
    const order = await unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
    return recordOn(unit, seller, { order, method, at: unit.now, reference }, sale);
  });
}

function isAsked({ method, account }: CounterSale): boolean {
  return method === "mobile_money" || (method === "card" && account !== undefined);
}

/** Nobody's page watches it but the seller's own: it belongs to no browser. */
async function ask(world: World, seller: Seller, sale: CounterSale) {
  const { lines, payer } = await transact(world, (unit) => read(unit, seller, sale));
  const { id, isNew } = await startPayment(world, seller, {
    ...{ id: sale.id, browser: composeToken(world.random.bytes(24)), for: { kind: "counter", lines } },
    method: sale.method === "card" ? "card" : "mobile_money",
    ...{ phone: payer.phone ?? "", network: sale.network ?? "", account: sale.account },
    ...{ name: payer.name ?? "", email: payer.email },
  }).catch((error: unknown) => {
    if (error instanceof PaymentOpen) throw new Invalid({ customerPhone: [say("prompt_open")] });
    if (error instanceof PayInvalid) throw new Invalid(Object.fromEntries(error.problems.map(inSale)));
    throw error;
  });
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { orderId, isNew };
}

/** Why the phone cannot be asked. What else a payer can do wrong was read before. */
function inSale({ code, values }: PayProblem): [string, Problem[]] {
  const of = { network: "", min: "", max: "", ...values };
  if (code === "network_unknown") return ["network", [say("sale_network")]];
  if (code === "network_too_small") return ["customerPhone", [say("amount_from", of)]];
  if (code === "network_too_large") return ["customerPhone", [say("amount_up_to", of)]];
  return ["customerPhone", [say("prompt_unavailable")]];
}

interface Read {
  lines: [NewLine, ...NewLine[]];
  payer: Payer;
  reference: string | null;
}

/** Throws Invalid with all that is wrong with what was typed. */
async function read(unit: Unit, seller: Seller, sale: CounterSale): Promise<Read> {
  const problems: Problems = {};
  const note = (field: string, problem: Problem | null) => {
    if (problem) problems[field] = [problem];
  };
  const { country, currency } = await unit.store(seller.storeId);
  const products = await productsNamed(unit, seller, sale.lines);
  const lines = sale.lines.map((typed, at) => {
    const noteLine = (field: string, problem: Problem | null) => note(`lines.${at}.${field}`, problem);
    return readLine(typed, currency, products, noteLine);
  });
  if (lines.length === 0) note("lines.0.price", say("sale_empty"));
  else if (totalOf(lines) > maxMinor) note("lines.0.price", say("amount_too_large"));
  const { method } = sale;
  const payer = readBuyer(sale.customer, country, method === "mobile_money", note);
  const reference = sale.reference.trim();
  if (reference !== "") note("reference", lineProblem(reference, 100));
  if (!isAsked(sale) && !isOutsideMethod(method)) note("method", say("method_missing"));
  const [first, ...others] = lines;
  if (!first || Object.keys(problems).length > 0) throw new Invalid(problems);
  return { lines: [first, ...others], payer, reference: reference || null };
}

type Note = (field: string, problem: Problem | null) => void;

function readLine(
  typed: CounterSale["lines"][number],
  currency: string,
  products: ReadonlyMap<string, { id: number; isSubscription: boolean }>,
  note: Note,
): NewLine {
  const name = typed.name.trim() || unnamed.line;
  note("name", lineProblem(name, nameMax));
  const product = products.get(name);
  if (product?.isSubscription) note("name", say("sale_subscription"));
  const quantity = typed.quantity.trim() || "1";
  const isCount = /^[1-9]\d{0,2}$/.test(quantity);
  if (!isCount) note("quantity", say("sale_quantity"));
  const price = parseTypedAmount(typed.price, currency, "en");
  if (!price.ok) note("price", amountProblem(price.problem, currency));
  return {
    productId: product?.id ?? null,
    name,
    quantity: isCount ? Number(quantity) : 1,
    unitPriceMinor: price.ok ? price.money.minor : 0n,
  };
}

/** The products on sale that have exactly these names; of two of one name, the newer. */
async function productsNamed(unit: Unit, { storeId }: Seller, lines: CounterSale["lines"]) {
  const rows = await unit.tx.product.findMany({
    where: { storeId, status: "active", name: { in: lines.map(({ name }) => name.trim()) } },
    select: { id: true, name: true, interval: true },
    orderBy: { id: "asc" },
  });
  return new Map(rows.map(({ id, name, interval }) => [name, { id, isSubscription: interval !== null }]));
}

/** A phone that is asked is one of the store's country. */
function readBuyer(typed: CounterSale["customer"], country: string, pays: boolean, note: Note): Payer {
  const [name, email] = [typed.name.trim(), normalizeEmail(typed.email)];
  if (name !== "") note("customerName", lineProblem(name, nameMax));
  if (email !== "" && !isEmail(email)) note("customerEmail", say("email"));
  const isNone = typed.phone.trim() === "" && !pays;
  const phone = isNone ? null : parsePhone(typed.phone, country, { anyCountry: !pays });
  if (phone && !phone.ok) note("customerPhone", phone.message);
  return { name: name || null, email: email || null, phone: phone?.ok ? phone.phone : null };
}

/** Who bought it: whoever has this e-mail or phone, a new one by this name, or the one that stands for all who are unnamed. */
async function buyerOf(unit: Unit, seller: Seller, payer: Payer): Promise<number> {
  if (payer.email !== null || payer.phone !== null) {
    const { customerId } = await readPayer(unit.tx, seller, payer);
    if (customerId !== null) return customerId;
  }
  if (payer.name !== null || payer.email !== null || payer.phone !== null)
    return makeCustomer(unit, seller, payer, { source: "manual" });
  return walkIn(unit, seller);
}

/** Made with the first such sale. Once somebody gave it a contact it is a person, and another takes its place. */
export async function walkIn(unit: Unit, seller: Caller): Promise<number> {
  // Locked first: the next statement sees whom another sale has just made.
  await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${seller.storeId} FOR NO KEY UPDATE`;
  const known = await unit.tx.customer.findFirst({
    where: { walksInAt: { some: { id: seller.storeId } }, email: null, phone: null, status: "active" },
    select: { id: true },
  });
  if (known) return known.id;
  const nobody = { name: unnamed.customer, email: null, phone: null };
  const walkInCustomerId = await makeCustomer(unit, seller, nobody, { source: "manual" });
  await unit.tx.store.update({ where: { id: seller.storeId }, data: { walkInCustomerId } });
  return walkInCustomerId;
}
