import { orderInclude } from "@/lib/db/rows";
import { maxMinor, parseTypedAmount } from "@/lib/domain/money";
import { isOutsideMethod, type OutsideMethod } from "@/lib/domain/outside";
import { amountProblem, Invalid, NotFound, type Problem, type Problems, say } from "@/lib/domain/refusal";
import { isEmail, lineProblem, normalizeEmail } from "@/lib/domain/text";
import { isUuidV4 } from "@/lib/domain/token";
import { parsePhone } from "@/lib/providers/phone";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { makeCustomer, type Payer, readPayer } from "../checkout/customer";
import { lockThing } from "../checkout/open-attempt";
import { type NewLine, writeOrder } from "../checkout/write-order";
import { incomplete, recordedBefore, recordOn } from "./record";

/** A sale at the counter, as typed in a form. */
export interface CounterSale {
  /** UUIDv4, made with the form: pressing twice sells once. */
  id: string;
  /** Amounts in major units; an empty quantity is one. A product on sale is known by its exact name. */
  lines: { name: string; quantity: string; price: string }[];
  /** All of it may be empty. */
  customer: { name: string; email: string; phone: string };
  method: string;
  /** The code of the till or of the bank; may be empty. */
  reference: string;
  /** What stands where nothing was typed, in the seller's language. */
  unnamed: { line: string; customer: string };
}

/** As long as an order's line. */
const nameMax = 255;

/**
 * Writes an order that is paid at once with money which the seller took themselves, and that leaves nothing to hand over.
 * Events, receipt and books are those of any recorded payment; the wallet has nothing of it. Owners and admins only.
 * Throws NotFound, NotAllowed, or Invalid: a line under `lines.0.price`, the rest by field.
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
  return transact(world, async (unit) => {
    lockThing(unit, seller, `counter ${sale.id}`);
    const before = await recordedBefore(unit, seller, sale.id, { source: "manual" });
    if (before) return before;
    const { lines, payer, method, reference } = await read(unit, seller, sale);
    const { currency } = await unit.store(seller.storeId);
    const id = await writeOrder(unit, seller, lines, {
      customerId: await buyerOf(unit, seller, payer, sale.unnamed.customer),
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

interface Read {
  lines: NewLine[];
  payer: Payer;
  method: OutsideMethod;
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
    return readLine(typed, sale.unnamed.line, currency, products, noteLine);
  });
  if (lines.length === 0) note("lines.0.price", say("sale_empty"));
  else if (totalOf(lines) > maxMinor) note("lines.0.price", say("amount_too_large"));
  const payer = readBuyer(sale.customer, country, note);
  const { method } = sale;
  const reference = sale.reference.trim();
  if (reference !== "") note("reference", lineProblem(reference, 100));
  if (!isOutsideMethod(method)) note("method", say("method_missing"));
  if (!isOutsideMethod(method) || Object.keys(problems).length > 0) throw new Invalid(problems);
  return { lines, payer, method, reference: reference || null };
}

type Note = (field: string, problem: Problem | null) => void;

function readLine(
  typed: CounterSale["lines"][number],
  unnamed: string,
  currency: string,
  products: ReadonlyMap<string, { id: number; isSubscription: boolean }>,
  note: Note,
): NewLine {
  const name = typed.name.trim() || unnamed;
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

function readBuyer(typed: CounterSale["customer"], country: string, note: Note): Payer {
  const [name, email] = [typed.name.trim(), normalizeEmail(typed.email)];
  if (name !== "") note("customerName", lineProblem(name, nameMax));
  if (email !== "" && !isEmail(email)) note("customerEmail", say("email"));
  const phone = typed.phone.trim() === "" ? null : parsePhone(typed.phone, country, { anyCountry: true });
  if (phone && !phone.ok) note("customerPhone", phone.message);
  return { name: name || null, email: email || null, phone: phone?.ok ? phone.phone : null };
}

/** Who bought it: whoever has this e-mail or phone, a new one by this name, or the one that stands for all who are unnamed. */
async function buyerOf(unit: Unit, seller: Seller, payer: Payer, unnamed: string): Promise<number> {
  if (payer.email !== null || payer.phone !== null) {
    const { customerId } = await readPayer(unit.tx, seller, payer);
    if (customerId !== null) return customerId;
  }
  if (payer.name !== null || payer.email !== null || payer.phone !== null)
    return makeCustomer(unit, seller, payer, { source: "manual" });
  return walkIn(unit, seller, unnamed);
}

/** Made with the first such sale. Once somebody gave it a contact it is a person, and another takes its place. */
async function walkIn(unit: Unit, seller: Seller, name: string): Promise<number> {
  // Locked first: the next statement sees whom another sale has just made.
  await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${seller.storeId} FOR NO KEY UPDATE`;
  const known = await unit.tx.customer.findFirst({
    where: { walksInAt: { some: { id: seller.storeId } }, email: null, phone: null, status: "active" },
    select: { id: true },
  });
  if (known) return known.id;
  const nobody = { name, email: null, phone: null };
  const walkInCustomerId = await makeCustomer(unit, seller, nobody, { source: "manual" });
  await unit.tx.store.update({ where: { id: seller.storeId }, data: { walkInCustomerId } });
  return walkInCustomerId;
}

function totalOf(lines: readonly NewLine[]): bigint {
  return lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * BigInt(quantity), 0n);
}
