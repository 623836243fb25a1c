import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bodyOf, listen } from "@/lib/testing/listen";
import { africasTalking, twilio } from "./sms";

interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage["headers"];
  form: Record<string, string>;
}

let server: Awaited<ReturnType<typeof listen>>;
let baseUrl: string;
let received: Received[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  received = [];
  server = await listen(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(String(await bodyOf(request))));
    received.push({ method: request.method, path: request.url, headers: request.headers, form });
    answer(response);
  });
  baseUrl = server.url;
});
afterEach(() => server.close());

const message = { to: "+254711222333", text: "Maji Kwetu: KES 1,500 – asante & karibu" };

test("Africa's Talking gets a form with the key in a header, and gives back its own id", async () => {
  answer = json(201, taken(101, "Success", "ATXid_1"));
  const sms = africasTalking({ username: "maji", apiKey: "secret", from: "MAJI", baseUrl });
  expect(await sms.send(message)).toEqual({ ref: "ATXid_1" });
  expect(received).toMatchObject([
    {
      method: "POST",
      path: "/version1/messaging",
      headers: {
        apikey: "secret",
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      },
      form: {
        username: "maji",
        to: "+254711222333",
        message: message.text,
        from: "MAJI",
        bulkSMSMode: "1",
        enqueue: "1",
      },
    },
  ]);
});

test("without a sender of one's own none is named", async () => {
  answer = json(201, taken(100, "Processed", "None"));
  const sms = africasTalking({ username: "maji", apiKey: "secret", from: undefined, baseUrl });
  expect(await sms.send(message)).toEqual({ ref: null });
  expect(received[0]?.form).not.toHaveProperty("from");
});

test.each([
  [403, "InvalidPhoneNumber", true],
  [404, "UnsupportedNumberType", true],
  [406, "UserInBlacklist", true],
  [407, "CouldNotRoute", true],
  [409, "DoNotDisturbRejection", true],
  [402, "InvalidSenderId", false],
  [405, "InsufficientBalance", false],
  [500, "InternalServerError", false],
  [501, "GatewayError", false],
])("Africa's Talking says %i %s of the recipient: final is %s", async (code, status, final) => {
  answer = json(201, taken(code, status, "None"));
  const sms = africasTalking({ username: "maji", apiKey: "secret", from: undefined, baseUrl });
  await expect(sms.send(message)).rejects.toMatchObject({
    name: "DeliveryProblem",
    final,
    message: `Africa's Talking: ${status} (${code}).`,
  });
});

test("Africa's Talking took nobody, or would not speak to us: tried again", async () => {
  const sms = africasTalking({ username: "maji", apiKey: "wrong", from: undefined, baseUrl });
  answer = json(201, { SMSMessageData: { Message: "InvalidSenderId", Recipients: [] } });
  await expect(sms.send(message)).rejects.toMatchObject({
    final: false,
    message: "Africa's Talking took nobody: InvalidSenderId.",
  });
  answer = (response) => response.writeHead(401).end("The supplied authentication is invalid");
  await expect(sms.send(message)).rejects.toMatchObject({ final: false, message: /401: check the key/ });
  answer = (response) => response.writeHead(502).end("<html>Bad gateway</html>");
  await expect(sms.send(message)).rejects.toMatchObject({ final: false, message: /502/ });
});

test("Twilio gets a form under the account, from a number or by a messaging service", async () => {
  answer = json(201, { sid: "SM1", status: "queued" });
  const account = { accountSid: "AC1", authToken: "token", baseUrl };
  expect(await twilio({ ...account, sender: { from: "+15005550006" } }).send(message)).toEqual({
    ref: "SM1",
  });
  await twilio({ ...account, sender: { messagingServiceSid: "MG1" } }).send(message);
  expect(received.map(({ form }) => form)).toEqual([
    { To: message.to, From: "+15005550006", Body: message.text },
    { To: message.to, MessagingServiceSid: "MG1", Body: message.text },
  ]);
  expect(received[0]).toMatchObject({
    method: "POST",
    path: "/2010-04-01/Accounts/AC1/Messages.json",
    headers: { authorization: `Basic ${Buffer.from("AC1:token").toString("base64")}` },
  });
});

test.each([
  [400, 21211, true],
  [400, 21408, true],
  [400, 21610, true],
  [400, 21614, true],
  [400, 21606, false],
  [401, 20003, false],
  [429, 20429, false],
  [503, 20503, false],
])("Twilio answers %i with code %i: final is %s", async (status, code, final) => {
  answer = json(status, { code, message: "No.", status });
  const sms = twilio({ accountSid: "AC1", authToken: "token", sender: { from: "MAJI" }, baseUrl });
  await expect(sms.send(message)).rejects.toMatchObject({ final, message: `Twilio: No. (${code}).` });
});

test("nobody there, a redirect, an endless answer: none is final, and nothing is followed", async () => {
  const sms = twilio({ accountSid: "AC1", authToken: "token", sender: { from: "MAJI" }, baseUrl });
  answer = (response) => response.writeHead(307, { location: `${baseUrl}/elsewhere` }).end();
  await expect(sms.send(message)).rejects.toMatchObject({ final: false });
  expect(received).toHaveLength(1);
  answer = (response) => {
    response.writeHead(201, { "content-type": "application/json" });
    response.end(" ".repeat(200_000));
  };
  await expect(sms.send(message)).rejects.toMatchObject({ final: false, message: /too long/ });
  answer = (response) => response.destroy();
  await expect(sms.send(message)).rejects.toMatchObject({ final: false, message: /could not be reached/ });
});

function json(status: number, body: unknown) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

function taken(statusCode: number, status: string, messageId: string) {
  return {
    SMSMessageData: {
      Message: "Sent to 1/1 Total Cost: KES 0.8000",
      Recipients: [{ statusCode, number: message.to, status, cost: "KES 0.8000", messageId }],
    },
  };
}

test("three numbers with commas are no recipient of any provider", async () => {
  answer = json(201, taken(101, "Success", "ATXid_1"));
  const providers = [
    africasTalking({ username: "maji", apiKey: "secret", from: "MAJI", baseUrl }),
    twilio({ accountSid: "AC1", authToken: "secret", sender: { from: "Maji" }, baseUrl }),
  ];
  for (const sms of providers)
    for (const to of ["+254711222333,+254711222334,+254711222335", "+254711222333 ", "0711222333", ""])
      await expect(sms.send({ ...message, to })).rejects.toMatchObject({
        name: "DeliveryProblem",
        final: true,
      });
  expect(received).toEqual([]);
});
