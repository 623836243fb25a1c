import { createCipheriv, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import samples from "@/e2e/emulators/airtel-samples.json";
import { openAirtel, sealed } from "./airtel-client";
import { alike } from "./mpesa-client";

// The emulator of Airtel Money by the samples of its documents, and by what they leave open.

const hourMs = 3_600_000;

test("a token is asked for in JSON and is good for three minutes", async () => {
  const { renew, enquire, emulator } = await openAirtel();
  alike(await (await renew()).json(), samples.token.answer);
  expect((await renew({ client_secret: "x" })).status).toBe(400);
  expect((await renew({ grant_type: "password" })).status).toBe(400);
  await emulator.advance(180_000);
  expect(await enquire("x")).toMatchObject({ status: 401, json: { error: "invalid_token" } });
  emulator.unkind.asSeen = true;
  expect((await enquire("x")).status).toBe(403);
  expect((await (await renew()).json()).expires_in).toBe(180);
});

test("a payment speaks as the samples do: taken, open, paid, failed, unknown", async () => {
  const { push, enquire, received, emulator } = await openAirtel();
  alike((await push("ours-1")).json, samples.push.answer);
  expect((await enquire("ours-1")).json).toMatchObject({
    data: { transaction: { id: "ours-1", status: "TIP" } },
    status: { response_code: "DP00800001006" },
  });
  await push("ours-2", "751234149");
  await emulator.advance(4_000);
  alike((await enquire("ours-1")).json, samples.enquiry.paid);
  const failed = await enquire("ours-2");
  alike(failed.json, samples.enquiry.failed);
  expect(failed.json.status).toMatchObject({ response_code: "DP00800001008", success: false });
  const unknown = await enquire("ours-3");
  expect([unknown.status, unknown.json]).toEqual([400, samples.enquiry.notFound]);
  expect(emulator.held("ours-1")).toBe(1);
  expect(received).toHaveLength(2);
  for (const callback of received) alike(callback, samples.callback.hashed);
  const { hash, ...whole } = received[0] ?? {};
  const mac = createHmac("sha256", emulator.keys.callbackKey).update(JSON.stringify(whole));
  expect(hash).toBe(mac.digest("base64"));
});

test("what the documents refuse is refused, and begins nothing", async () => {
  const { call, push, pushed, emulator } = await openAirtel();
  const path = "/merchant/v2/payments";
  const heads: [Record<string, string>, string][] = [
    [{ "x-country": "" }, "ROUTER003"],
    [{ "x-country": "XX" }, "ROUTER006"],
    [{ "x-country": "KE" }, "ROUTER007"],
    [{ "x-currency": "" }, "ROUTER119"],
    [{ "x-currency": "KES" }, "ROUTER112"],
  ];
  for (const [head, status_code] of heads)
    expect(await call(path, pushed("a"), head)).toMatchObject({ status: 400, json: { status_code } });
  for (const msisdn of ["256751234567", "0751234567", "+256751234567"])
    expect((await push("a", msisdn)).json.status).toMatchObject({ result_code: "ESB000033" });
  for (const amount of [0, -5, 10.125, "ten"])
    expect((await push("a", undefined, { amount })).json.status).toMatchObject({
      response_code: "DP00800001004",
    });
  expect((await push("a", undefined, { country: "KE" })).json.status.result_code).toBe("ESB000034");
  expect((await push("a", undefined, { currency: "KES" })).json.status.result_code).toBe("ESB000035");
  expect((await call(path, { reference: "x" })).json.status_code).toBe("ROUTER003");
  const nobody = await push("a", "751234029");
  expect([nobody.status, nobody.json]).toEqual([400, samples.push.badRequest]);
  const down = await push("a", "751234169");
  expect([down.status, down.json]).toEqual([500, samples.push.systemDown]);
  expect(emulator.held("a")).toBe(0);
  expect((await push("a")).status).toBe(200);
  expect(await push("a")).toMatchObject({ status: 400, json: { status: { result_code: "ESB000041" } } });
  emulator.unkind.asSeen = true;
  expect(await push("a")).toMatchObject({ status: 200, json: { status: { code: "400" } } });
  expect(emulator.held("a")).toBe(1);
});

test("payers keep a payment open for ten minutes, an hour or for ever, or leave it in doubt", async () => {
  const { push, enquire, wait } = await openAirtel();
  const word = async (id: string) => (await enquire(id)).json.data.transaction.status;
  for (const digits of ["129", "189", "199", "289", "299"]) await push(digits, `751234${digits}`);
  await wait(4_000);
  const words = async () => Promise.all(["129", "189", "199", "289", "299"].map(word));
  expect(await words()).toEqual(["TIP", "TE", "TIP", "TA", "TIP"]);
  await wait(600_000);
  expect(await words()).toEqual(["TIP", "TE", "TS", "TA", "TIP"]);
  await wait(hourMs);
  expect(await words()).toEqual(["TIP", "TE", "TS", "TS", "TS"]);
});

test("callbacks come first, late, in two steps, without a hash, and as they were seen", async () => {
  const { push, enquire, received, wait, emulator } = await openAirtel();
  const { unkind } = emulator;
  unkind.callbackFirst = true;
  await push("first");
  expect(received).toMatchObject([{ transaction: { id: "first", status_code: "TS" } }]);
  Object.assign(unkind, { callbackFirst: false, callbackLateMs: hourMs });
  await push("late");
  await wait(4_000);
  expect(received).toHaveLength(1);
  await wait(hourMs);
  expect(received).toHaveLength(2);
  Object.assign(unkind, { callbackLateMs: 0, callbackTwice: true });
  await push("twice");
  await wait(4_000);
  expect(received.slice(2).map(({ transaction }) => Object(transaction).status_code)).toEqual(["TIP", "TS"]);
  Object.assign(unkind, { callbackTwice: false, asSeen: true });
  emulator.callbackAuth.current = false;
  await push("seen");
  await push("unseen", "751234039");
  await wait(4_000);
  alike(received[4], samples.callbackInUse.paid);
  alike(received[5], samples.callbackInUse.withoutPin);
  alike((await enquire("unseen")).json, samples.enquiryInUse.failed);
  await emulator.sendForeign();
  expect(emulator.held(String(Object(received[6]?.transaction).id))).toBe(0);
});

test("a payment goes back whole and once, by the id that Airtel gave it", async () => {
  const { push, enquire, giveBack, emulator } = await openAirtel();
  await push("ours-1");
  await push("ours-2", "751234279");
  const early = await giveBack("MP000000.0000.A00000");
  expect([early.status, early.json]).toEqual([400, samples.refund.notFound]);
  await emulator.advance(4_000);
  const idOf = async (id: string) => (await enquire(id)).json.data.transaction.airtel_money_id;
  alike((await giveBack(await idOf("ours-1"))).json, samples.refund.done);
  alike((await giveBack(await idOf("ours-1"))).json, samples.refund.failed);
  expect(emulator.refunded("ours-1")).toBe(1);
  alike((await giveBack(await idOf("ours-2"))).json, samples.refund.failed);
  alike((await giveBack(await idOf("ours-2"))).json, samples.refund.done);
  expect(emulator.balance()).toBe(1_000_000);
});

test("a payout has a PIN that is sealed, and is decided at once or later", async () => {
  const { payOut, paidOut, seal, received, emulator } = await openAirtel();
  const { pin } = emulator.keys;
  expect((await payOut("a", undefined, pin)).json.status_code).toBe("ROUTER116");
  expect((await payOut("a", undefined, "A".repeat(172))).json.status_code).toBe("ROUTER116");
  expect((await payOut("a", undefined, seal("0000"))).json.status_code).toBe("ROUTER115");
  expect(emulator.held("a")).toBe(0);
  expect((await payOut("a")).json.data.transaction.status).toBe("TIP");
  expect((await payOut("a")).json.status.response_code).toBe("DP00900001017");
  await emulator.advance(4_000);
  alike((await paidOut("a")).json, samples.payout.done);
  emulator.unkind.payoutsAtOnce = true;
  alike((await payOut("b")).json, samples.payout.done);
  alike((await payOut("c", "751234089")).json, samples.payout.failed);
  alike((await payOut("d", "751234289")).json, samples.payout.ambiguous);
  expect((await paidOut("x")).json.status.response_code).toBe("DP00900001015");
  expect(received).toEqual([]);
  expect(emulator.lines().map(({ id, amount }) => [id, amount])).toEqual([
    ["a", -1_000],
    ["b", -1_000],
  ]);
  expect(emulator.balance()).toBe(998_000);
});

test("a signature is that of the sample, and one that does not fit the body is refused", async () => {
  const { key, iv, payload, signature } = samples.signing;
  const [keyBytes, ivBytes] = [key, iv].map((text) => Buffer.from(text, "base64"));
  if (!keyBytes || !ivBytes) throw new Error("The sample has no key.");
  const cipher = createCipheriv("aes-256-cbc", keyBytes, ivBytes);
  expect(cipher.update(payload, "utf8", "base64") + cipher.final("base64")).toBe(signature);
  const { call, push, pushed, seal, emulator } = await openAirtel();
  alike((await call("/v1/rsa/encryption-keys")).json, samples.keys.answer);
  const path = "/merchant/v1/payments/";
  const json = pushed("signed");
  expect((await call(path, json, sealed(seal, "{}"))).status).toBe(403);
  expect((await call(path, json, sealed(seal, JSON.stringify(json)))).status).toBe(200);
  emulator.unkind.mustSign = true;
  expect((await push("plain")).json.status.response_code).toBe("DP00800001026");
});

test("the balance and the list are those of the book, with what was planted in them", async () => {
  const { call, push, emulator } = await openAirtel();
  for (const id of ["a", "b", "c"]) await push(id);
  await push("d", "751234049");
  await emulator.advance(4_000);
  emulator.planted.balance = 0.5;
  const balance = await call("/standard/v1/users/balance");
  alike(balance.json, samples.balance.answer);
  expect(balance.json.data.balance).toBe("1,003,000.50");
  const list = async (query: string) => (await call(`/merchant/v1/transactions?${query}`)).json;
  const all = await list(`from=0&to=${emulator.now()}&limit=3&offset=0`);
  expect([all.data.count, all.data.transactions.length]).toEqual([4, 3]);
  alike(all.data.transactions[0], samples.summary.row);
  expect(all.status).toEqual(samples.summary.status);
  expect((await list("offset=3")).data.transactions).toHaveLength(1);
  emulator.planted.leftOut.add("a");
  emulator.planted.foreign.push({ ourId: "x", amount: 7, currency: "UGX" });
  expect((await list("")).data.count).toBe(4);
  expect((await list(`from=${emulator.now() + 1}`)).data.count).toBe(1);
});

test("a gateway answers in HTML when all is done; other breaks are those of every emulator", async () => {
  const { push, enquire, emulator } = await openAirtel();
  emulator.unkind.gateway = 502;
  expect(await push("ours-1")).toMatchObject({ status: 502, text: expect.stringContaining("<h1>") });
  emulator.unkind.gateway = 0;
  await emulator.advance(4_000);
  expect((await enquire("ours-1")).json.data.transaction.status).toBe("TS");
  emulator.switches.unknownStatus = true;
  expect((await enquire("ours-1")).json.data.transaction.status).toBe("TX");
  emulator.switches.revoked = true;
  expect((await enquire("ours-1")).status).toBe(401);
});
