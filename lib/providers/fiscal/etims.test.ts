import { describe, expect, test } from "vitest";
import type { DeviceFacts, NumberedDocument } from "@/lib/domain/fiscal";
import type { SafePostRequest, SafePostResult } from "../safe-post";
import { etims, itemCode } from "./etims";
import { practice } from "./practice";

const device: DeviceFacts = {
  kind: "etims_oscu",
  tin: "A123456789Z",
  branch: "00",
  serial: "dvcv1130",
  key: "secret-key",
};

function authority(answer: object | string | SafePostResult, status = 200) {
  const sent: SafePostRequest[] = [];
  const made = etims(async (request) => {
    sent.push(request);
    if (typeof answer === "object" && "durationMs" in answer) return answer as SafePostResult;
    const body = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { kind: "response", status, headers: {}, body, durationMs: 1 };
  }, "sandbox");
  return { ...made, sent };
}

/** KRA's own sample: two of one thing at 3,500, with 16 % within. */
const sale: NumberedDocument = {
  ...{
    kind: "sale",
    number: 1,
    originalNumber: null,
    reference: "ORD-000123",
    paymentMethod: "mobile_money",
  },
  ...{ totalMinor: 700_000n, taxMinor: 96_552n },
  lines: [
    {
      ...{
        position: 0,
        productId: 1,
        name: "test item 1",
        isTaxed: true,
        quantity: 2,
        unitPriceMinor: 350_000n,
      },
      ...{ discountMinor: 0n, totalMinor: 700_000n, taxMinor: 96_552n },
    },
  ],
  items: [
    {
      ...{ code: itemCode(1, false, 0), itemClass: "5059690800", name: "test item 1", taxClass: "B" },
      ...{ priceMinor: 350_000n, isService: false },
    },
  ],
  // Half past midnight in Nairobi.
  ...{ happenedAt: new Date("2026-10-02T21:30:00Z"), numberedAt: new Date("2026-10-02T21:31:05Z") },
};
const good = {
  resultCd: "000",
  resultMsg: "It is succeeded",
  data: {
    "curRcptNo ": "7",
    totRcptNo: "9",
    intrlData: "EAHSAV6E",
    rcptSign: "QUII27MA",
    sdcDateTime: "20261003003110",
  },
};

describe("a sale on the wire", () => {
  test("has all fields of the document, amounts with their tax, and times of Kenya", () => {
    const body = JSON.parse(authority(good).write(sale));
    expect(body).toMatchObject({
      ...{ trdInvcNo: "ORD-000123", invcNo: 1, orgInvcNo: 0, salesTyCd: "N", rcptTyCd: "S", pmtTyCd: "06" },
      ...{ salesSttsCd: "02", cfmDt: "20261003003105", salesDt: "20261003", rfdDt: null, totItemCnt: 1 },
      ...{ taxblAmtA: 0, taxblAmtB: 7000, taxRtA: 0, taxRtB: 16, taxRtE: 8, taxAmtB: 965.52, taxAmtE: 0 },
      ...{ totTaxblAmt: 7000, totTaxAmt: 965.52, totAmt: 7000 },
      receipt: { rcptPbctDt: "20261003003105", prchrAcptcYn: "N" },
    });
    expect(body.itemList).toEqual([
      expect.objectContaining({
        ...{
          itemSeq: 1,
          itemCd: "KE2NTU000000100",
          itemClsCd: "5059690800",
          pkgUnitCd: "NT",
          qtyUnitCd: "U",
          qty: 2,
        },
        ...{
          prc: 3500,
          splyAmt: 7000,
          dcRt: 0,
          dcAmt: 0,
          taxTyCd: "B",
          taxblAmt: 7000,
          taxAmt: 965.52,
          totAmt: 7000,
        },
      }),
    ]);
  });

  test("that goes back names its sale and says that it is a refund", () => {
    const body = JSON.parse(
      authority(good).write({ ...sale, kind: "credit_note", number: 2, originalNumber: 1 }),
    );
    expect(body).toMatchObject({
      rcptTyCd: "R",
      invcNo: 2,
      orgInvcNo: 1,
      rfdRsnCd: "06",
      rfdDt: "20261003003105",
      totAmt: 7000,
    });
  });

  test("goes to the test's address with the key in headers and body, and comes back with number, codes and time", async () => {
    const { sign, write, sent, urlOf } = authority(good);
    expect(await sign(device, write(sale))).toEqual({
      ...{ kind: "signed", receiptNumber: "7", internalData: "EAHSAV6E", signature: "QUII27MA" },
      signedAt: new Date("2026-10-02T21:31:10Z"),
    });
    expect(sent[0]?.url).toBe("https://etims-api-sbx.kra.go.ke/etims-api/saveTrnsSalesOsdc");
    const known = { tin: "A123456789Z", bhfId: "00", cmcKey: "secret-key" };
    expect(sent[0]?.headers).toMatchObject(known);
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ ...known, invcNo: 1 });
    expect(urlOf(device, "QUII27MA")).toBe(
      "https://etims-sbx.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data=A123456789Z00QUII27MA",
    );
  });
});

const lost = {
  kind: "error",
  errorClass: "timeout",
  message: "No complete answer within 15 seconds.",
  durationMs: 1,
} as const;

describe("an answer", () => {
  test.each([
    ["994", "exists"],
    ["924", "exists"],
    ["910", "refused"],
    ["921", "refused"],
    ["E42", "refused"],
    ["900", "device_refused"],
    ["901", "device_refused"],
    ["903", "device_refused"],
    ["894", "no_answer"],
    ["990", "no_answer"],
    ["999", "no_answer"],
  ])("of %s is %s", async (resultCd, kind) => {
    const { sign } = authority({ resultCd, resultMsg: "Words" });
    expect(await sign(device, "{}")).toMatchObject({ kind, code: resultCd, words: "Words" });
  });

  test.each([
    ["a timeout", lost, 200],
    ["a page of a proxy", "<html>502</html>", 502],
    ["nothing", "", 200],
    ["half of a text", '{"resultCd":"00', 200],
    ["null", "null", 200],
    ["a list", "[1]", 200],
  ])("that is %s decides nothing", async (_, answer, status) => {
    expect(await authority(answer, status).sign(device, "{}")).toMatchObject({ kind: "no_answer" });
    expect(await authority(answer, status).connect({ ...device, key: "" })).toMatchObject({
      kind: "no_answer",
    });
  });

  test("of success without a signature counts as there already, and a refused key as the device's", async () => {
    expect(await authority({ resultCd: "000" }).sign(device, "{}")).toMatchObject({
      kind: "exists",
      signature: null,
    });
    expect(await authority("no", 401).sign(device, "{}")).toMatchObject({
      kind: "device_refused",
      code: "HTTP 401",
    });
  });

  test("never repeats the key, nor more than a database takes", async () => {
    const { sign } = authority({ resultCd: "910", resultMsg: `secret-key\0${"x".repeat(900)}` });
    const { words } = (await sign(device, "{}")) as { words: string };
    expect(words).not.toContain("secret-key");
    expect(words).not.toContain("\0");
    expect(words.length).toBeLessThanOrEqual(300);
  });
});

describe("a device", () => {
  const info = { cmcKey: "f0b9831b", sdcId: "KRACU013000001", taxprNm: "Taxpayer1130", lastSaleInvcNo: 12 };
  const made = {
    kind: "connected",
    key: "f0b9831b",
    controlUnit: "KRACU013000001",
    taxpayer: "Taxpayer1130",
    lastNumber: 12,
  };

  test("is initialised with PIN, branch and serial number, once", async () => {
    const { connect, sent } = authority({ resultCd: "000", data: { info } });
    expect(await connect({ ...device, key: "" })).toEqual(made);
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      tin: "A123456789Z",
      bhfId: "00",
      dvcSrlNo: "dvcv1130",
    });
    const again = authority({ resultCd: "001", resultMsg: "There is no search result" });
    expect(await again.connect(device)).toMatchObject({ kind: "connected", key: "secret-key" });
    expect(again.sent[0]?.url).toMatch(/selectCodeList$/);
  });

  test("that was installed before is taken with the key that comes with it, and refused without", async () => {
    const { connect } = authority({ resultCd: "902", data: { info } });
    expect(await connect({ ...device, key: "" })).toEqual(made);
    const without = authority({ resultCd: "902", resultMsg: "This device is installed" });
    expect(await without.connect({ ...device, key: "" })).toMatchObject({
      kind: "device_refused",
      code: "902",
    });
  });

  test("has an item that was saved before as saved", async () => {
    const [item] = sale.items;
    if (!item) throw new Error("No item.");
    expect(await authority({ resultCd: "994" }).saveItem(device, item)).toEqual({ kind: "saved" });
    expect(await authority({ resultCd: "910" }).saveItem(device, item)).toMatchObject({ kind: "refused" });
  });

  test("that is played signs the same bytes in the same way", async () => {
    const played = practice();
    const payload = played.write(sale);
    expect(await played.sign(device, payload)).toEqual(await played.sign(device, payload));
    expect(await played.sign(device, payload)).toMatchObject({ kind: "signed", receiptNumber: "1" });
  });
});
