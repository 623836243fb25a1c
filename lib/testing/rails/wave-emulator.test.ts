import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import samples from "@/e2e/emulators/wave-samples.json";
import { alike } from "./mpesa-client";
import { openWave } from "./wave-client";

// The emulator of Wave by the samples of its documents, and by what they leave open.

const session = JSON.parse(samples.webhook.body).data;
const hmac = (secret: string, seconds: number, body: string) =>
  createHmac("sha256", secret).update(`${seconds}${body}`).digest("hex");

test("a session speaks as the sample does, and its webhook is signed as the example is", async () => {
  const { secret, seconds, signature, body } = samples.webhook;
  expect(hmac(secret, seconds, body)).toBe(signature);
  const { create, read, get, received, emulator } = await openWave();
  const { json } = await create();
  alike(json, { ...session, when_completed: null, transaction_id: null });
  expect(json).toMatchObject({ checkout_status: "open", payment_status: "processing" });
  await emulator.pay(json.id);
  const paid = (await read(json.id)).json;
  alike(paid, session);
  expect(paid).toMatchObject({ checkout_status: "complete", payment_status: "succeeded", amount: "1000" });
  alike(received[0]?.json, JSON.parse(body));
  expect(received[0]?.json.data).toEqual(paid);
  const sent = Math.floor(emulator.now() / 1000);
  const made = hmac(emulator.webhookSecret.current, sent, received[0]?.text ?? "");
  expect(received[0]?.headers["wave-signature"]).toBe(`t=${sent},v1=${made}`);
  expect((await get(`/v1/checkout/sessions?transaction_id=${paid.transaction_id}`)).json.id).toBe(json.id);
});

test("keys are told apart by what is wrong with them", async () => {
  const { call, get, emulator } = await openWave();
  const bad = { "x ": "invalid-auth", "Bearer ": "api-key-not-provided", "Bearer x": "no-matching-api-key" };
  for (const [authorization, code] of Object.entries(bad))
    expect(await call("GET", "/v1/balance", undefined, { authorization })).toMatchObject({
      status: 401,
      json: { code },
    });
  const none = await fetch(`${emulator.url}/v1/balance`);
  expect((await none.json()).code).toBe("missing-auth-header");
  emulator.unkind.wallet = "disabled-wallet";
  expect((await get("/v1/balance")).status).toBe(200);
  expect(await get("/v1/transactions")).toMatchObject({ status: 403, json: { code: "disabled-wallet" } });
  emulator.switches.revoked = true;
  expect((await get("/v1/balance")).json.code).toBe("api-key-revoked");
});

test("what the documents refuse of a session is refused", async () => {
  const { create, read, act, call, emulator } = await openWave();
  for (const wrong of [
    ...[{ amount: 1000 }, { amount: "10.5" }, { amount: "0" }, { amount: "-5" }, { amount: "007" }],
    ...[{ currency: "KES" }, { success_url: "http://a.example" }, { error_url: undefined }],
    ...[{ client_reference: "x".repeat(256) }, { restrict_payer_mobile: "761110001" }, { metadata: {} }],
  ]) {
    const refused = await create(wrong);
    expect(refused.status, JSON.stringify(wrong)).toBe(422);
    alike(refused.json, samples.error.validation);
  }
  const path = "/v1/checkout/sessions";
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await call("POST", path, {}, form)).json.code).toBe("request-not-json");
  expect(await read("cos-0")).toMatchObject({ status: 404, json: { code: "checkout-session-not-found" } });
  expect((await act("cos-0", "refund")).status).toBe(404);
  expect(emulator.held("x")).toBe(0);
});

test("a payer who fails may try again; one who turns back may too; a session runs out untold", async () => {
  const { create, read, act, get, received, emulator } = await openWave();
  const { id } = (await create({ client_reference: "ours-1" })).json;
  await emulator.pay("ours-1", "+221761110049");
  const failed = received[0]?.json;
  expect(failed).toMatchObject({
    type: "checkout.session.payment_failed",
    data: { id, checkout_status: "open", last_payment_error: { code: "insufficient-funds" } },
  });
  await emulator.pay("ours-1", "+225761110000");
  expect((await read(id)).json.last_payment_error.code).toBe("cross-border-payment-not-allowed");
  await emulator.cancel("ours-1");
  await emulator.pay("ours-1");
  expect((await read(id)).json).toMatchObject({ checkout_status: "complete", last_payment_error: null });
  expect((await act(id, "expire")).status).toBe(409);
  const locked = (await create({ client_reference: "ours-2", restrict_payer_mobile: "+221761110005" })).json;
  await emulator.pay("ours-2", "+221761110006");
  expect((await read(locked.id)).json.last_payment_error.code).toBe("payer-mobile-mismatch");
  expect(await act(locked.id, "expire")).toMatchObject({ status: 200, text: "" });
  expect((await read(locked.id)).json.checkout_status).toBe("expired");
  const late = (await create({ client_reference: "ours-3" })).json;
  const told = received.length;
  await emulator.advance(1_800_000);
  expect((await read(late.id)).json).toMatchObject({
    checkout_status: "expired",
    payment_status: "cancelled",
  });
  await emulator.pay("ours-3");
  expect(received).toHaveLength(told);
  const found = await get("/v1/checkout/sessions/search?client_reference=ours-3");
  expect(found.json.result.map((one: { id: string }) => one.id)).toEqual([late.id]);
});

test("a browser pays at the launch address and is led back", async () => {
  const { create } = await openWave();
  const { wave_launch_url } = (await create()).json;
  expect(await (await fetch(wave_launch_url)).text()).toContain('name="outcome" value="ok"');
  const body = new URLSearchParams({ outcome: "ok", mobile: "" });
  const back = await fetch(wave_launch_url, { method: "POST", body, redirect: "manual" });
  expect(back.headers.get("location")).toBe(samples.session.request.success_url);
});

test("a refund is whole, once, and in the list with its fee", async () => {
  const { create, act, get, emulator } = await openWave();
  const { id } = (await create({ client_reference: "ours-1" })).json;
  expect((await act(id, "refund")).json.code).toBe("checkout-refund-failed");
  await emulator.pay("ours-1", "+221761110279");
  expect(emulator.balance()).toBe(1_000_990);
  expect((await act(id, "refund")).json.code).toBe("checkout-refund-failed");
  expect(await act(id, "refund")).toMatchObject({ status: 200, text: "" });
  await act(id, "refund");
  expect([emulator.balance(), emulator.refunded("ours-1")]).toEqual([1_000_000, 1]);
  const { items } = (await get("/v1/transactions")).json;
  alike(items[0], samples.transactions.item);
  expect(items[1]).toMatchObject({ amount: "-990", fee: "-10", balance: "1000000", is_reversal: true });
});

test("a payout needs a key, goes out once, and ends as its number says", async () => {
  const { payOut, get, emulator } = await openWave();
  const without = await payOut("");
  expect([without.status, without.json]).toEqual([400, samples.error.withoutKey]);
  const first = (await payOut("key-1", { client_reference: "ours-1" })).json;
  expect(first.status).toBe("processing");
  await emulator.advance(4_000);
  const again = (await payOut("key-1", { client_reference: "ours-1" })).json;
  expect(again).toMatchObject({ id: first.id, status: "succeeded" });
  expect(await payOut("key-1", { client_reference: "ours-2" })).toMatchObject({
    status: 409,
    json: { code: "idempotency-mismatch" },
  });
  expect((await get("/v1/payouts/search?client_reference=ours-1")).json.result).toEqual([again]);
  expect(emulator.held("ours-1")).toBe(1);
  emulator.unkind.payoutsAtOnce = true;
  alike((await payOut("key-2")).json, samples.payout.done);
  alike((await payOut("key-3", { mobile: "+221761110099" })).json, samples.payout.failed);
  emulator.unkind.errorWord = "error_code";
  alike((await payOut("key-4", { receive_amount: "9000000" })).json, samples.payout.refused);
  emulator.unkind.errorWord = "code";
  const code = async (key: string, more: Record<string, unknown>) => (await payOut(key, more)).json.code;
  expect(await code("key-5", { mobile: "+225761110001" })).toBe("country-mismatch");
  expect(await code("key-6", { currency: "GMD" })).toBe("currency-mismatch");
  expect(await code("key-7", { receive_amount: 500 })).toBe("request-validation-error");
  expect(await get("/v1/payout/pt-0")).toMatchObject({ status: 404, json: { code: "not-found" } });
  expect(emulator.balance()).toBe(1_000_000 - 2 * 505);
});

test("a payout comes back within three days, by us or by itself", async () => {
  const { payOut, reverse, get, emulator } = await openWave();
  const sent = async (key: string, mobile: string) => (await payOut(key, { mobile })).json.id;
  const [one, spent, gone] = [
    await sent("a", "+221761110001"),
    await sent("b", "+221761110309"),
    await sent("c", "+221761110319"),
  ];
  const self = await sent("d", "+221761110209");
  expect((await reverse(one)).status).toBe(409);
  await emulator.advance(4_000);
  const word = async (id: string) => (await get(`/v1/payout/${id}`)).json.status;
  expect([await word(one), await word(self)]).toEqual(["succeeded", "reversed"]);
  expect(await reverse(one)).toMatchObject({ status: 200, text: "" });
  expect([(await reverse(one)).status, await word(one)]).toEqual([200, "reversed"]);
  expect((await reverse(spent)).json.code).toBe("insufficient-funds");
  expect((await reverse(gone)).json.code).toBe("payout-reversal-account-terminated");
  await emulator.advance(3 * 86_400_000);
  expect((await reverse(gone)).json.code).toBe("payout-reversal-time-limit-exceeded");
  expect(emulator.balance()).toBe(1_000_000 - 2 * 505);
});

test("the list has a day in pages, and what was planted; the balance is the book's", async () => {
  const { create, get, received, emulator } = await openWave({ pageSize: 2 });
  for (const client_reference of ["a", "b", "c"]) {
    await create({ client_reference });
    await emulator.pay(client_reference);
  }
  await emulator.payAtCode(1_000);
  alike(received[3]?.json, samples.merchantPayment.event);
  emulator.planted.leftOut.add("a");
  const first = (await get("/v1/transactions")).json;
  alike(first.page_info, samples.transactions.page_info);
  expect(first.items.map((one: { client_reference: string }) => one.client_reference)).toEqual(["b", "c"]);
  const last = (await get(`/v1/transactions?after=${first.page_info.end_cursor}`)).json;
  expect([last.items.length, last.page_info.has_next_page]).toEqual([1, false]);
  expect(last.items[0].transaction_type).toBe("merchant_payment");
  expect((await get("/v1/transactions?date=2026-01-30")).json.items).toEqual([]);
  expect((await get("/v1/transactions?date=today")).status).toBe(422);
  const balance = (await get("/v1/balance")).json;
  alike(balance, samples.balance.answer);
  expect(balance.amount).toBe(String(emulator.lines().at(-1)?.balance));
});

test("webhooks are shared secrets, two signatures, late, or somebody else's; a gateway speaks HTML", async () => {
  const { create, read, received, emulator } = await openWave();
  const old = emulator.webhookSecret.current;
  emulator.rollSecret();
  await emulator.sendForeign();
  const text = received[0]?.text ?? "";
  const sent = Math.floor(emulator.now() / 1000);
  const both = [emulator.webhookSecret.current, old].map((secret) => `v1=${hmac(secret, sent, text)}`);
  expect(received[0]?.headers["wave-signature"]).toBe(`t=${sent},${both.join(",")}`);
  emulator.security.current = "shared";
  emulator.unkind.webhookLateMs = 60_000;
  await create({ client_reference: "ours-1" });
  await emulator.pay("ours-1");
  expect(received).toHaveLength(1);
  await emulator.advance(60_000);
  expect(received[1]?.headers).toMatchObject({ authorization: `Bearer ${emulator.webhookSecret.current}` });
  emulator.unkind.gateway = 504;
  expect(await create({ client_reference: "ours-2" })).toMatchObject({ status: 504 });
  emulator.unkind.gateway = 0;
  expect(emulator.held("ours-2")).toBe(1);
  expect((await read("cos-0")).status).toBe(404);
});
