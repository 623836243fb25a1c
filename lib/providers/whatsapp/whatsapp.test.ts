import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bodyOf, listen } from "@/lib/testing/listen";
import { cloudWhatsapp } from "./cloud";
import { concernOf, type WhatsappProblem } from "./port";
import { isSigned, readTold } from "./webhook";

let server: Awaited<ReturnType<typeof listen>>;
let received: { path: string | undefined; authorization: string | undefined; body: unknown }[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  received = [];
  server = await listen(async (request, response) => {
    const body = JSON.parse(String(await bodyOf(request)));
    received.push({ path: request.url, authorization: request.headers.authorization, body });
    answer(response);
  });
});
afterEach(() => server.close());

const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
};
const refused = (code: number, status = 400) =>
  json(status, {
    error: { code, message: "(#1) to +254711222333", error_data: { details: "secret-token" } },
  });

const number = () =>
  cloudWhatsapp({
    ...{ numberId: "106540352242922", token: "secret-token", appSecret: "app", verifyToken: "word" },
    prices: { utility: null, marketing: null, authentication: null },
    baseUrl: server.url,
  });
const message = {
  ...{ to: "+254711222333", template: "sente_renewal_one_day", language: "en" },
  ...{ parameters: ["Maji Kwetu", "Gold"], payloads: ["renew.a", "later.b", "stop.c"] },
};
const problemOf = () =>
  number()
    .send(message)
    .then(
      () => null,
      (error: WhatsappProblem) => error,
    );

test("a template goes to the number's own address with its values in order and each button's payload", async () => {
  answer = json(200, { messages: [{ id: "wamid.1", message_status: "accepted" }] });
  expect(await number().send(message)).toEqual({ ref: "wamid.1" });
  expect(received).toEqual([
    {
      path: "/v24.0/106540352242922/messages",
      authorization: "Bearer secret-token",
      body: {
        ...{
          messaging_product: "whatsapp",
          recipient_type: "individual",
          to: "254711222333",
          type: "template",
        },
        template: {
          name: "sente_renewal_one_day",
          language: { code: "en" },
          components: [
            {
              type: "body",
              parameters: [
                { type: "text", text: "Maji Kwetu" },
                { type: "text", text: "Gold" },
              ],
            },
            ...["renew.a", "later.b", "stop.c"].map((payload, index) => ({
              ...{ type: "button", sub_type: "quick_reply", index: String(index) },
              parameters: [{ type: "payload", payload }],
            })),
          ],
        },
      },
    },
  ]);
});

test.each([
  [131_026, "recipient"],
  [131_047, "recipient"],
  [130_472, "recipient"],
  [130_429, "later"],
  [131_056, "later"],
  [80_007, "later"],
  [132_001, "template"],
  [132_015, "template"],
  [132_016, "template"],
  [131_031, "account"],
  [368, "account"],
  [190, "account"],
  [200, "account"],
] as const)("code %i is about the %s; only a later one is tried again", async (code, concern) => {
  answer = refused(code);
  expect(await problemOf()).toMatchObject({ code, concern, final: concern !== "later" });
});

test("no answer, a broken one and a server's fault are tried again", async () => {
  const answers = [
    json(503, {}),
    refused(131_026, 500),
    json(200, { messages: [] }),
    json(200, { messages: [{ id: "x".repeat(70_000) }] }),
    (response: ServerResponse) => void response.destroy(),
  ];
  for (const one of answers) {
    answer = one;
    expect(await problemOf()).toMatchObject({ concern: "later", final: false });
  }
});

test("a problem names neither the token nor the phone", async () => {
  for (const one of [refused(131_026), (response: ServerResponse) => void response.destroy()]) {
    answer = one;
    const said = JSON.stringify([String(await problemOf()), await problemOf()]);
    expect(said).not.toMatch(/secret-token|254711|graph/);
  }
});

test("who is no phone is refused before anybody is called", async () => {
  await expect(number().send({ ...message, to: "+254711222333,+254711222334" })).rejects.toMatchObject({
    final: true,
  });
  expect(received).toEqual([]);
});

test("every code has a concern", () => {
  for (const code of [0, 1, 999_999, 131_999]) expect(concernOf(code)).toBeDefined();
});

const body = Buffer.from('{"entry":[]}');
const signed = (secret: string) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

test("only the app's secret over the body's own bytes signs", () => {
  expect(isSigned("app", body, signed("app"))).toBe(true);
  expect(isSigned("app", Buffer.from('{"entry": []}'), signed("app"))).toBe(false);
  for (const header of [
    null,
    "",
    "sha256=",
    signed("other"),
    signed("app").slice(0, -1),
    signed("app").slice(7),
  ])
    expect(isSigned("app", body, header)).toBe(false);
});

const told = (value: object, id = "106540352242922") =>
  readTold(
    "106540352242922",
    Buffer.from(
      JSON.stringify({
        entry: [{ changes: [{ value: { metadata: { phone_number_id: id }, ...value }, field: "messages" }] }],
      }),
    ),
  );

test("a status is read with its code, its price and the person's id, and no other number's", () => {
  const statuses = [
    {
      ...{ id: "wamid.1", status: "delivered", timestamp: "1749416383", recipient_id: "254711222333" },
      ...{
        recipient_user_id: "KE.134",
        pricing: { billable: true, pricing_model: "PMP", category: "utility" },
      },
    },
    { id: "wamid.2", status: "failed", errors: [{ code: 131_026, title: "Message undeliverable" }] },
    { id: "wamid.3", status: "played" },
    { status: "sent" },
    "x",
  ];
  expect(told({ statuses })).toEqual([
    {
      ...{ kind: "status", ref: "wamid.1", status: "delivered", userId: "KE.134", code: null },
      pricing: { billable: true, category: "utility" },
    },
    { kind: "status", ref: "wamid.2", status: "failed", userId: null, code: 131_026, pricing: null },
  ]);
  expect(told({ statuses }, "another")).toEqual([]);
});

test("a message without a phone is read by the person's id; a button gives its payload and whose message it answers", () => {
  const messages = [
    { from_user_id: "KE.134", id: "wamid.a", type: "text", text: { body: "Is it open?" } },
    {
      ...{ from: "254711222333", id: "wamid.b", type: "button", context: { id: "wamid.1" } },
      button: { payload: "renew.a", text: "Renew" },
    },
    { from: "254711222333", id: "wamid.c", type: "image", image: {} },
  ];
  const contacts = [{ profile: { name: "Asha" }, user_id: "KE.134" }];
  expect(told({ messages, contacts })).toMatchObject([
    { kind: "message", phone: null, userId: "KE.134", name: "Asha", text: "Is it open?", payload: null },
    { kind: "message", phone: "+254711222333", about: "wamid.1", payload: "renew.a", text: "Renew" },
    { kind: "message", phone: "+254711222333", text: "" },
  ]);
});

test("another id of a person is read as the provider's system message and as its earlier field", () => {
  const system = {
    ...{ type: "user_changed_number", body: "changed", wa_id: "254711222444" },
    ...{ user_id: "KE.2", previous_user_id: "KE.1" },
  };
  const messages = [{ from: "254711222333", id: "wamid.s", type: "system", system }];
  expect(told({ messages })).toEqual([
    {
      ...{ kind: "user", id: "wamid.s" },
      from: { phone: "+254711222333", userId: "KE.1" },
      to: { phone: "+254711222444", userId: "KE.2" },
    },
  ]);
  const update = [{ wa_id: "254711222333", user_id: { previous: "KE.1", current: "KE.2" } }];
  expect(told({ user_id_update: update })).toMatchObject([
    { kind: "user", from: { userId: "KE.1" }, to: { userId: "KE.2" } },
  ]);
});

test("what is no such body is nothing", () => {
  for (const bad of ["", "null", "[]", "{", '{"entry":{}}', '{"entry":[{}]}', "\0"])
    expect(readTold("1", Buffer.from(bad))).toBeNull();
});
