import { expect, onTestFinished } from "vitest";
import { type MpesaEmulator, startMpesa } from "@/e2e/emulators/mpesa";
import type { MpesaOptions } from "@/e2e/emulators/mpesa-book";
import { callbackOf, listen } from "../listen";
import samples from "./mpesa-samples.json";

// A client of Daraja that knows nothing: it sends what the documents show, and keeps what comes.

type Body = Record<string, unknown>;
const site = "https://pay.example.com";
export const phone = "254712345678";
/** The emulator, our side of it, and a client that is as plain as can be. */
export async function openDaraja(options: MpesaOptions = {}) {
  const emulator = await startMpesa(options);
  const received: { path: string; body: Body }[] = [];
  const ours = { answer: JSON.stringify(samples.c2b.accepted), silent: false };
  const server = await listen(async (request, response) => {
    const { path, body } = await callbackOf(request);
    received.push({ path, body: JSON.parse(body.toString("utf8")) });
    if (!ours.silent) response.end(ours.answer);
  });
  emulator.callbackUrl.current = server.url;
  onTestFinished(async () => {
    await emulator.close();
    await server.close();
  });
  const { consumerKey, consumerSecret } = emulator.keys;
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
  const token = async () => {
    const query = "grant_type=client_credentials";
    const url = `${emulator.url}/oauth/v1/generate?${query}`;
    const answer = await fetch(url, { headers: { authorization: `Basic ${basic}` } });
    return String((await answer.json()).access_token);
  };
  let bearer = await token();
  const post = async (path: string, body: Body) => {
    const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
    const answer = await fetch(emulator.url + path, { method: "POST", body: JSON.stringify(body), headers });
    const text = await answer.text();
    return { status: answer.status, text, json: text.startsWith("{") ? JSON.parse(text) : {} };
  };
  const renew = async () => {
    bearer = await token();
  };
  return { emulator, received, ours, post, token, renew, ...calls(emulator, post) };
}

function calls(
  emulator: MpesaEmulator,
  post: (path: string, body: Body) => Promise<{ status: number; text: string; json: Body }>,
) {
  const { shortCode, passkey, till, initiator, securityCredential } = emulator.keys;
  const nairobi = () => new Date(emulator.now() + 10_800_000).toISOString().slice(0, 19).replace("T", " ");
  const stk = (Timestamp = nairobi().replace(/\D/g, "")) => {
    const Password = Buffer.from(shortCode + passkey + Timestamp).toString("base64");
    return { BusinessShortCode: shortCode, Password, Timestamp };
  };
  const by = { Initiator: initiator, SecurityCredential: securityCredential, Remarks: "Test" };
  const back = (name: string) => ({ ResultURL: `${site}/${name}`, QueueTimeOutURL: `${site}/${name}/late` });
  return {
    ask: (more: Body = {}, Timestamp?: string) =>
      post("/mpesa/stkpush/v1/processrequest", {
        ...samples.push.request,
        ...stk(Timestamp),
        ...{
          PartyB: till || shortCode,
          PartyA: phone,
          PhoneNumber: phone,
          Amount: "20",
          CallBackURL: `${site}/stk`,
        },
        ...more,
      }),
    query: (CheckoutRequestID: unknown) =>
      post("/mpesa/stkpushquery/v1/query", { ...stk(), CheckoutRequestID }),
    register: (version = "v2", ResponseType = "Completed") => {
      const urls = { ConfirmationURL: `${site}/paid`, ValidationURL: `${site}/may` };
      return post(`/mpesa/c2b/${version}/registerurl`, { ShortCode: shortCode, ResponseType, ...urls });
    },
    payOut: (OriginatorConversationID: string, more: Body = {}) =>
      post("/mpesa/b2c/v3/paymentrequest", {
        ...{ ...by, InitiatorName: initiator, OriginatorConversationID, CommandID: "BusinessPayment" },
        ...{ Amount: "500", PartyA: shortCode, PartyB: phone, ...back("b2c"), ...more },
      }),
    reverse: (TransactionID: string, Amount: string) =>
      post("/mpesa/reversal/v1/request", {
        ...{ ...by, CommandID: "TransactionReversal", TransactionID, Amount, ReceiverParty: shortCode },
        ...{ RecieverIdentifierType: "11", ...back("reversal") },
      }),
    status: (what: Body) => {
      const own = {
        CommandID: "TransactionStatusQuery",
        PartyA: shortCode,
        IdentifierType: "4",
        Occasion: "Test",
      };
      return post("/mpesa/transactionstatus/v1/query", { ...by, ...own, ...what, ...back("status") });
    },
    balance: () => {
      const own = { CommandID: "AccountBalance", PartyA: shortCode, IdentifierType: "4" };
      return post("/mpesa/accountbalance/v1/query", { ...by, ...own, ...back("balance") });
    },
    pull: (OffSetValue = "0", StartDate = "2026-01-01 00:00:00") => {
      const EndDate = "2026-12-31 23:59:59";
      return post("/pulltransactions/v1/query", { ShortCode: shortCode, StartDate, EndDate, OffSetValue });
    },
    registerPull: () => {
      const own = { RequestType: "Pull", NominatedNumber: "0722000000", CallBackURL: `${site}/pull` };
      return post("/pulltransactions/v1/register", { ShortCode: shortCode, ...own });
    },
    order: (more: Body = {}) =>
      post("/standingorder/v1/createStandingOrderExternal", {
        ...{
          StandingOrderName: "Gold",
          StartDate: "20260201",
          EndDate: "20260430",
          BusinessShortCode: shortCode,
        },
        ...{
          TransactionType: "Standing Order Pay Bill External Third Party",
          ReceiverPartyIdentifierType: "4",
        },
        ...{ Amount: "300", PartyA: phone, CallBackURL: `${site}/order`, AccountReference: "48217" },
        ...{ TransactionDesc: "Gold", Frequency: "5", CustomStoId: "ours-1", ...more },
      }),
  };
}

/** Keys and types of a value, so that a sample and what was sent can be laid over each other. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isName(key) ? one : shapeOf(one)]),
  );
}
const isName = (key: string) => key === "Key" || key === "Name";

/** The same, whatever the order of named values. */
export function alike(sent: unknown, sample: unknown) {
  const sorted = (value: unknown) =>
    JSON.stringify(shapeOf(value), (_, one) =>
      Array.isArray(one)
        ? one.map((item) => JSON.stringify(item)).sort()
        : typeof one === "object" && one
          ? Object.fromEntries(Object.entries(one).sort())
          : one,
    );
  expect(sorted(sent)).toBe(sorted(sample));
}
