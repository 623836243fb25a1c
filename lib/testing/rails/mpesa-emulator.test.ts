import { expect, test } from "vitest";
import { alike, openDaraja, phone } from "./mpesa-client";
import samples from "./mpesa-samples.json";

// The emulator of Daraja by the samples of its documents, and by what docs/rails/mpesa.md says of payers.

test("a prompt speaks as the samples do: taken, open in two ways, paid, cancelled, refused", async () => {
  const { ask, query, received, emulator } = await openDaraja();
  const { json, status } = await ask();
  expect(status).toBe(200);
  alike(json, samples.push.answer);
  const [first, second] = [await query(json.CheckoutRequestID), await query(json.CheckoutRequestID)];
  expect([first.status, first.json.errorCode]).toEqual([500, samples.query.open.errorCode]);
  alike(first.json, samples.query.open);
  expect(second.json).toMatchObject(samples.query.openToo);
  await emulator.advance(4_000);
  alike(received[0]?.body, samples.push.paid);
  alike((await query(json.CheckoutRequestID)).json, samples.query.paid);

  await ask({ PhoneNumber: "254712345149", Amount: "30" });
  await emulator.advance(4_000);
  alike(received[1]?.body, samples.push.cancelled);
  expect(received[1]?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 1032 } } });
  for (const wrong of [
    { Amount: "20.50" },
    { AccountReference: "thirteensigns" },
    { CallBackURL: "http://a.example" },
    { CallBackURL: "https://a.example/mpesa" },
    { TransactionDesc: "fourteen signs" },
    { PhoneNumber: "0712345678" },
  ]) {
    const refused = await ask(wrong);
    expect([refused.status, refused.json.errorCode]).toEqual([400, "400.002.02"]);
    alike(refused.json, samples.push.refused);
  }
  expect((await ask({ Password: "x" })).json).toMatchObject({ errorMessage: "Wrong credentials" });
  expect(emulator.oddities).toEqual([]);
  await ask(
    { PhoneNumber: "254712345600" },
    new Date(emulator.now()).toISOString().slice(0, 19).replace(/\D/g, ""),
  );
  expect(emulator.oddities).toEqual([expect.stringContaining("not the time in Nairobi")]);
});

test("each paid prompt is a confirmation too, with the same receipt, and one line of the statement", async () => {
  const { ask, register, received, emulator } = await openDaraja({
    chargeOf: (amount) => Math.ceil(amount / 100),
  });
  alike((await register()).json, samples.c2b.registered);
  expect((await register()).json).toMatchObject({ errorCode: "500.003.1001" });
  await ask({ AccountReference: "48217" });
  await emulator.advance(4_000);
  const [stk, paid] = received;
  alike(paid?.body, samples.c2b.confirmation);
  expect(paid).toMatchObject({ path: "/paid", body: { BillRefNumber: "48217", MSISDN: "2547 ***** 678" } });
  expect(JSON.stringify(stk?.body)).toContain(String(paid?.body.TransID));
  expect(paid?.body).toMatchObject({ TransTime: "20260131123004", OrgAccountBalance: "1000020.00" });
  const other = await emulator.pay({
    phone: "254722000149",
    amount: 80,
    account: "abc",
    name: "JANE WANJIKU",
  });
  expect(received[2]?.body).toMatchObject({
    TransAmount: "80.00",
    FirstName: "JANE",
    TransID: Object(other).receipt,
  });
  expect(emulator.balance()).toBe(1_000_100);
  expect(emulator.lines.map(({ kind }) => kind)).toEqual(["paid", "charge", "paid", "charge"]);
  const [head = "", ...rows] = emulator.statementCsv().split("\r\n").slice(4);
  expect(head).toBe(samples.statementColumns);
  expect(rows[1]).toMatch(
    /^UAV\w{7},31-01-2026 12:30:04,.*,Pay Bill from 25472\*\*\*\*149 - JANE WANJIKU Acc. abc,Completed,80.00,,"1,000,100.00",true/,
  );
  expect(emulator.statementCsv("ymd")).toContain(",2026-01-31 12:30:04,");
});

test("the network refuses a second prompt while one is open, and the same amount for two minutes", async () => {
  const { ask, received, emulator } = await openDaraja();
  await ask();
  expect(await ask({ Amount: "30" })).toMatchObject({ status: 500, json: { errorCode: "500.001.1001" } });
  await emulator.advance(60_000);
  await ask();
  await emulator.advance(1_000);
  expect(received.at(-1)?.body).toMatchObject({ Body: { stkCallback: { ResultCode: 17 } } });
  await emulator.advance(120_000);
  await ask();
  await emulator.advance(4_000);
  expect(emulator.lines).toHaveLength(2);
});

test("numbers are masked as the version has it, or as the test wants", async () => {
  const { register, received, emulator } = await openDaraja({ isSandbox: true });
  await register("v1");
  await emulator.pay({ phone, amount: 5 });
  await register("v2");
  for (const mask of ["short", "local", "full"] as const) {
    emulator.unkind.msisdn = mask;
    await emulator.pay({ phone, amount: 5 });
  }
  const seen = received.map(({ body }) => body.MSISDN);
  expect(seen[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(seen.slice(1)).toEqual(["25471****678", "0712***678", phone]);
});

test("validation decides, tells its id back, and silence does what was registered", async () => {
  const { register, received, ours, emulator } = await openDaraja({ validationMs: 100, isSandbox: true });
  await register();
  emulator.unkind.validates = true;
  ours.answer = JSON.stringify({ ...samples.c2b.accepted, ThirdPartyTransID: "ours-7" });
  const paid = await emulator.pay({ phone, amount: 50, account: "48217" });
  expect(received.map(({ path }) => path)).toEqual(["/may", "/paid"]);
  expect(received[0]?.body).toMatchObject({ OrgAccountBalance: "", TransID: Object(paid).receipt });
  expect(received[1]?.body).toMatchObject({ ThirdPartyTransID: "ours-7", TransID: Object(paid).receipt });
  ours.answer = JSON.stringify({ ResultCode: "C2B00012", ResultDesc: "Rejected" });
  expect(await emulator.pay({ phone, amount: 50 })).toEqual({ refused: "C2B00012" });
  ours.silent = true;
  expect(await emulator.pay({ phone, amount: 50 })).toHaveProperty("receipt");
  await register("v2", "Cancelled");
  expect(await emulator.pay({ phone, amount: 50 })).toEqual({ refused: "C2B00016" });
  expect(emulator.balance()).toBe(1_000_100);
});
