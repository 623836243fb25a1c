import { taxGoneBack } from "./tax";

// The fiscal port: what a tax authority's system signs, whichever country's it is. docs/fiscal.md says how four systems fit.

/** Systems that a store may connect. `practice`: simulated in this process, where no rail takes real money. */
export const fiscalKinds = ["etims_oscu", "practice"] as const;
export type FiscalKind = (typeof fiscalKinds)[number];

/**
 * The classes of tax, in the letters of Kenya's and Rwanda's systems: A exempt, B 16 %, C 0 %, D no VAT, E 8 %. An adapter
 * whose system has other words translates them.
 */
export const taxClasses = ["A", "B", "C", "D", "E"] as const;
export type TaxClass = (typeof taxClasses)[number];
/** What a line without tax may be. Which lines have tax, the order says. */
export const untaxedClasses = ["A", "C", "D"] as const satisfies TaxClass[];
export type UntaxedClass = (typeof untaxedClasses)[number];

/** In millionths. */
export const rateOfClass: Readonly<Record<TaxClass, number>> = { A: 0, B: 160_000, C: 0, D: 0, E: 80_000 };

export const isUntaxedClass = (text: string): text is UntaxedClass =>
  (untaxedClasses as readonly string[]).includes(text);

/** One line. Prices contain their tax: quantity × unit price − discount = total. */
export interface FiscalLine {
  /** Which line of the order: its position; the last one plus one for delivery. */
  position: number;
  productId: number | null;
  name: string;
  isTaxed: boolean;
  quantity: number;
  unitPriceMinor: bigint;
  discountMinor: bigint;
  totalMinor: bigint;
  taxMinor: bigint;
}

export type DocumentKind = "sale" | "credit_note";

/** What is signed. A sale has all lines of its order; what goes back, or comes again, has parts of them. */
export interface FiscalDocument {
  kind: DocumentKind;
  totalMinor: bigint;
  taxMinor: bigint;
  lines: FiscalLine[];
}

/** What an order's documents are made of. */
export interface FiscalOrder {
  totalMinor: bigint;
  taxMinor: bigint;
  discountMinor: bigint;
  shippingFeeMinor: bigint;
  items: readonly (Omit<FiscalLine, "isTaxed" | "taxMinor"> & { taxedMinor: bigint })[];
}

/** The authority's answer. */
export type FiscalAnswer =
  | ({ kind: "signed" } & Signature)
  /** This number was taken before. With the signature where the authority tells it again. */
  | { kind: "exists"; code: string; words: string; signature: Signature | null }
  /** By a rule about the document: sending it again changes nothing until somebody mends it. */
  | { kind: "refused"; code: string; words: string }
  /** The device is refused, and with it whatever it would send. */
  | { kind: "device_refused"; code: string; words: string }
  /** Nobody knows whether it arrived: the same bytes go again. */
  | { kind: "no_answer"; code: string; words: string };

export interface Signature {
  /** Of the authority, not ours. */
  receiptNumber: string;
  internalData: string;
  signature: string;
  /** When the control unit signed, as it says. */
  signedAt: Date | null;
}

/** A device as its authority calls it. The key is open only while a call is made. */
export interface DeviceFacts {
  kind: FiscalKind;
  tin: string;
  branch: string;
  serial: string;
  key: string;
}

/** What a device is told about a thing that is sold. */
export interface FiscalItem {
  code: string;
  itemClass: string;
  name: string;
  taxClass: TaxClass;
  priceMinor: bigint;
  isService: boolean;
}

/** A document with what the authority wants to know beside it, to be made into bytes. */
export interface NumberedDocument extends FiscalDocument {
  number: number;
  /** Of the sale that it takes back; null for a sale. */
  originalNumber: number | null;
  /** Our number of the order. */
  reference: string;
  paymentMethod: string;
  /** When it was paid or went back, and when this number was given. */
  happenedAt: Date;
  numberedAt: Date;
  items: readonly FiscalItem[];
}

/** An authority's system. Nothing of it throws: what fails is an answer. */
export interface FiscalAuthority {
  /** Makes the device known. `key` is empty where it was not given one: then the authority gives it. */
  connect(device: DeviceFacts): Promise<Connected | Exclude<FiscalAnswer, { kind: "signed" | "exists" }>>;
  saveItem(device: DeviceFacts, item: FiscalItem): Promise<FiscalAnswer | { kind: "saved" }>;
  /** The bytes of a document without the device's key: they are stored, and sent again as they are. */
  write(document: NumberedDocument): string;
  sign(device: DeviceFacts, payload: string): Promise<FiscalAnswer>;
  /** Where whoever scans a receipt's code reads it at the authority; null where it has no such page. */
  urlOf(device: { tin: string; branch: string }, signature: string): string | null;
}

export interface Connected {
  kind: "connected";
  key: string;
  /** What the authority calls the device that signs, to be printed. */
  controlUnit: string;
  taxpayer: string;
  /** The last number that it knows of the device, where it tells. */
  lastNumber: number | null;
}

/** A document as receipts, papers and the API show it. */
export interface FiscalShown {
  kind: DocumentKind;
  /** `queued`: it is being made. `refused`: a person mends it. */
  status: "queued" | "signed" | "refused";
  /** As people call it: `KRA eTIMS`. */
  system: string;
  number: number | null;
  receiptNumber: string | null;
  controlUnit: string | null;
  signature: string | null;
  internalData: string | null;
  signedAt: Date | null;
  url: string | null;
  totalMinor: bigint;
}

export const fiscalSystemNames: Readonly<Record<FiscalKind, string>> = {
  etims_oscu: "KRA eTIMS",
  practice: "PRACTICE",
};

/** Of an order as it was sold, what of each line is in documents until now. */
export type Documented = ReadonlyMap<number, { totalMinor: bigint; taxMinor: bigint }>;

/** The lines of an order, each with its share of discount and tax: they add up to the order, to the cent. */
export function fiscalLines(order: FiscalOrder): FiscalLine[] {
  const lines = order.items.map((item) => ({
    ...{ position: item.position, productId: item.productId, name: item.name, quantity: item.quantity },
    ...{ unitPriceMinor: item.unitPriceMinor, discountMinor: item.discountMinor },
    ...{ totalMinor: item.totalMinor - item.discountMinor, isTaxed: item.taxedMinor > 0n, taxMinor: 0n },
  }));
  const rest = order.totalMinor - sum(lines.map(({ totalMinor }) => totalMinor));
  if (rest < 0n) throw new RangeError("The lines of an order come to more than it.");
  if (rest > 0n) lines.push(delivery(lines, rest));
  const weights = lines.map(({ isTaxed, totalMinor }) => (isTaxed ? totalMinor : 0n));
  const taxes = spread(order.taxMinor, weights);
  return lines.map((line, index) => ({ ...line, taxMinor: taxes[index] ?? 0n })).filter(isWorth);
}

const isWorth = ({ totalMinor }: { totalMinor: bigint }) => totalMinor > 0n;

function delivery(lines: readonly { position: number }[], minor: bigint): FiscalLine {
  const position = Math.max(-1, ...lines.map((line) => line.position)) + 1;
  return {
    ...{ position, productId: null, name: "Delivery", isTaxed: false, taxMinor: 0n },
    ...{ quantity: 1, unitPriceMinor: minor, discountMinor: 0n, totalMinor: minor },
  };
}

/**
 * The next document of an order, of which `goneMinor` is with its payer again: the sale, then a credit note of what went back
 * since, or a sale of what came again because a refund failed late. Null where its documents say all there is.
 *
 * Rounding: amounts are spread over lines by what of each is left, whole cents by the largest remainder (`spread`). The tax
 * of a part is the difference of `taxGoneBack` before and after it, so that it agrees with the books and the last part takes
 * exactly what is left.
 */
export function nextDocument(
  order: FiscalOrder,
  goneMinor: bigint,
  documented: Documented,
): FiscalDocument | null {
  const lines = fiscalLines(order);
  const isFirst = documented.size === 0;
  const of = ({ position }: FiscalLine) => documented.get(position) ?? nothing;
  const before = sum([...documented.values()].map(({ totalMinor }) => totalMinor));
  const taxBefore = sum([...documented.values()].map(({ taxMinor }) => taxMinor));
  const after = isFirst ? order.totalMinor : order.totalMinor - goneMinor;
  if (after === before) return null;
  if (isFirst) return { kind: "sale", totalMinor: order.totalMinor, taxMinor: order.taxMinor, lines };
  const kind = after < before ? "credit_note" : "sale";
  const totalMinor = kind === "sale" ? after - before : before - after;
  const taxAfter = order.taxMinor - taxGoneBack({ ...order, refundedMinor: order.totalMinor - after });
  const room = lines.map((line) => {
    const { totalMinor: minor, taxMinor } = of(line);
    if (kind === "credit_note") return { minor, taxMinor };
    return { minor: line.totalMinor - minor, taxMinor: line.taxMinor - taxMinor };
  });
  const parts = spread(
    totalMinor,
    room.map(({ minor }) => minor),
  );
  const caps = parts.map((part, index) => smaller(part, room[index]?.taxMinor ?? 0n));
  const wanted = kind === "sale" ? taxAfter - taxBefore : taxBefore - taxAfter;
  const taxMinor = smaller(wanted < 0n ? 0n : wanted, sum(caps));
  const taxes = spread(taxMinor, caps);
  return {
    ...{ kind, totalMinor, taxMinor },
    lines: lines.map((line, index) => partOf(line, parts[index] ?? 0n, taxes[index] ?? 0n)).filter(isWorth),
  };
}

const nothing = { totalMinor: 0n, taxMinor: 0n };

/** A part of a line is one piece at its own price; a whole line stays as it was sold. */
function partOf(line: FiscalLine, totalMinor: bigint, taxMinor: bigint): FiscalLine {
  if (totalMinor === line.totalMinor) return { ...line, taxMinor };
  return { ...line, quantity: 1, unitPriceMinor: totalMinor, discountMinor: 0n, totalMinor, taxMinor };
}

/** What an order's documents say together: sales less credit notes, by line. */
export function addUpDocuments(
  documents: readonly {
    kind: string;
    lines: readonly { position: number; totalMinor: bigint; taxMinor: bigint }[];
  }[],
): Documented {
  const sums = new Map<number, { totalMinor: bigint; taxMinor: bigint }>();
  for (const { kind, lines } of documents)
    for (const { position, totalMinor, taxMinor } of lines) {
      const sign = kind === "sale" ? 1n : -1n;
      const found = sums.get(position) ?? nothing;
      const [total, tax] = [found.totalMinor + sign * totalMinor, found.taxMinor + sign * taxMinor];
      sums.set(position, { totalMinor: total, taxMinor: tax });
    }
  return sums;
}

/** An amount over weights, none above its weight where the weights have room for it: largest remainders take the odd cents. */
export function spread(minor: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (minor * weight) / whole);
  const odd = Number(minor - sum(shares));
  const rest = (index: number) => (minor * (weights[index] ?? 0n)) % whole;
  const order = [...weights.keys()].sort((a, b) => (rest(a) < rest(b) ? 1 : rest(a) > rest(b) ? -1 : a - b));
  for (const index of order.slice(0, odd)) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}

/** The class of a line: by the order's rate where it has tax; null where the authority knows no such rate. */
export function classOf(isTaxed: boolean, ratePpm: number, untaxed: UntaxedClass): TaxClass | null {
  if (!isTaxed || ratePpm === 0) return untaxed;
  return taxClasses.find((name) => rateOfClass[name] === ratePpm) ?? null;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, minor) => total + minor, 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
