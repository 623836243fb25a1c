import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startWhatsapp } from "@/e2e/emulators/whatsapp";
import samples from "@/e2e/emulators/whatsapp-samples.json";
import { callbackOf, listen } from "./listen";

// The emulator of WhatsApp by the samples of Meta's documents, and by what they leave open. The client knows nothing.

type Json = Record<string, unknown>;
const phone = "+16505551234";
const userId = "US.13491208655302741918";

async function open() {
  const emulator = await startWhatsapp();
  const received: { text: string; signature: string | undefined; value: Json; field: string }[] = [];
  const ours = { status: 200, word: emulator.verifyToken };
  const server = await listen(async (request, response) => {
    const { method, query, headers, body } = await callbackOf(request);
    if (method === "GET")
      return response.end(query.get("hub.verify_token") === ours.word ? query.get("hub.challenge") : "no");
    const text = body.toString("utf8");
    for (const { value, field } of JSON.parse(text).entry[0].changes)
      received.push({ text, value, field, signature: headers["x-hub-signature-256"] });
    response.writeHead(ours.status).end();
  });
  onTestFinished(async () => {
    await emulator.close();
    await server.close();
  });
  expect(await emulator.subscribe(server.url)).toBe(true);
  emulator.number.display_phone_number = "+1 555 078 3881";
  Object.assign(emulator.person(phone), { name: "Pablo M.", userId });
  const call = async (method: string, path: string, json?: Json, token = emulator.token) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = await fetch(`${emulator.url}/v25.0/${path}`, {
      method,
      headers,
      body: json && JSON.stringify(json),
    });
    const text = await sent.text();
    return { status: sent.status, text, json: text ? JSON.parse(text) : {} };
  };
  const send = (more: Json) =>
    call("POST", `${emulator.phoneNumberId}/messages`, { messaging_product: "whatsapp", to: phone, ...more });
  const sendTemplate = (
    name: string,
    params: readonly unknown[] = [],
    more: Json = {},
    buttons: Json[] = [],
  ) => {
    const parameters = params.map((text) => ({ type: "text", text }));
    const components = [{ type: "body", parameters }, ...buttons];
    return send({ type: "template", template: { name, language: { code: "en" }, components }, ...more });
  };
  const text = (body = "Hello", more: Json = {}) => send({ type: "text", text: { body }, ...more });
  const statuses = () => received.flatMap(({ value }) => (value.statuses ?? []) as Json[]);
  return { emulator, received, ours, server, call, send, sendTemplate, text, statuses };
}

/** Without what is of one time only, and without what only some businesses have. */
const plain = (text: string) =>
  text
    .replace(/wamid\.[\w+/=\\]+/g, "wamid")
    .replace(/"timestamp":"\d+"/g, '"timestamp":"0"')
    .replace(/,"(recipient_|from_)?parent_user_id":"[^"]+"/g, "")
    .replaceAll("\\/", "/");
const last = <T>(rows: readonly T[]): T => rows.at(-1) as T;

test("answers and webhooks are those of the samples, letter by letter", async () => {
  const { emulator, received, sendTemplate, text } = await open();
  const told = () => plain(last(received).text);
  const pablo = emulator.person(phone);
  emulator.approve("offer", "en", "Now or never.", { category: "MARKETING", replies: ["Unsubscribe"] });
  pablo.readMs = null;
  pablo.username = "pablomorales";
  const byId = { to: undefined, recipient: userId };
  expect(plain((await sendTemplate("offer", [], byId)).text)).toBe(plain(samples.answerByUserId));
  await emulator.advance(2_000);
  expect(told()).toBe(plain(samples.deliveredByUserId));
  Object.assign(pablo, { name: "Sheena Nelson", username: "realsheenanelson" });
  await emulator.writes(userId, "Does it come in another color?");
  expect(told()).toBe(plain(samples.textWithoutPhone));
  expect(plain((await text()).text)).toBe(plain(samples.answerByPhone));
  await emulator.advance(2_000);
  Object.assign(pablo, { name: "Pablo M.", username: "pablomorales" });
  await sendTemplate("offer");
  await emulator.advance(2_000);
  expect(told()).toBe(plain(samples.deliveredByPhone));
  emulator.failNext(131049);
  await sendTemplate("offer");
  await emulator.advance(2_000);
  expect(told()).toBe(plain(samples.failed));
  Object.assign(pablo, { name: "Sheena Nelson", username: null });
  await emulator.presses(phone, "Unsubscribe");
  // The page of buttons is older than the ids.
  const older = told().replace(`,"from_user_id":"${userId}"`, "").replace(`,"user_id":"${userId}"`, "");
  expect(older).toBe(plain(samples.button));
});

test("what is signed is the body as it came, with its letters escaped", async () => {
  const { emulator, received, sendTemplate } = await open();
  await emulator.writes("+254712345678", "Asante sana, Wanjikũ 👍 a/b");
  const { text, signature } = last(received);
  expect(text).toContain("Wanjik\\u0169 \\ud83d\\udc4d a\\/b");
  const made = (body: string) =>
    `sha256=${createHmac("sha256", emulator.appSecret).update(body).digest("hex")}`;
  expect(signature).toBe(made(text));
  expect(made(JSON.stringify(JSON.parse(text)))).not.toBe(signature);
  emulator.approve("due", "en", "It is due.");
  emulator.switches.tamperBody = true;
  await sendTemplate("due");
  await emulator.advance(500);
  expect(last(received).signature).not.toBe(made(last(received).text));
});

test("an address is taken only when it gives the challenge back", async () => {
  const { emulator, server, ours } = await open();
  expect(await emulator.subscribe(server.url, "wrong")).toBe(false);
  ours.word = "changed";
  expect(await emulator.subscribe(server.url, "changed")).toBe(true);
});

test("a message is sent, delivered, read; priced twice; and free within a day of what they wrote", async () => {
  const { emulator, sendTemplate, text, statuses } = await open();
  emulator.approve("due", "en", "Dear {{1}}, it is due.");
  const { id } = (await sendTemplate("due", ["Ann"], { biz_opaque_callback_data: "m-1" })).json.messages[0];
  await emulator.advance(10_000);
  expect(statuses().map(({ status }) => status)).toEqual(["sent", "delivered", "read"]);
  expect(statuses().every((one) => one.id === id && one.biz_opaque_callback_data === "m-1")).toBe(true);
  expect(statuses().map(({ pricing }) => (pricing as Json | undefined)?.billable)).toEqual([
    true,
    true,
    undefined,
  ]);
  expect(statuses().some((one) => "conversation" in one)).toBe(false);
  await emulator.writes(phone, "When?");
  emulator.unkind.webhookVersion = 23;
  await sendTemplate("due", ["Ann"]);
  await emulator.advance(1_000);
  const free = { billable: false, pricing_model: "PMP", type: "free_customer_service", category: "utility" };
  expect(last(statuses())).toMatchObject({ pricing: free, conversation: { origin: { type: "utility" } } });
  await text("Tomorrow.");
  await emulator.advance(10_000);
  expect(last(statuses()).status).toBe("read");
  emulator.unkind.freeAnswers = 0;
  await text("Or today.");
  await emulator.advance(1_000);
  expect(last(statuses()).pricing).toMatchObject({ billable: true, type: "regular", category: "service" });
  await emulator.advance(86_400_000);
  await text("Too late.");
  await emulator.advance(1_000);
  expect(last(statuses())).toMatchObject({ status: "failed", errors: [{ code: 131047 }] });
  emulator.unkind.failsAtOnce = true;
  expect((await text("Again.")).json.error.code).toBe(131047);
});

test("people are off, have no WhatsApp, block us, read at once, or out of order", async () => {
  const { emulator, sendTemplate, statuses } = await open();
  emulator.approve("due", "en", "It is due.");
  const person = emulator.person(phone);
  const usual = { ...person };
  const words = async (more: Partial<typeof person>) => {
    const before = statuses().length;
    Object.assign(person, usual, more);
    await sendTemplate("due");
    await emulator.advance(10_000);
    return statuses().slice(before);
  };
  const names = async (more: Partial<typeof person>) => (await words(more)).map(({ status }) => status);
  expect(await names({ deliveredMs: null })).toEqual(["sent"]);
  expect(await names({ blocksUs: true })).toEqual(["sent"]);
  expect(await names({ readMs: 0 })).toEqual(["sent", "read"]);
  const [failed] = await words({ hasWhatsapp: false });
  expect(failed).toMatchObject({
    status: "failed",
    errors: [{ code: 131026, title: "Message undeliverable" }],
  });
  emulator.unkind.backwards = true;
  expect(await names({})).toEqual(["read", "delivered", "sent"]);
});

test("templates are told apart by name, language, state, and what fills them", async () => {
  const { emulator, sendTemplate, send } = await open();
  emulator.approve("due", "en", "Dear {{1}}, {{2}} is due.", {
    link: "https://a.example/{{1}}",
    replies: ["Later"],
  });
  const link = (value: Json = { type: "text", text: "x" }) => [
    { type: "button", sub_type: "url", index: "0", parameters: [value] },
  ];
  const code = async (params: unknown[], buttons = link(), name = "due") =>
    (await sendTemplate(name, params, {}, buttons)).json.error?.code;
  expect(await code(["Ann", "KES 5"])).toBeUndefined();
  expect(await code(["Ann", "four    spaces"])).toBeUndefined();
  const short = (await sendTemplate("due", ["Ann"], {}, link())).json.error;
  const counts = "body: number of localizable_params (1) does not match the expected number of params (2)";
  expect(short).toMatchObject({ code: 132000, error_data: { details: counts } });
  for (const bad of ["a\nb", "a\tb", "a     b"]) expect(await code(["Ann", bad])).toBe(132018);
  expect(await code(["Ann", ""])).toBe(131008);
  expect(await code(["Ann", 5])).toBe(131008);
  expect(await code(["Ann", "x".repeat(1_024)])).toBe(132005);
  expect(await code(["Ann", "b"], [])).toBe(131008);
  const wrongKind = [{ type: "button", sub_type: "quick_reply", index: "0", parameters: [] }];
  expect(await code(["Ann", "b"], wrongKind)).toBe(132012);
  expect(await code([], [], "none")).toBe(132001);
  const french = { name: "due", language: { code: "fr" } };
  expect(await send({ type: "template", template: french })).toMatchObject({ status: 404 });
  emulator.approve("named", "en", "Dear {{name}}, pay.", { header: "For {{shop}}", format: "NAMED" });
  const named = async (name: string) => {
    const of = (type: string, parameter_name: string) => ({
      ...{ type, parameters: [{ type: "text", parameter_name, text: "Ann" }] },
    });
    const components = [of("header", "shop"), of("body", name)];
    const template = { name: "named", language: { code: "en" }, components };
    return (await send({ type: "template", template })).json.error?.code;
  };
  expect([await named("name"), await named("title")]).toEqual([undefined, 100]);
  await emulator.decide("due", "en", "PAUSED");
  expect(await code(["Ann", "b"])).toBe(132015);
  await emulator.decide("due", "en", "DISABLED");
  expect(await code(["Ann", "b"])).toBe(132016);
  await emulator.decide("due", "en", "REJECTED");
  expect(await code(["Ann", "b"])).toBe(132001);
});

test("a template is submitted, waits, is decided about, and is in the list", async () => {
  const { emulator, received, call, sendTemplate } = await open();
  const path = `${emulator.wabaId}/message_templates`;
  const body = { type: "BODY", text: "Dear {{1}}, pay.", example: { body_text: [["Ann"]] } };
  const good = { name: "due", language: "en", category: "UTILITY", components: [body] };
  for (const wrong of [
    ...[{ name: "Due!" }, { language: "english" }, { category: "OTHER" }, { components: [] }],
    ...["{{1}}, pay.", "Dear {{1}}", "Dear {{2}}, do pay."].map((text) => ({
      components: [{ ...body, text }],
    })),
    { components: [{ ...body, example: undefined }] },
  ])
    expect((await call("POST", path, { ...good, ...wrong })).json.error?.code, JSON.stringify(wrong)).toBe(
      100,
    );
  const made = await call("POST", path, good);
  expect(made.json).toEqual({ id: expect.any(String), status: "PENDING", category: "UTILITY" });
  expect((await call("POST", path, good)).json.error.error_subcode).toBe(2388024);
  expect((await sendTemplate("due", ["Ann"])).json.error.code).toBe(132001);
  await emulator.decide("due", "en", "APPROVED");
  expect(last(received)).toMatchObject({
    field: "message_template_status_update",
    value: { event: "APPROVED" },
  });
  expect((await sendTemplate("due", ["Ann"])).status).toBe(200);
  emulator.approve("later", "en", "Later then.");
  const first = (await call("GET", `${path}?fields=name,status&limit=1`)).json;
  expect(first.data).toEqual([{ id: made.json.id, name: "due", status: "APPROVED" }]);
  const next = await call("GET", first.paging.next.split("/v25.0/")[1]);
  expect(next.json.data[0].name).toBe("later");
  expect((await call("GET", `${path}?language=fr`)).json).toEqual({ data: [] });
});

test("a hidden phone is shown to who wrote to it; a new number brings a new id, and the old one is nobody's", async () => {
  const { emulator, received, text } = await open();
  const person = emulator.person(phone);
  person.username = "pablomorales";
  await emulator.writes(userId, "Hello");
  expect(JSON.stringify(last(received).value)).not.toContain("16505551234");
  await text("Hello", { to: undefined, recipient: userId });
  await emulator.advance(10_000);
  expect(JSON.stringify(last(received).value)).not.toContain("16505551234");
  await text("Hello");
  await emulator.writes(userId, "Hello again");
  expect(last(received).value.messages).toMatchObject([{ from: "16505551234", from_user_id: userId }]);
  emulator.unkind.contactBook = false;
  await emulator.advance(31 * 86_400_000);
  await emulator.writes(userId, "Still here");
  expect(JSON.stringify(last(received).value)).not.toContain("16505551234");
  Object.assign(person, { username: null, name: "Sheena Nelson" });
  await emulator.moves(phone, "16505559999");
  expect(received.at(-2)?.value.messages).toMatchObject([
    { type: "system", system: { wa_id: "16505559999" } },
  ]);
  expect(last(received).field).toBe("user_id_update");
  const ids = /US\.\d+/g;
  const moved = plain(last(received).text).replaceAll("16505559999", "16505551234").replace(ids, "US");
  expect(moved).toBe(plain(samples.userIdUpdate).replace(ids, "US"));
  expect((await text("Hello", { to: undefined, recipient: userId })).json.error.code).toBe(131009);
});

test("a template's button brings its payload, an interactive one its id", async () => {
  const { emulator, received, send, sendTemplate } = await open();
  emulator.approve("due", "en", "It is due.", { replies: ["Renew", "Stop"] });
  const button = { type: "button", sub_type: "quick_reply", index: "1" };
  const sent = await sendTemplate("due", [], {}, [
    { ...button, parameters: [{ type: "payload", payload: "stop:7" }] },
  ]);
  await emulator.presses(phone, "Stop");
  const context = { from: "15550783881", id: sent.json.messages[0].id };
  expect(last(received).value.messages).toMatchObject([
    { context, button: { payload: "stop:7", text: "Stop" } },
  ]);
  await emulator.presses(phone, "Renew");
  expect(last(received).value.messages).toMatchObject([{ button: { payload: "Renew", text: "Renew" } }]);
  const buttons = [{ type: "reply", reply: { id: "yes-7", title: "Yes" } }];
  const interactive = { type: "button", body: { text: "Now?" }, action: { buttons } };
  expect((await send({ type: "interactive", interactive })).status).toBe(200);
  await emulator.presses(phone, "Yes");
  const reply = { type: "button_reply", button_reply: { id: "yes-7", title: "Yes" } };
  expect(last(received).value.messages).toMatchObject([{ type: "interactive", interactive: reply }]);
  const four = { ...interactive, action: { buttons: Array(4).fill(buttons[0]) } };
  expect((await send({ type: "interactive", interactive: four })).json.error.code).toBe(131009);
});

test("refusals are as the sample; the account, the token and the request have theirs", async () => {
  const { emulator, call, send, text } = await open();
  await emulator.writes(phone, "Hello");
  emulator.refuseNext(130429);
  const busy = (await text()).text;
  const bare = (one: string) => one.replace(/"error_subcode":\d+,/, "").replace(/"fbtrace_id":"[^"]+"/, "");
  expect(bare(busy)).toBe(bare(samples.error));
  expect((await text()).status).toBe(200);
  emulator.unkind.account = "locked";
  expect(await text()).toMatchObject({ status: 403, json: { error: { code: 131031 } } });
  emulator.unkind.account = "blocked";
  expect((await text()).json.error.code).toBe(368);
  emulator.unkind.account = "";
  const code = async (more: Json) => (await send(more)).json.error.code;
  expect(await code({ messaging_product: "sms" })).toBe(100);
  expect(await code({ to: undefined })).toBe(131008);
  expect(await code({ to: "nobody" })).toBe(131009);
  expect(await code({ to: "15550783881" })).toBe(131021);
  expect(await code({ type: "video" })).toBe(131051);
  expect(await code({ type: "text", text: { body: "" } })).toBe(131008);
  const number = emulator.phoneNumberId;
  expect(await call("GET", number, undefined, "old")).toMatchObject({
    status: 401,
    json: { error: { code: 190 } },
  });
  const { display_phone_number, ...sample } = JSON.parse(samples.number);
  const told = (await call("GET", `${number}?fields=${Object.keys(sample)}`)).json;
  expect(told).toEqual({ ...sample, id: number });
  expect((await call("GET", `${number}?fields=colour`)).json.error.code).toBe(100);
  expect((await call("GET", "1")).json.error).toMatchObject({ code: 100, error_subcode: 33 });
  emulator.switches.revoked = true;
  expect((await text()).json.error.code).toBe(190);
});

test("webhooks come again until they are answered 200, come twice, together, or not at all", async () => {
  const { emulator, received, ours, sendTemplate } = await open();
  ours.status = 500;
  await emulator.writes(phone, "Hello");
  await emulator.advance(600_000);
  expect(received.length).toBeGreaterThan(2);
  expect(new Set(received.map(({ text }) => text)).size).toBe(1);
  ours.status = 200;
  await emulator.advance(4 * 3_600_000);
  const quiet = received.length;
  await emulator.advance(4 * 86_400_000);
  expect(received).toHaveLength(quiet);
  emulator.switches.dupCallback = true;
  await emulator.writes(phone, "Twice");
  expect(received).toHaveLength(quiet + 2);
  emulator.switches.dupCallback = false;
  emulator.unkind.togetherMs = 60_000;
  emulator.approve("due", "en", "It is due.");
  await sendTemplate("due");
  await emulator.advance(120_000);
  expect(new Set(received.slice(quiet + 2).map(({ text }) => text)).size).toBe(1);
  expect(received).toHaveLength(quiet + 5);
  emulator.switches.dropCallback = true;
  await emulator.writes(phone, "Lost");
  await emulator.advance(120_000);
  expect(received).toHaveLength(quiet + 5);
});

test("an answer that is lost was a message all the same", async () => {
  const { emulator, sendTemplate } = await open();
  emulator.approve("due", "en", "It is due.");
  emulator.switches.http500AfterCommit = true;
  await expect(sendTemplate("due")).rejects.toThrow();
  emulator.switches.http500AfterCommit = false;
  emulator.switches.down = true;
  expect((await sendTemplate("due")).status).toBe(503);
  expect(emulator.sentTo(phone)).toHaveLength(1);
});
