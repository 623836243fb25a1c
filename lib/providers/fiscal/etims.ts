import type {
  DeviceFacts,
  FiscalAnswer,
  FiscalAuthority,
  FiscalItem,
  FiscalLine,
  NumberedDocument,
  Signature,
  TaxClass,
} from "@/lib/domain/fiscal";
import { rateOfClass, taxClasses } from "@/lib/domain/fiscal";
import { parsedJson } from "@/lib/domain/mask";
import { storable } from "@/lib/domain/text";
import type { SafePost } from "../safe-post";
import { inCall, tellFailure, tellStatus } from "../traces";

// Kenya's eTIMS, OSCU: KRA's own control unit, asked over HTTP. Sources and what they leave open: docs/fiscal.md.

const addresses: Record<string, string> = {
  production: "https://etims-api.kra.go.ke/etims-api",
  sandbox: "https://etims-api-sbx.kra.go.ke/etims-api",
};
const receipts: Record<string, string> = {
  production: "https://etims.kra.go.ke",
  sandbox: "https://etims-sbx.kra.go.ke",
};
const receiptPath = "/common/link/etims/receipt/indexEtimsReceiptData";

/** `where`: production, sandbox, or an address without a slash at its end. */
export function etims(post: SafePost, where: string): FiscalAuthority {
  const base = addresses[where] ?? where;
  const call = (path: string, device: DeviceFacts, body: Record<string, unknown>) =>
    ask(post, `${base}/${path}`, device, body);
  return {
    async connect(device) {
      const { tin, branch: bhfId, serial: dvcSrlNo } = device;
      // A device is initialised once in its life: one that has its key is only asked for codes that changed just now.
      if (device.key !== "") {
        const said = await call("selectCodeList", device, { lastReqDt: stamp(new Date()) });
        if (!said.isGood && said.code !== "001") return failureOf(said);
        const lastNumber = null;
        return { kind: "connected", key: device.key, controlUnit: "", taxpayer: "", lastNumber };
      }
      const said = await call("selectInitOsdcInfo", device, { tin, bhfId, dvcSrlNo });
      const info = of(said.data.info);
      const key = textOf(info.cmcKey);
      // 902: initialised before. Some answers then have the key.
      if (!said.isGood && !(said.code === "902" && key)) return failureOf(said);
      if (!key) return { kind: "device_refused", code: said.code, words: said.words };
      const last = Number(textOf(info.lastSaleInvcNo) ?? textOf(info.lastInvcNo) ?? Number.NaN);
      return {
        ...{ kind: "connected", key, controlUnit: textOf(info.sdcId) ?? textOf(info.sdicId) ?? "" },
        taxpayer: storable(textOf(info.taxprNm) ?? "", 100),
        lastNumber: Number.isSafeInteger(last) && last >= 0 ? last : null,
      };
    },
    async saveItem(device, item) {
      const said = await call("saveItem", device, itemOf(item));
      return said.isGood || isTaken(said.code) ? { kind: "saved" } : failureOf(said);
    },
    write: (document) => JSON.stringify(saleOf(document)),
    async sign(device, payload) {
      // Safe: `write` made it.
      const said = await call("saveTrnsSalesOsdc", device, JSON.parse(payload) as Record<string, unknown>);
      const signature = signatureOf(said.data);
      if (said.isGood && signature) return { kind: "signed", ...signature };
      // It says that it has the document, and not what it signed.
      if (said.isGood || isTaken(said.code))
        return { kind: "exists", code: said.code, words: said.words, signature };
      return failureOf(said);
    },
    urlOf({ tin, branch }, signature) {
      const host = receipts[where] ?? `${base}`;
      return `${host}${receiptPath}?Data=${encodeURIComponent(`${tin}${branch}${signature}`)}`;
    },
  };
}

/** 994 in KRA's list: overlapped data. 924: the number of an invoice is there. */
const isTaken = (code: string) => code === "924" || code === "994";

interface Said {
  isGood: boolean;
  code: string;
  words: string;
  data: Record<string, unknown>;
}

/** The key stands in the headers and, as KRA's sample has it, in the body. Neither is logged. */
async function ask(
  post: SafePost,
  url: string,
  { tin, branch, key }: DeviceFacts,
  body: Record<string, unknown>,
): Promise<Said> {
  const known: Record<string, string> = key === "" ? {} : { tin, bhfId: branch, cmcKey: key };
  const answer = await inCall("fiscal", url, {}, async (span) => {
    // A kept connection that breaks would send the request twice, and "it exists" would not tell whose document that is.
    const headers = { "content-type": "application/json", connection: "close", ...known };
    const got = await post({ url, headers, body: JSON.stringify({ ...known, ...body }) });
    if (got.kind === "response") tellStatus(span, got.status, 400);
    else tellFailure(span, got.errorClass);
    return got;
  });
  if (answer.kind === "error") return { isGood: false, code: lost, words: answer.message, data: {} };
  const said = of(parsedJson(answer.body));
  const code = textOf(said.resultCd)?.slice(0, 10);
  const words = storable(textOf(said.resultMsg) ?? "", 300);
  if (code === undefined) {
    const isKey = answer.status === 401 || answer.status === 403;
    return {
      isGood: false,
      code: isKey ? `HTTP ${answer.status}` : lost,
      words: `HTTP ${answer.status}`,
      data: {},
    };
  }
  // 000 in the document; 0, 00 and 0000 were seen of other doors of the same system.
  const isGood = /^0{1,4}$/.test(code);
  return { isGood, code, words: key === "" ? words : words.replaceAll(key, "…"), data: of(said.data) };
}

const lost = "no_answer";
/** Trouble of their own or on the way, and too many calls: nothing was decided about what was sent. */
const theirs = /^(89\d|99[0-3]|995|999)$/;
/** No header or a wrong key, not a valid device, installed elsewhere, not an OSCU device. */
const ofDevice = /^(HTTP 40[13]|900|901|902|903|905)$/;

function failureOf({ code, words }: Said): Exclude<FiscalAnswer, { kind: "signed" | "exists" }> {
  if (code === lost || theirs.test(code)) return { kind: "no_answer", code, words };
  if (ofDevice.test(code)) return { kind: "device_refused", code, words };
  return { kind: "refused", code, words };
}

function signatureOf(data: Record<string, unknown>): Signature | null {
  // A sample of theirs has spaces within the names.
  const named = Object.fromEntries(Object.entries(data).map(([name, value]) => [name.trim(), value]));
  const signature = textOf(named.rcptSign);
  const receiptNumber = textOf(named.curRcptNo) ?? textOf(named.rcptNo);
  if (!signature || !receiptNumber) return null;
  return {
    ...{ receiptNumber: receiptNumber.slice(0, 40), signature: signature.slice(0, 200) },
    internalData: (textOf(named.intrlData) ?? "").slice(0, 200),
    signedAt: instantOf(textOf(named.sdcDateTime) ?? ""),
  };
}

function saleOf(document: NumberedDocument): Record<string, unknown> {
  const { number, originalNumber, reference, lines, items, totalMinor, taxMinor } = document;
  const isCredit = document.kind === "credit_note";
  const at = stamp(document.numberedAt);
  const list = lines.map((line, index) => lineOf(line, index, items[index]));
  const byClass = (name: TaxClass, what: "taxblAmt" | "taxAmt") =>
    list.filter(({ taxTyCd }) => taxTyCd === name).reduce((sum, line) => sum + cents(line[what]), 0);
  const perClass = (what: string, of: (name: TaxClass) => number) =>
    Object.fromEntries(taxClasses.map((name) => [`${what}${name}`, of(name)]));
  return {
    ...{ trdInvcNo: reference, invcNo: number, orgInvcNo: originalNumber ?? 0, custTin: null, custNm: null },
    ...{ salesTyCd: "N", rcptTyCd: isCredit ? "R" : "S", pmtTyCd: payments[document.paymentMethod] ?? "07" },
    ...{ salesSttsCd: "02", cfmDt: at, salesDt: stamp(document.happenedAt).slice(0, 8), stockRlsDt: null },
    ...{ cnclReqDt: null, cnclDt: null, rfdDt: isCredit ? at : null, rfdRsnCd: isCredit ? "06" : null },
    totItemCnt: list.length,
    ...perClass("taxblAmt", (name) => byClass(name, "taxblAmt") / 100),
    ...perClass("taxRt", (name) => rateOfClass[name] / 10_000),
    ...perClass("taxAmt", (name) => byClass(name, "taxAmt") / 100),
    ...{ totTaxblAmt: amount(totalMinor), totTaxAmt: amount(taxMinor), totAmt: amount(totalMinor) },
    ...{ prchrAcptcYn: "N", remark: null, ...by },
    receipt: {
      ...{ custTin: null, custMblNo: null, rcptPbctDt: at, trdeNm: null, adrs: null, topMsg: null },
      ...{ btmMsg: null, prchrAcptcYn: "N" },
    },
    itemList: list,
  };
}

/** KRA's list of payment methods: cash, credit, cash and credit, cheque, card, mobile money, other. */
const payments: Record<string, string> = { cash: "01", card: "05", mobile_money: "06" };
const by = { regrId: "sente", regrNm: "sente", modrId: "sente", modrNm: "sente" };
/** Packed as it is, and counted in pieces. */
const units = { pkgUnitCd: "NT", qtyUnitCd: "U" };

function lineOf(line: FiscalLine, index: number, item: FiscalItem | undefined) {
  if (!item) throw new RangeError("A line without an item.");
  const supplyMinor = line.unitPriceMinor * BigInt(line.quantity);
  const rate = supplyMinor === 0n ? 0 : Number((line.discountMinor * 10_000n) / supplyMinor) / 100;
  return {
    ...{ itemSeq: index + 1, itemCd: item.code, itemClsCd: item.itemClass, itemNm: item.name, bcd: null },
    ...{ ...units, pkg: line.quantity, qty: line.quantity, prc: amount(line.unitPriceMinor) },
    ...{ splyAmt: amount(supplyMinor), dcRt: rate, dcAmt: amount(line.discountMinor) },
    ...{ isrccCd: null, isrccNm: null, isrcRt: null, isrcAmt: null, taxTyCd: item.taxClass },
    ...{ taxblAmt: amount(line.totalMinor), taxAmt: amount(line.taxMinor), totAmt: amount(line.totalMinor) },
  };
}

function itemOf({ code, itemClass, name, taxClass, priceMinor, isService }: FiscalItem) {
  return {
    ...{ itemCd: code, itemClsCd: itemClass, itemTyCd: isService ? "3" : "2", itemNm: name, itemStdNm: null },
    ...{ orgnNatCd: "KE", ...units, taxTyCd: taxClass, btchNo: null, bcd: null, dftPrc: amount(priceMinor) },
    ...{ addInfo: null, sftyQty: null, isrcAplcbYn: "N", useYn: "Y", ...by },
  };
}

/** Country, kind (2 finished, 3 service), packing, unit, a number in seven digits and two of its version: `KE2NTU000001200`. */
export function itemCode(number: number, isService: boolean, version: number): string {
  const digits = `${String(number).padStart(7, "0")}${String(version % 100).padStart(2, "0")}`;
  return `KE${isService ? 3 : 2}${units.pkgUnitCd}${units.qtyUnitCd}${digits}`;
}

/** KES has two decimals. Safe: an order is far below 2^53 cents. */
const amount = (minor: bigint) => Number(minor) / 100;
const cents = (major: number) => Math.round(major * 100);

const nairobiMs = 3 * 60 * 60_000;

/** `20261003142233`, in Kenya's time. */
function stamp(at: Date): string {
  return new Date(at.getTime() + nairobiMs).toISOString().replace(/\D/g, "").slice(0, 14);
}

function instantOf(text: string): Date | null {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number) as [number, ...number[]];
  const at = Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second) - nairobiMs;
  return Number.isNaN(at) ? null : new Date(at);
}

function of(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim().replaceAll("\0", "") : null;
}
