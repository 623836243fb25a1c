import { expect, onTestFinished, test } from "vitest";
import { startEtims } from "@/e2e/emulators/etims";
import samples from "@/e2e/emulators/etims-samples.json";
import { alike } from "./rails/mpesa-client";

// The emulator of eTIMS by the samples of its documents, and by what they leave open. The client knows nothing.

type Json = Record<string, unknown>;
const long = "20180520000000";
const item = JSON.parse(samples.item);
const parsed = (text: string) => JSON.parse(text);

async function open() {
  const emulator = await startEtims();
  onTestFinished(() => emulator.close());
  const { tin, bhfId, device } = emulator;
  const call = async (name: string, json: Json | string, more: Record<string, string> = {}) => {
    const headers = { "content-type": "application/json", tin, bhfId, cmcKey: device.cmcKey, ...more };
    const body = typeof json === "string" ? json : JSON.stringify(json);
    const answer = await fetch(`${emulator.url}/etims-api/${name}`, { method: "POST", headers, body });
    return { status: answer.status, json: await answer.json() };
  };
  const codeOf = async (name: string, json: Json | string, more?: Record<string, string>) =>
    (await call(name, json, more)).json.resultCd;
  const install = (more: Json = {}) =>
    call("selectInitOsdcInfo", { tin, bhfId, dvcSrlNo: device.serial, ...more });
  return { emulator, call, codeOf, install };
}

/** As `open`, with the unit installed and two items: one with 16 %, one without. */
async function shop() {
  const opened = await open();
  await opened.install();
  for (const [itemCd, taxTyCd] of [
    ["KE1NTXU0000006", "B"],
    ["KE3NTXU0000007", "D"],
  ] as const)
    await opened.call("saveItem", { ...item, itemCd, itemTyCd: itemCd[2], taxTyCd });
  return { ...opened, sell: (json: Json) => opened.call("saveTrnsSalesOsdc", json) };
}

/** One line with the tax in it, one without any: the sample, with all that the table asks for. */
function sale(invcNo: number, more: Json = {}, line: Json = {}): Json {
  const { itemList, ...own } = parsed(samples.sale);
  const common = { ...itemList[0], dcRt: 0, dcAmt: 0 };
  const first = {
    ...common,
    itemCd: item.itemCd,
    prc: 580,
    splyAmt: 1160,
    taxblAmt: 1160,
    taxAmt: 160,
    totAmt: 1160,
  };
  const second = { ...common, itemSeq: 2, itemCd: "KE3NTXU0000007", taxTyCd: "D", qty: 1, pkg: 1, prc: 100 };
  const lines = [
    { ...first, ...line },
    { ...second, splyAmt: 100, taxblAmt: 100, taxAmt: 0, totAmt: 100 },
  ];
  const zero = [..."ABCDE"].flatMap((kind) =>
    ["taxblAmt", "taxRt", "taxAmt"].map((name) => [name + kind, 0]),
  );
  const taxes = { taxblAmtB: 1160, taxRtB: 16, taxAmtB: 160, taxblAmtD: 100, taxRtE: 8 };
  const totals = { totTaxblAmt: 1260, totTaxAmt: 160, totAmt: 1260 };
  return { ...own, ...Object.fromEntries(zero), ...taxes, ...totals, itemList: lines, invcNo, ...more };
}
const credit = { rcptTyCd: "R", orgInvcNo: 1, rfdDt: "20260131093000", rfdRsnCd: "06" };

test("a unit is installed once, by its serial number, and its key opens the rest", async () => {
  const { emulator, install, codeOf, call } = await open();
  expect(await codeOf("selectCodeList", { lastReqDt: long })).toBe("901");
  for (const wrong of [{ dvcSrlNo: "other" }, { bhfId: "01" }])
    expect((await install(wrong)).json.resultCd).toBe("901");
  for (const wrong of [{ tin: "123" }, { bhfId: "000" }, { dvcSrlNo: "" }])
    expect((await install(wrong)).json.resultCd).toBe("910");
  const { json } = await install();
  alike(json, parsed(samples.install));
  const { cmcKey: _, ...info } = json.data.info;
  expect(parsed(samples.install).data.info).toMatchObject(info);
  expect(json.resultDt).toBe("20260131123000");
  const again = await install();
  expect(again.json).toMatchObject({ resultCd: "902", resultMsg: "This device is installed", data: null });
  expect(await codeOf("selectCodeList", { lastReqDt: long })).toBe("000");
  expect(await codeOf("selectCodeList", { lastReqDt: long }, { cmcKey: "other" })).toBe("901");
  expect(await codeOf("selectCodeList", { lastReqDt: long }, { cmcKey: "" })).toBe("900");
  expect(await codeOf("selectCodeList", "")).toBe("911");
  expect((await (await fetch(`${emulator.url}/etims-api/saveItem`)).json()).resultCd).toBe("912");
  const found = await call("selectCustomer", { custmTin: "A123456789Z" });
  alike(found.json, parsed(samples.customer));
  expect(await codeOf("selectCustomer", { custmTin: "A000000000A" })).toBe("001");
});

test("lists tell what changed since, or that nothing did", async () => {
  const { call, codeOf, emulator } = await shop();
  const { clsList } = (await call("selectCodeList", { lastReqDt: long })).json.data;
  const { dtlList, ...taxes } = clsList[0];
  expect(taxes).toEqual(parsed(samples.taxes));
  expect(dtlList.map(({ cd, userDfnCd1 }: Json) => [cd, userDfnCd1])).toContainEqual(["B", "16"]);
  const { itemClsList } = (await call("selectItemClsList", { lastReqDt: long })).json.data;
  alike(itemClsList[0], parsed(samples.class));
  for (const name of ["selectCodeList", "selectItemClsList", "selectItemList"]) {
    expect(await codeOf(name, { lastReqDt: "20260201000000" })).toBe("001");
    expect(await codeOf(name, { lastReqDt: "20260231000000" })).toBe("910");
  }
  const { itemList } = (await call("selectItemList", { lastReqDt: long })).json.data;
  expect(itemList).toHaveLength(emulator.items.size);
  expect(Object.keys(itemList[0]).sort()).toEqual(Object.keys(parsed(samples.listed)).sort());
});

test("an item has a code once, a class that exists, and every field that the table asks for", async () => {
  const { call, codeOf, emulator } = await shop();
  const fresh = { ...item, itemCd: "KE1NTXU0000008" };
  for (const wrong of [
    ...[
      { itemCd: "KE1" },
      { itemCd: "UG1NTXU0000008" },
      { itemClsCd: "1" },
      { taxTyCd: "F" },
      { useYn: "yes" },
    ],
    ...[
      { itemNm: "" },
      { itemNm: "x".repeat(201) },
      { dftPrc: "5" },
      { dftPrc: 1.005 },
      { modrNm: undefined },
    ],
  ])
    expect(await codeOf("saveItem", { ...fresh, ...wrong }), JSON.stringify(wrong)).toBe("910");
  expect(emulator.problems.at(-1)).toBe("modrNm");
  expect((await call("saveItem", fresh)).json).toEqual({
    ...parsed(samples.saved),
    resultDt: "20260131123000",
  });
  expect(await codeOf("saveItem", fresh)).toBe("994");
  emulator.unkind.itemsChange = true;
  expect(await codeOf("saveItem", { ...fresh, itemNm: "New" })).toBe("000");
});

test("a sale is signed, with its own number once; a credit note names a sale and no more than is left", async () => {
  const { sell, emulator } = await shop();
  const signed = await sell(sale(1));
  alike(signed.json, parsed(samples.signed));
  expect(signed.json.data).toMatchObject({ curRcptNo: "1", totRcptNo: "1", sdcDateTime: "20260131123000" });
  expect(signed.json.data.rcptSign).toMatch(/^[A-Z2-7]{16}$/);
  expect((await sell(sale(1))).json).toMatchObject({ resultCd: "994", data: null });
  emulator.unkind.usedCode = "899";
  expect((await sell(sale(1))).json.resultCd).toBe("899");
  expect((await sell(sale(2, { ...credit, orgInvcNo: 7 }))).json.resultCd).toBe("922");
  expect((await sell(sale(2, { ...credit, rfdRsnCd: null }))).json.resultCd).toBe("910");
  emulator.unkind.numbersAsText = false;
  expect((await sell(sale(2, credit))).json.data).toMatchObject({ curRcptNo: 1, totRcptNo: 2 });
  expect((await sell(sale(3, credit))).json.resultCd).toBe("910");
  expect((await sell(sale(3, { ...credit, orgInvcNo: 2 }))).json.resultCd).toBe("922");
  emulator.unkind.gapless = true;
  expect((await sell(sale(4))).json.resultCd).toBe("910");
  expect((await sell(sale(3))).json.resultCd).toBe("000");
  expect(emulator.sales.map(({ isCredit }) => isCredit)).toEqual([false, true, false]);
});

test("a sale that does not add up, or that lacks something, is refused, and the test learns where", async () => {
  const { sell, emulator } = await shop();
  const at = async (more: Json, line: Json = {}) => {
    expect((await sell(sale(1, more, line))).json.resultCd, JSON.stringify([more, line])).toBe("910");
    return emulator.problems.at(-1);
  };
  expect((await sell(parsed(samples.sale))).json.resultCd).toBe("910");
  for (const more of [
    ...[{ taxAmtB: 161 }, { taxblAmtD: 0 }, { taxRtB: 18 }, { taxblAmtC: undefined }, { totTaxAmt: 159 }],
    ...[{ totAmt: 1261 }, { totTaxblAmt: 1100 }, { totItemCnt: 1 }, { orgInvcNo: 5 }, { invcNo: "1" }],
    ...[
      { invcNo: 0 },
      { pmtTyCd: "08" },
      { salesSttsCd: "01" },
      { rcptTyCd: "X" },
      { cfmDt: "20260230120000" },
    ],
    ...[{ salesDt: "2026-01-31" }, { custTin: "A12" }, { trdInvcNo: "x".repeat(51) }, { regrNm: null }],
  ])
    expect(await at(more)).toBe(Object.keys(more)[0]);
  for (const line of [
    ...[{ itemCd: "KE1NTXU0000099" }, { taxTyCd: "D" }, { itemSeq: 2 }, { splyAmt: 1000 }, { taxAmt: 100 }],
    ...[{ qty: "2" }, { dcRt: undefined }, { itemClsCd: "3133130600" }],
  ])
    expect(await at({}, line)).toBe(`itemList.0.${Object.keys(line)[0]}`);
  expect(await at({ receipt: { prchrAcptcYn: "N" } })).toBe("receipt.rcptPbctDt");
  expect(emulator.sales).toHaveLength(0);
});

test("what is taxed has the tax in it or not, as the documents differ; one sale keeps to one", async () => {
  const { sell, emulator } = await shop();
  const net = { prc: 500, splyAmt: 1000, taxblAmt: 1000 };
  const sums = { taxblAmtB: 1000, totTaxblAmt: 1100 };
  expect((await sell(sale(1, sums, net))).json.resultCd).toBe("000");
  emulator.unkind.taxable = "with tax";
  expect((await sell(sale(2, sums, net))).json.resultCd).toBe("910");
  expect((await sell(sale(2))).json.resultCd).toBe("000");
  emulator.unkind.taxable = "without tax";
  expect((await sell(sale(3))).json.resultCd).toBe("910");
});

test("it is away, refuses with a code, and signs although the answer is lost", async () => {
  const { sell, codeOf, emulator } = await shop();
  emulator.refuseNext("999", 1, "saveTrnsSalesOsdc");
  expect(await codeOf("selectCodeList", { lastReqDt: long })).toBe("000");
  expect((await sell(sale(1))).json.resultCd).toBe("999");
  emulator.refuseNext("990");
  expect(await codeOf("selectCodeList", { lastReqDt: long })).toBe("990");
  emulator.switches.http500AfterCommit = true;
  await expect(sell(sale(1))).rejects.toThrow();
  expect(await codeOf("selectCodeList", { lastReqDt: long })).toBe("000");
  emulator.switches.http500AfterCommit = false;
  expect((await sell(sale(1))).json.resultCd).toBe("994");
  emulator.switches.down = true;
  await expect(sell(sale(2))).rejects.toThrow();
  expect(emulator.sales).toHaveLength(1);
});
