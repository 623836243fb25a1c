import { recordOf } from "./emulator";

// What KRA checks of a sale, by the tables of saveTrnsSalesOsdc. Problems are named for whoever writes a client.

export type Json = Record<string, unknown>;

export interface Sale {
  invcNo: number;
  orgInvcNo: number;
  isCredit: boolean;
  total: number;
  json: Json;
  /** What was answered: the receipt's numbers and its signature. */
  data: Json;
}

export interface Ledger {
  rates: Record<string, number>;
  items: Map<string, Json>;
  sales: Sale[];
  unkind: EtimsUnkind;
}

/** What the documents leave open, or say in two ways. */
export interface EtimsUnkind {
  /**
   * What taxblAmt of a line is. The sample has it with the tax in it (7,000 of which 1,068 are tax); Odoo's module and
   * TaxID's package send it without. Neither is said to be refused: with "either" one sale must keep to one of both.
   */
  taxable: "either" | "with tax" | "without tax";
  /** A number that was used. The table has 994 for it; the local unit (VSCU) was seen to answer 899. 924 is in no table. */
  usedCode: "994" | "899" | "924";
  /** Numbers must follow one another. Packages say so; no table does. */
  gapless: boolean;
  /** The sample has the receipt's numbers as text; the table says NUMBER, and that was seen. */
  numbersAsText: boolean;
  /** An item that is saved again is changed. One page says "register or update", another that a code "cannot be duplicated". */
  itemsChange: boolean;
}

/** A field and what it may be: C text, N a number, each with its length or digits before the point; "!" is required. */
export const fieldsOf = (table: string) =>
  table.split(" ").map((one) => {
    const [, name = "", kind = "", length = "0", must = ""] = /^(\w+):([CN])(\d+)(!?)$/.exec(one) ?? [];
    return { name, isText: kind === "C", length: Number(length), isNeeded: must === "!" };
  });

const header = fieldsOf(
  "invcNo:N38! orgInvcNo:N38! custTin:C11 custNm:C60 salesTyCd:C5 rcptTyCd:C5! pmtTyCd:C5 salesSttsCd:C5! cfmDt:C14! salesDt:C8! stockRlsDt:C14 cnclReqDt:C14 cnclDt:C14 rfdDt:C14 rfdRsnCd:C5 totItemCnt:N10! totTaxblAmt:N18! totTaxAmt:N18! totAmt:N18! prchrAcptcYn:C1! remark:C400 regrId:C20! regrNm:C60! modrId:C20! modrNm:C60!",
);
const taxes = fieldsOf(
  [..."ABCDE"].map((one) => `taxblAmt${one}:N18! taxRt${one}:N7! taxAmt${one}:N18!`).join(" "),
);
const receipt = fieldsOf(
  "custTin:C11 custMblNo:C20 rcptPbctDt:C14! trdeNm:C20 adrs:C200 topMsg:C20 btmMsg:C20 prchrAcptcYn:C1!",
);
// The table calls the tax of a line totTaxAmt; the sample and every client call it taxAmt. So do we.
const line = fieldsOf(
  "itemSeq:N3! itemClsCd:C10 itemCd:C20! itemNm:C200! bcd:C20 pkgUnitCd:C5! pkg:N13! qtyUnitCd:C5! qty:N13! prc:N18! splyAmt:N18! dcRt:N5! dcAmt:N18! isrccCd:C10 isrccNm:C100 isrcRt:N3 isrcAmt:N18 taxTyCd:C5! taxblAmt:N18! taxAmt:N18! totAmt:N18!",
);

export function shapeProblem(json: Json, fields: ReturnType<typeof fieldsOf>, of = ""): string | null {
  for (const { name, isText, length, isNeeded } of fields) {
    const value = json[name] ?? null;
    const isGiven = value !== null && value !== "";
    const isText_ = typeof value === "string" && value.length <= length;
    const isNumber = typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 10 ** length;
    const hasCents = typeof value !== "number" || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
    const fits = isText ? isText_ : isNumber && hasCents;
    if (isGiven ? !fits : isNeeded) return `${of}${name}`;
  }
  return null;
}

/** A real time in digits: 20260131093000, or a day. */
export function isTime(value: unknown, length: 8 | 14): boolean {
  const [, year, month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?$/.exec(String(value)) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return String(value).length === length && !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
}

export const isPin = (value: unknown) => /^[A-Z]\d{9}[A-Z]$/.test(String(value));
const isNear = (one: number, other: number) => Math.abs(one - other) <= 0.0101;
const rounded = (amount: number) => Math.round(amount * 100) / 100;
const sumOf = (rows: readonly Json[], name: string) => rows.reduce((sum, one) => sum + Number(one[name]), 0);

/** The first thing that is wrong with a sale: its code, and where. */
export function saleProblem(book: Ledger, json: Json): { code: string; at: string } | null {
  const lines = Array.isArray(json.itemList) ? json.itemList.map(recordOf) : [];
  const at = formProblem(json, lines) ?? linesProblem(book, lines) ?? sumsProblem(book, json, lines);
  if (at) return { code: "910", at };
  if (book.sales.some(({ invcNo }) => invcNo === json.invcNo))
    return { code: book.unkind.usedCode, at: "invcNo" };
  if (book.unkind.gapless && json.invcNo !== book.sales.length + 1) return { code: "910", at: "invcNo" };
  return json.rcptTyCd === "R" ? creditProblem(book, json) : null;
}

function formProblem(json: Json, lines: Json[]): string | null {
  const shape =
    shapeProblem(json, [...header, ...taxes]) ?? shapeProblem(recordOf(json.receipt), receipt, "receipt.");
  if (shape) return shape;
  // CHAR in the table, a number in the sample.
  if (!/^.{1,50}$/.test(String(json.trdInvcNo ?? ""))) return "trdInvcNo";
  const isCredit = json.rcptTyCd === "R";
  const are: Record<string, boolean> = {
    invcNo: Number.isInteger(json.invcNo) && Number(json.invcNo) > 0,
    orgInvcNo: Number.isInteger(json.orgInvcNo) && (isCredit || json.orgInvcNo === 0),
    rcptTyCd: isCredit || json.rcptTyCd === "S",
    salesTyCd: !json.salesTyCd || ["N", "P", "C", "T"].includes(String(json.salesTyCd)),
    pmtTyCd: !json.pmtTyCd || /^0[1-7]$/.test(String(json.pmtTyCd)),
    // What is not approved is no sale yet: that it is refused is our reading.
    salesSttsCd: isCredit ? /^0[25]$/.test(String(json.salesSttsCd)) : json.salesSttsCd === "02",
    cfmDt: isTime(json.cfmDt, 14),
    salesDt: isTime(json.salesDt, 8),
    "receipt.rcptPbctDt": isTime(recordOf(json.receipt).rcptPbctDt, 14),
    custTin: !json.custTin || isPin(json.custTin),
    prchrAcptcYn: /^[YN]$/.test(String(json.prchrAcptcYn)),
    totItemCnt: lines.length > 0 && json.totItemCnt === lines.length,
    // The table needs neither; a credit note without them says nothing, and clients send both.
    rfdDt: !isCredit || isTime(json.rfdDt, 14),
    rfdRsnCd: !isCredit || /^0[1-6]$/.test(String(json.rfdRsnCd)),
  };
  return Object.keys(are).find((name) => !are[name]) ?? null;
}

function linesProblem({ items, rates, unkind }: Ledger, lines: Json[]): string | null {
  const bases = new Set(unkind.taxable === "either" ? ["with tax", "without tax"] : [unkind.taxable]);
  for (const [index, one] of lines.entries()) {
    const of = `itemList.${index}.`;
    const shape = shapeProblem(one, line, of);
    if (shape) return shape;
    const item = items.get(String(one.itemCd));
    if (one.itemSeq !== index + 1) return `${of}itemSeq`;
    if (item?.useYn !== "Y") return `${of}itemCd`;
    const names = ["itemClsCd", "taxTyCd", "pkgUnitCd", "qtyUnitCd"];
    const other = names.find((name) => one[name] && one[name] !== item[name]);
    if (other) return of + other;
    const [net, tax, total] = [Number(one.taxblAmt), Number(one.taxAmt), Number(one.totAmt)];
    const given = Number(one.splyAmt) - Number(one.dcAmt);
    if (!isNear(Number(one.splyAmt), rounded(Number(one.prc) * Number(one.qty)))) return `${of}splyAmt`;
    if (!isNear(given, net) && !isNear(given, total)) return `${of}taxblAmt`;
    const rate = rates[String(one.taxTyCd)] ?? 0;
    // The sample rounds to whole shillings. How far one may be off is not documented: a cent.
    if (!isNear(net, total) || !isNear(tax, (net * rate) / (100 + rate))) bases.delete("with tax");
    if (!isNear(net + tax, total) || !isNear(tax, (net * rate) / 100)) bases.delete("without tax");
    if (bases.size === 0) return `${of}taxAmt`;
  }
  return null;
}

function sumsProblem({ rates }: Ledger, json: Json, lines: Json[]): string | null {
  for (const kind of "ABCDE") {
    const own = lines.filter(({ taxTyCd }) => taxTyCd === kind);
    if (json[`taxRt${kind}`] !== rates[kind]) return `taxRt${kind}`;
    for (const name of ["taxblAmt", "taxAmt"])
      if (!isNear(Number(json[name + kind]), sumOf(own, name))) return name + kind;
  }
  const totals = { totTaxblAmt: "taxblAmt", totTaxAmt: "taxAmt", totAmt: "totAmt" };
  return (
    Object.entries(totals).find(([name, of]) => !isNear(Number(json[name]), sumOf(lines, of)))?.[0] ?? null
  );
}

/** Which code stands for a sale that is not there is not documented. 922 is the nearest: the sale comes first. */
function creditProblem({ sales }: Ledger, json: Json): { code: string; at: string } | null {
  const original = sales.find(({ invcNo, isCredit }) => invcNo === json.orgInvcNo && !isCredit);
  if (!original) return { code: "922", at: "orgInvcNo" };
  const back = sales.filter(({ orgInvcNo, isCredit }) => isCredit && orgInvcNo === json.orgInvcNo);
  const left = back.reduce((sum, { total }) => sum - total, original.total);
  return Number(json.totAmt) > left + 0.0101 ? { code: "910", at: "totAmt" } : null;
}
