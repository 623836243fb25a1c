import { expect, test } from "vitest";
import type { Provider } from "./harness-parts";
import { alike, openDaraja, phone } from "./mpesa-client";
import samples from "./mpesa-samples.json";

// The emulator of Daraja: what an initiator asks for, the lists, standing orders, and all that goes wrong.

test("a payout is done once, told with the balance, and found by our id", async () => {
  const { payOut, status, received, emulator } = await openDaraja({ opening: 10_000 });
  alike((await payOut("ours-1")).json, samples.payout.answer);
  alike((await payOut("ours-1")).json, samples.payout.twice);
  await emulator.advance(3_000);
  alike(received[0]?.body, samples.payout.done);
  expect(emulator.balance()).toBe(9_500);
  expect(emulator.held("ours-1")).toBe(1);
  await status({ OriginalConversationID: "ours-1" });
  await emulator.advance(3_000);
  alike(received[1]?.body, samples.status);
  expect(JSON.stringify(received[1]?.body)).toContain('"Key":"TransactionStatus","Value":"Completed"');

  await payOut("ours-2", { Amount: "20000" });
  await payOut("ours-3", { PartyB: "254712345089" });
  await emulator.advance(3_000);
  expect(codes(received).slice(2)).toEqual([1, 2040]);
  alike(received[3]?.body, samples.payout.failed);
  expect(emulator.lines).toHaveLength(1);
});

const codes = (received: { body: Record<string, unknown> }[]) =>
  received.map(({ body }) => Object(body.Result).ResultCode);

test("a time-out is doubt: it comes to its own address, and the money went or not", async () => {
  const { payOut, status, received, emulator } = await openDaraja();
  emulator.unkind.queueTimeOut = "done";
  await payOut("ours-1");
  await emulator.advance(3_000);
  emulator.unkind.queueTimeOut = "not done";
  await payOut("ours-2");
  await emulator.advance(3_000);
  expect(received.map(({ path }) => path)).toEqual(["/b2c/late", "/b2c/late"]);
  expect(emulator.balance()).toBe(999_500);
  emulator.unkind.queueTimeOut = null;
  for (const id of ["ours-1", "ours-2"]) await status({ OriginalConversationID: id });
  await emulator.advance(3_000);
  const said = received
    .slice(2)
    .map(({ body }) => /"TransactionStatus","Value":"(\w+)"/.exec(JSON.stringify(body))?.[1]);
  expect(said).toEqual(["Completed", "Authorized"]);
});

test("wrong credentials are taken, refused later, and locked at last", async () => {
  const { payOut, received, emulator } = await openDaraja();
  for (const id of ["1", "2", "3"]) await payOut(id, { SecurityCredential: "wrong" });
  await payOut("4");
  await emulator.advance(3_000);
  expect(codes(received)).toEqual([2001, 2001, 2001, 8006]);
  expect(emulator.lines).toEqual([]);
});

test("what was paid is reversed once, whole or in part; what was paid out is not", async () => {
  const { reverse, payOut, received, emulator } = await openDaraja();
  const paid = Object(await emulator.pay({ phone, amount: 400 }));
  await reverse(paid.receipt, "150");
  await emulator.advance(3_000);
  alike(received[0]?.body, samples.reversal.done);
  await reverse(paid.receipt, "250");
  await reverse("UAV0000000", "1");
  await payOut("ours-1");
  await emulator.advance(3_000);
  alike(received[2]?.body, samples.reversal.invalid);
  await reverse(emulator.lines.at(-1)?.receipt ?? "", "500");
  await emulator.advance(3_000);
  expect(codes(received)).toEqual([0, "R000001", "R000002", 0, "R000002"]);
  expect(emulator.balance()).toBe(999_750);
});

test("the balance is text of accounts, and true", async () => {
  const { balance, received, emulator } = await openDaraja({ chargeOf: () => 3 });
  await emulator.pay({ phone, amount: 400 });
  await balance();
  await emulator.advance(3_000);
  alike(received[0]?.body, samples.balance);
  const text = JSON.stringify(received[0]?.body);
  expect(text).toContain(
    "&Utility Account|KES|1000400.00|1000400.00|0.00|0.00&Charges Paid Account|KES|-3.00|",
  );
});

test("the list has the last 48 hours by rows, late where it lags, and says none in two ways", async () => {
  const { pull, registerPull, renew, emulator } = await openDaraja();
  expect((await pull()).json).toMatchObject({ errorCode: "400.001" });
  alike((await registerPull()).json, samples.pull.registered);
  expect((await registerPull()).json).toMatchObject({ ResponseStatus: "1001" });
  expect((await pull()).json).toMatchObject({ ResponseCode: "1001", Transaction: "[[]]" });
  await emulator.pay({ phone, amount: 7, account: "old" });
  await emulator.advance(47 * 3_600_000);
  await renew();
  for (let index = 0; index < 120; index += 1)
    await emulator.pay({ phone, amount: 10, account: `A${index}` });
  const rows = async (offset: string) => Object(await pull(offset)).json.Response?.[0] ?? [];
  expect((await rows("0")).map((row: { billreference: string }) => row.billreference).slice(0, 2)).toEqual([
    "old",
    "A0",
  ]);
  expect(await rows("0")).toHaveLength(100);
  expect(await rows("100")).toHaveLength(21);
  emulator.unkind.msisdn = "full";
  alike((await pull("120")).json, samples.pull.page);
  expect((await rows("120"))[0].trxDate).toBe("2026-02-02T08:30:00Z");
  await emulator.advance(2 * 3_600_000);
  await renew();
  expect(await rows("100")).toHaveLength(20);
  emulator.unkind.pullLateMs = 3 * 3_600_000;
  emulator.unkind.noneByError = true;
  expect(await pull()).toMatchObject({ status: 500 });
});

test("a standing order asks once, then pays each month until its payer stops it", async () => {
  const { order, register, renew, received, emulator } = await openDaraja();
  await register();
  alike((await order()).json, samples.ratiba.answer);
  await emulator.advance(4_000);
  expect(received[0]?.body).toMatchObject({
    responseHeader: { responseCode: "0", requestRefID: "ours-1" },
    responseBody: { responseData: expect.arrayContaining([{ name: "status", value: "ACTIVE" }]) },
  });
  await order();
  await emulator.advance(4_000);
  alike(received[1]?.body, { ...samples.ratiba.refused });
  expect(received[1]?.body).toMatchObject({ ResponseHeader: { responseCode: "1050" } });
  const days = () => emulator.lines.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10));
  await emulator.advance(31 * 86_400_000);
  expect(days()).toEqual(["2026-02-01", "2026-03-01"]);
  expect(received.at(-1)).toMatchObject({
    path: "/paid",
    body: { BillRefNumber: "48217", TransAmount: "300.00" },
  });
  emulator.does.set(phone, "1");
  await emulator.advance(31 * 86_400_000);
  emulator.does.clear();
  await emulator.advance(60 * 86_400_000);
  expect(days()).toHaveLength(2);

  await renew();
  await order({ StandingOrderName: "Silver", StartDate: "20260801", EndDate: "20261231", Frequency: "4" });
  await emulator.advance(90 * 86_400_000);
  emulator.stopOrder("Silver");
  const before = days();
  expect(before.slice(2, 4)).toEqual(["2026-08-01", "2026-08-15"]);
  await emulator.advance(60 * 86_400_000);
  expect(days()).toEqual(before);
  await renew();
  emulator.unkind.ratiba = "2025";
  expect((await order()).json).toMatchObject({ errorMessage: "Bad Request - Invalid TransactionType" });
});

test("an answer is lost after the prompt was taken: cut, never, as a page, or forty seconds late", async () => {
  const { ask, renew, received, emulator } = await openDaraja();
  emulator.unkind.cut = true;
  await expect(ask({ AccountReference: "ours1" })).rejects.toThrow();
  emulator.unkind.cut = false;
  emulator.switches.http500AfterCommit = true;
  expect((await ask({ AccountReference: "ours2", PhoneNumber: "254712345001" })).text).toContain("<h1>");
  emulator.switches.http500AfterCommit = false;
  emulator.unkind.html = true;
  expect(await ask({ AccountReference: "ours3" })).toMatchObject({ status: 502 });
  emulator.unkind.html = false;
  expect(["ours1", "ours2", "ours3"].map(emulator.held)).toEqual([1, 1, 0]);
  await emulator.advance(4_000);
  expect(emulator.lines).toHaveLength(2);

  emulator.unkind.answerLateMs = 40_000;
  const asked = ask({ AccountReference: "ours4", PhoneNumber: "254712345002" });
  while (emulator.held("ours4") === 0) await new Promise((done) => setTimeout(done, 5));
  const before = received.length;
  await emulator.advance(39_000);
  expect(received).toHaveLength(before + 1);
  expect(await Promise.race([asked, "not yet"])).toBe("not yet");
  await emulator.advance(1_000);
  expect((await asked).status).toBe(200);
  emulator.unkind.answerLateMs = 0;
  emulator.endTokens();
  expect(await ask()).toMatchObject({ status: 404, json: { errorCode: "404.001.03" } });
  await renew();
  emulator.unkind.refuse = { status: 500, errorCode: "500.003.03", errorMessage: "Quota Violation" };
  expect(await ask()).toMatchObject({ status: 500, json: { errorCode: "500.003.03" } });
});

test("a new token ends the one before, and each path refuses it in its own way", async () => {
  const { token, ask, register, balance, pull } = await openDaraja();
  await token();
  const refused = [await ask(), await register(), await balance(), await pull()];
  expect(refused.map(({ status, json }) => `${status} ${json.errorCode}`)).toEqual([
    "404 404.001.03",
    "400 400.003.01",
    "401 401.002.01",
    "401 401.001",
  ]);
});

test("callbacks come late, twice, never and in disorder; the clock may run by itself", async () => {
  const { ask, register, received, emulator } = await openDaraja();
  await register();
  const { unkind } = emulator;
  Object.assign(unkind, { lateMs: { prompt: 30_000 }, copies: { confirmation: 2 } });
  await ask();
  await emulator.advance(4_000);
  expect(received.map(({ path }) => path)).toEqual(["/paid", "/paid"]);
  await emulator.advance(30_000);
  expect(received.map(({ path }) => path)).toEqual(["/paid", "/paid", "/stk"]);
  Object.assign(unkind, { lateMs: {}, copies: { confirmation: 0, prompt: 0 } });
  await ask({ Amount: "21" });
  await emulator.advance(60_000);
  expect(received).toHaveLength(3);
  Object.assign(unkind, { copies: {}, shuffled: true });
  for (let index = 1; index <= 8; index += 1) await emulator.pay({ phone, amount: index });
  await emulator.advance(60_000);
  const amounts = received.slice(3).map(({ body }) => Number(body.TransAmount));
  expect([...amounts].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(amounts).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8]);

  const fast = await openDaraja({ speed: 400 });
  await fast.ask();
  for (let turn = 0; turn < 100 && fast.received.length === 0; turn += 1)
    await new Promise((done) => setTimeout(done, 20));
  expect(fast.received).toHaveLength(1);
});

test("at a till the store asks for the till, and payers type no account", async () => {
  const { ask, register, received, emulator } = await openDaraja({ keys: { till: "373132" } });
  await register();
  await ask();
  await emulator.advance(1_000);
  expect(received[0]?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 2028 } } });
  await emulator.advance(120_000);
  await ask({ TransactionType: "CustomerBuyGoodsOnline" });
  await emulator.advance(4_000);
  expect(received[2]?.body).toMatchObject({
    BillRefNumber: "",
    TransactionType: "Customer Merchant Payment",
  });
});

test("each path asks for what its page asks for, and a harness can hold the emulator", async () => {
  const { payOut, post, received, emulator } = await openDaraja();
  const provider: Provider = emulator;
  expect(await payOut("ours-1", { CommandID: "TransactionReversal" })).toMatchObject({
    status: 400,
    json: { errorMessage: "Bad Request - Invalid CommandID" },
  });
  expect(provider.held("ours-1")).toBe(0);
  await provider.sendForeign();
  expect(received).toHaveLength(1);
  const picture = {
    MerchantName: "Shop",
    RefNo: "48217",
    Amount: 20,
    TrxCode: "PB",
    CPI: "600984",
    Size: "300",
  };
  expect((await post("/mpesa/qrcode/v1/generate", picture)).json).toHaveProperty("QRCode");
  expect(await post("/mpesa/nowhere", {})).toMatchObject({ status: 404, json: { errorCode: "404.001.01" } });
});
