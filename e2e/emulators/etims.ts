import { randomBytes } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  iso,
  jsonOf,
  startEmulator,
} from "./emulator";
import {
  type EtimsUnkind,
  fieldsOf,
  isPin,
  isTime,
  type Json,
  type Ledger,
  type Sale,
  saleProblem,
  shapeProblem,
} from "./etims-sales";

// KRA's eTIMS with an online unit (OSCU), by paybill.ke's pages of it (github.com/paybillke/kra-etims-oscu-docs), by
// Odoo's module l10n_ke_edi_oscu, and by the codes that TaxID's package gathered. KRA's own PDF was not at hand.
// Those pages ask for an OAuth token too, of the gateway before it. Odoo sends the three headers alone, as here.

export interface EtimsEmulator extends Emulator {
  tin: string;
  bhfId: string;
  /** The unit that KRA approved. Once installed its key is never told again (902). */
  device: { serial: string; cmcKey: string; isInstalled: boolean };
  /** What a class of tax takes, in percent. The code list has the same. */
  rates: Record<string, number>;
  /** Classes of items by code, with the class of tax that goes with them, or null. */
  classes: Map<string, string | null>;
  /** Taxpayers by PIN. */
  taxpayers: Map<string, string>;
  items: ReadonlyMap<string, Json>;
  /** All that was signed, credit notes too, oldest first. */
  sales: readonly Sale[];
  unkind: EtimsUnkind;
  /** Where each 910 was, as the answer does not say: "itemList.0.taxAmt". */
  problems: readonly string[];
  /** So many requests are refused with this code, whatever they are; or those of one name, as "saveItem". */
  refuseNext(code: string, times?: number, name?: string): void;
}

const messages: Record<string, string> = {
  "000": "It is succeeded",
  "001": "There is no search result",
  "891": "An error occurred while Request URL is created.",
  "892": "An error occurred while Request Header data is created.",
  "893": "An error occurred while Request Body data is created.",
  "894": "An error regarding server communication occurred.",
  "895": "An error regarding unallowed Request Method occurred.",
  "896": "An error regarding Request Status occurred.",
  "899": "An error regarding Client occurred.",
  "900": "There is no Header information",
  "901": "It is not valid device",
  "902": "This device is installed",
  "903": "Only OSCU device can be verified.",
  "910": "Request parameter error",
  "911": "There is no request full text",
  "912": "There is a request Method error",
  "921": "Sales or sales invoice data which is declared cannot be received.",
  "922": "Sales invoice data can be received after receiving the sales data.",
  "990": "The maximum number of views are exceeded",
  "991": "There is an error during registration",
  "992": "There is an error during modification",
  "993": "There is an error during deletion",
  "994": "There is an overlapped Data",
  "995": "There is no downloaded file",
  "999": "There is an unknown error. Please ask the administrator",
};

interface Book extends Ledger {
  tin: string;
  bhfId: string;
  device: EtimsEmulator["device"];
  classes: EtimsEmulator["classes"];
  taxpayers: EtimsEmulator["taxpayers"];
  problems: string[];
  refusals: { code: string; name: string | undefined }[];
}
type Said = { code: string; data?: unknown };

export interface EtimsAccount {
  tin?: string;
  bhfId?: string;
}

export async function startEtims(options: EmulatorOptions & EtimsAccount = {}): Promise<EtimsEmulator> {
  const { tin = "A123456789Z", bhfId = "00" } = options;
  const book: Book = {
    ...{ tin, bhfId, items: new Map(), sales: [], problems: [], refusals: [] },
    device: { serial: "dvcv1130", cmcKey: randomBytes(16).toString("hex"), isInstalled: false },
    // The table says 16 for B; the sample of the code list says 18. A client asks the list.
    rates: { A: 0, B: 16, C: 0, D: 0, E: 8 },
    classes: new Map([
      ["14111400", null],
      ["3133130600", "B"],
      ["5059690800", "B"],
      ["8111150000", null],
    ]),
    taxpayers: new Map([["A123456789Z", "TAXPAYER1"]]),
    unkind: {
      ...{ taxable: "either", usedCode: "994", gapless: false, numbersAsText: true, itemsChange: false },
    },
  };
  const emulator = await startEmulator((request, server) => answer(book, request, server.now()), {
    moves: ({ path }) => /\/(save|selectInit)/.test(path),
    ...options,
  });
  const { device, rates, classes, taxpayers, items, sales, unkind, problems } = book;
  return {
    ...emulator,
    ...{ tin, bhfId, device, rates, classes, taxpayers, items, sales, unkind, problems },
    refuseNext: (code, times = 1, name) => void book.refusals.push(...Array(times).fill({ code, name })),
  };
}

/** Kenya's time in digits. */
const timeOf = (ms: number) =>
  iso(ms + 3 * 3_600_000)
    .replace(/\D/g, "")
    .slice(0, 14);

/** All is answered with 200 and a code. What has no data says null. */
function answer(book: Book, request: EmulatorRequest, nowMs: number): EmulatorAnswer {
  const name = request.path.replace(/^(\/etims-api)?\//, "");
  const verb = verbs[name];
  if (!verb) return { status: 404 };
  const { code, data = null } = sorted(book, request, name) ?? verb(book, jsonOf(request), nowMs);
  const resultMsg = messages[code] ?? "";
  return { status: 200, json: { resultCd: code, resultMsg, resultDt: timeOf(nowMs), data } };
}

/** What is wrong before anything is read. */
function sorted(book: Book, { method, text, headers }: EmulatorRequest, name: string): Said | null {
  const index = book.refusals.findIndex((one) => one.name === undefined || one.name === name);
  const [refusal] = index < 0 ? [] : book.refusals.splice(index, 1);
  if (refusal) return { code: refusal.code };
  if (method !== "POST") return { code: "912" };
  if (text === "") return { code: "911" };
  if (name === "selectInitOsdcInfo") return null;
  const { tin, bhfid, cmckey } = headers;
  if (!tin || !bhfid || !cmckey) return { code: "900" };
  const { cmcKey, isInstalled } = book.device;
  const isOurs = tin === book.tin && bhfid === book.bhfId && cmckey === cmcKey && isInstalled;
  return isOurs ? null : { code: "901" };
}

const verbs: Record<string, (book: Book, json: Json, nowMs: number) => Said> = {
  selectInitOsdcInfo: install,
  selectCodeList: (book, json) => since(book, json, "20180601000000", { clsList: codeLists(book) }),
  selectItemClsList: (book, json) =>
    since(book, json, "20180601000000", {
      itemClsList: [...book.classes].map(([itemClsCd, taxTyCd]) => ({
        ...{ itemClsCd, itemClsNm: `Class ${itemClsCd}`, itemClsLvl: itemClsCd.length === 10 ? 5 : 3 },
        ...{ taxTyCd, mjrTgYn: taxTyCd === null ? null : "N", useYn: "Y" },
      })),
    }),
  selectCustomer(book, { custmTin }) {
    if (!isPin(custmTin)) return wrong(book, "custmTin");
    const taxprNm = book.taxpayers.get(String(custmTin));
    const where = {
      prvncNm: "NAIROBI CITY",
      dstrtNm: "WESTLANDS",
      sctrNm: "WON",
      locDesc: "Westlands Towers",
    };
    if (!taxprNm) return { code: "001" };
    return { code: "000", data: { custList: [{ tin: custmTin, taxprNm, taxprSttsCd: "A", ...where }] } };
  },
  saveItem,
  selectItemList(book, json) {
    const items = [...book.items.values()].filter(({ savedAt }) => String(savedAt) > String(json.lastReqDt));
    const itemList = items.map(({ savedAt, regrId, regrNm, modrId, modrNm, ...item }) => item);
    return since(book, json, items.length > 0 ? "99999999999999" : "", { itemList });
  },
  saveTrnsSalesOsdc: sign,
};

function wrong(book: Book, at: string, code = "910"): Said {
  book.problems.push(at);
  return { code };
}

/** What changed after a time, or that nothing did. */
function since(book: Book, { lastReqDt }: Json, changedAt: string, data: Json): Said {
  if (!isTime(lastReqDt, 14)) return wrong(book, "lastReqDt");
  return String(lastReqDt) < changedAt ? { code: "000", data } : { code: "001" };
}

function install(book: Book, json: Json): Said {
  const { tin, bhfId, device } = book;
  const shape = shapeProblem(json, fieldsOf("tin:C11! bhfId:C2! dvcSrlNo:C100!"));
  if (shape || !isPin(json.tin)) return wrong(book, shape ?? "tin");
  if (json.tin !== tin || json.bhfId !== bhfId || json.dvcSrlNo !== device.serial) return { code: "901" };
  if (device.isInstalled) return { code: "902" };
  device.isInstalled = true;
  const info = {
    ...{
      tin,
      taxprNm: "Taxpayer1130",
      bsnsActv: "business",
      bhfId,
      bhfNm: "Headquater",
      bhfOpenDt: "20200226",
    },
    ...{
      prvncNm: "NAIROBI CITY",
      dstrtNm: "WESTLANDS",
      sctrNm: "WON",
      locDesc: "Westlands Towers",
      hqYn: "Y",
    },
    ...{ mgrNm: "manage1130_00", mgrTelNo: "0789001130", mgrEmail: "manage113000@test.com" },
    // The table calls it sdicId; the sample sdcId.
    ...{ dvcId: "9999911300000001", sdcId: "KRACU013000001", mrcNo: "WIS01000150", cmcKey: device.cmcKey },
  };
  return { code: "000", data: { info } };
}

/** The lists that a sale needs. Their numbers are Odoo's; the sample has the one of taxes. */
function codeLists({ rates }: Book) {
  const listOf = (
    cdCls: string,
    cdClsNm: string,
    codes: Record<string, string>,
    userDfnNm1: string | null = null,
  ) => ({
    ...{ cdCls, cdClsNm, cdClsDesc: null, useYn: "Y", userDfnNm1, userDfnNm2: null, userDfnNm3: null },
    dtlList: Object.entries(codes).map(([cd, cdNm], index) => ({
      ...{ cd, cdNm, cdDesc: cdNm, useYn: "Y", srtOrd: index + 1 },
      userDfnCd1: userDfnNm1 ? String(rates[cd]) : null,
    })),
  });
  const payments = "CASH,CREDIT,CASH/CREDIT,BANK CHECK,DEBIT&CREDIT CARD,MOBILE MONEY,OTHER".split(",");
  const reasons = "Missing Quantity,Missing data,Damaged,Wasted,Raw Material Shortage,Refund".split(",");
  const numbered = (names: string[]) => Object.fromEntries(names.map((one, index) => [`0${index + 1}`, one]));
  const taxes = Object.entries(rates).map(([kind, rate]) => [kind, `${kind}-${rate.toFixed(2)}%`]);
  return [
    listOf("04", "Taxation Type", Object.fromEntries(taxes), "TaxRate"),
    listOf("07", "Payment Type", numbered(payments)),
    listOf("10", "Unit of Quantity", { U: "Pieces/item [Number]", KG: "Kilo-Gramme", BA: "Barrel" }),
    listOf("17", "Packaging Unit", { NT: "NET", BG: "Bag", CT: "Carton" }),
    listOf("32", "Credit Note Reason", numbered(reasons)),
  ];
}

const itemFields = fieldsOf(
  "itemClsCd:C10! itemCd:C20! itemTyCd:C5! itemNm:C200! itemStdNm:C200 orgnNatCd:C5! pkgUnitCd:C5! qtyUnitCd:C5! taxTyCd:C5! btchNo:C10 bcd:C20 dftPrc:N18! grpPrcL1:N18 grpPrcL2:N18 grpPrcL3:N18 grpPrcL4:N18 grpPrcL5:N18 addInfo:C7 sftyQty:N13 isrcAplcbYn:C1! useYn:C1! regrId:C20! regrNm:C60! modrId:C20! modrNm:C60!",
);

/**
 * A code is its country, type, units and at least seven digits; that others are refused is our reading. The units are
 * not compared: the sample has KE1NTXU0000006 for NT and U.
 */
function saveItem(book: Book, json: Json, nowMs: number): Said {
  const { itemCd, itemClsCd, taxTyCd, orgnNatCd, itemTyCd, isrcAplcbYn, useYn } = json;
  const start = `${orgnNatCd}${itemTyCd}`;
  const are: Record<string, boolean> = {
    itemCd: String(itemCd).startsWith(start) && /^[A-Z]{2}\d[A-Z]{2,10}\d{7,}$/.test(String(itemCd)),
    itemClsCd: book.classes.has(String(itemClsCd)),
    itemTyCd: /^[123]$/.test(String(itemTyCd)),
    taxTyCd: String(taxTyCd) in book.rates,
    flags: [isrcAplcbYn, useYn].every((one) => one === "Y" || one === "N"),
  };
  const at = shapeProblem(json, itemFields) ?? Object.keys(are).find((name) => !are[name]);
  if (at) return wrong(book, at);
  const isKnown = book.items.has(String(itemCd));
  if (isKnown && !book.unkind.itemsChange) return wrong(book, "itemCd", "994");
  const own = { regBhfId: book.bhfId, rraModYn: "N", savedAt: timeOf(nowMs) };
  book.items.set(String(itemCd), { tin: book.tin, ...json, ...own });
  return { code: "000" };
}

/** A sale or a credit note is signed, and has its number among all and among its kind. */
function sign(book: Book, json: Json, nowMs: number): Said {
  const problem = saleProblem(book, json);
  if (problem) return wrong(book, problem.at, problem.code);
  const { sales, unkind } = book;
  const isCredit = json.rcptTyCd === "R";
  const numberOf = (count: number) => (unkind.numbersAsText ? String(count + 1) : count + 1);
  const data = {
    curRcptNo: numberOf(sales.filter((one) => one.isCredit === isCredit).length),
    ...{ totRcptNo: numberOf(sales.length), intrlData: letters(26), rcptSign: letters(16) },
    sdcDateTime: timeOf(nowMs),
  };
  const [invcNo, orgInvcNo, total] = [Number(json.invcNo), Number(json.orgInvcNo), Number(json.totAmt)];
  sales.push({ invcNo, orgInvcNo, isCredit, total, json, data });
  return { code: "000", data };
}

const letters = (count: number) =>
  [...randomBytes(count)].map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[one % 32]).join("");
