import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import samples from "@/e2e/emulators/wave-samples.json";
import { chargeOf, payoutOf } from "@/lib/testing/rails/contract-harness";
import { open, phone, senegal, sessions, webhookSecret } from "@/lib/testing/rails/wave-stub";
import type { RawCallback } from "../port";

// What Wave's pages print, read by the adapter as it stands.

const { webhook } = samples;

function printed(body = webhook.body): RawCallback {
  const headers = { "wave-signature": `t=${webhook.seconds},v1=${webhook.signature}` };
  const rest = { method: "POST", host: "a.example", path: "/", query: new URLSearchParams(), ip: "::1" };
  return { ...rest, headers, body: Buffer.from(body) };
}

test("the worked example of a signature proves itself in its five minutes, and its session is read", async () => {
  expect(webhookSecret).toBe(webhook.secret);
  const { rail, clock, answers } = open();
  clock.at = new Date(webhook.seconds * 1000);
  const verdict = await rail.parseCallback(printed());
  expect(verdict).toMatchObject({
    authentic: true,
    events: [{ op: "charge", railRef: "cos-1b01sghpg100j" }],
  });
  expect(await rail.parseCallback(printed(`${webhook.body} `))).toMatchObject({ authentic: false });
  clock.at = new Date(webhook.seconds * 1000 + 301_000);
  expect(await rail.parseCallback(printed())).toMatchObject({ authentic: false, reply: { status: 401 } });
  answers[`GET ${sessions}/cos-1b01sghpg100j`] = { body: JSON.parse(webhook.body).data };
  expect(await rail.chargeStatus({ attemptId: randomUUID(), railRef: "cos-1b01sghpg100j" })).toMatchObject({
    kind: "succeeded",
    settlement: {
      ...{ amount: { minor: 100n, currency: "XOF" }, receipt: "TCN4Y4ZC3FM" },
      paidAt: new Date("2022-11-08T15:05:45Z"),
    },
  });
});

test("a page is asked for with the fields of the sample and our reference", async () => {
  const { rail, answers, sent, anomaly } = open();
  answers[`POST ${sessions}`] = { status: 422, body: samples.error.validation };
  expect(await rail.charge(chargeOf(senegal, phone))).toMatchObject({
    failure: { reason: "rail_misconfigured", railCode: "request-validation-error" },
  });
  expect(anomaly).toMatchObject([{ what: "refused" }]);
  const { client_reference, ...rest } = sent(`POST ${sessions}`)[0]?.json ?? {};
  expect(Object.keys(rest).sort()).toEqual(Object.keys(samples.session.request).sort());
  expect([typeof rest.amount, typeof client_reference]).toEqual(["string", "string"]);
});

test("a payout that is done, that failed and that was refused", async () => {
  const { rail, answers } = open();
  const request = payoutOf(senegal, phone);
  answers["POST /v1/payout"] = { body: samples.payout.done };
  expect(await rail.payout?.(request)).toEqual({ kind: "pending", railRef: samples.payout.done.id });
  const { done, failed } = samples.payout;
  const read = async (body: typeof done | typeof failed) => {
    answers[`GET /v1/payout/${body.id}`] = { body };
    return rail.payoutStatus?.({ payoutId: request.payoutId, railRef: body.id });
  };
  expect(await read(done)).toMatchObject({ kind: "succeeded", fee: { minor: 5n, currency: "XOF" } });
  expect(await read(failed)).toMatchObject({ kind: "failed", failure: { reason: "recipient_limit" } });
  answers["POST /v1/payout"] = { status: 422, body: samples.payout.refused };
  const failure = { reason: "insufficient_float", railMessage: "Insufficient funds in wallet." };
  expect(await rail.payout?.(request)).toMatchObject({ kind: "failed", failure });
});

test("the balance and a line of the list", async () => {
  const { rail, answers } = open();
  answers["GET /v1/balance"] = { body: samples.balance.answer };
  expect(await rail.balance?.()).toEqual([{ minor: 10_245n, currency: "XOF" }]);
  const { page_info, date, item } = samples.transactions;
  answers["GET /v1/transactions"] = ({ query }) => {
    const isFirst = query.get("after") === null;
    return {
      body: { date, items: isFirst ? [item] : [], page_info: { ...page_info, has_next_page: isFirst } },
    };
  };
  const at = new Date(item.timestamp);
  const listed = await rail.statement?.({ from: at, to: new Date(at.getTime() + 1) });
  expect(listed?.lines).toEqual([
    {
      ...{ op: "charge", ourId: null, railRef: "cos-1bsdxe8p8108y", receipt: "T_V3TFOUE7VU" },
      ...{ minor: 100n, currency: "XOF", at },
    },
  ]);
});
