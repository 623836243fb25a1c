import { createHmac, randomBytes } from "node:crypto";
import {
  type Emulator,
  type EmulatorAnswer,
  type EmulatorOptions,
  type EmulatorRequest,
  jsonOf,
  recordOf,
  startEmulator,
} from "./emulator";
import {
  type Book,
  digitsOf,
  isOpen,
  type Json,
  type Message,
  newBook,
  type Person,
  personOf,
  refused,
  type Template,
  type Whatsapp,
  type WhatsappUnkind,
  wamid,
} from "./whatsapp-book";
import { follow, moves, presses, tellOfTemplate, unreachable, writes } from "./whatsapp-people";
import { filled, listed, newTemplate, recordsOf, submit } from "./whatsapp-templates";

// WhatsApp's Cloud API, by Meta's pages under developers.facebook.com/documentation/business-messaging/whatsapp
// (business-scoped-user-ids, support/error-codes, webhooks/reference/messages/*; read in 2026).

export interface WhatsappEmulator extends Emulator {
  token: string;
  appSecret: string;
  verifyToken: string;
  wabaId: string;
  phoneNumberId: string;
  /** What the number is like: change `quality_rating` and the rest here. */
  number: Json;
  callbackUrl: { current: string };
  unkind: WhatsappUnkind;
  templates: Template[];
  /** All that was taken, oldest first. */
  messages: readonly Message[];
  /** Sets the address of webhooks as Meta does: by a challenge first. False when it is not given back. */
  subscribe(url: string, verifyToken?: string): Promise<boolean>;
  /** An approved template: `body` has {{1}} or {{name}}; `replies` are its quick replies. */
  approve(name: string, language: string, body: string, more?: TemplateParts): Template;
  /** Meta decides about a template, and tells. */
  decide(name: string, language: string, status: Template["status"], reason?: string): Promise<void>;
  /** Whoever has this phone or id; change what they are like here. They are there as soon as somebody asks. */
  person(phoneOrUserId: string): Person;
  /** The messages that went to somebody, oldest first. */
  sentTo(phoneOrUserId: string): readonly Message[];
  writes(phoneOrUserId: string, text: string, replyTo?: string): Promise<string>;
  /** Presses a button by its words; of their last message unless another is named. */
  presses(phoneOrUserId: string, words: string, messageId?: string): Promise<string>;
  /** Moves to a new number, with a new id. */
  moves(phoneOrUserId: string, newPhone: string): Promise<void>;
  /** So many messages are refused with this code, in the answer. */
  refuseNext(code: number, times?: number): void;
  /** So many messages are taken, and fail with this code by a webhook. */
  failNext(code: number, times?: number): void;
}

interface Named {
  name: string;
  language: string;
  body: string;
}

interface TemplateParts {
  header?: string;
  replies?: readonly string[];
  /** The address of a button, with {{1}} where it has a part of ours. It comes before the quick replies. */
  link?: string;
  category?: Template["category"];
  format?: Template["parameter_format"];
}

/** `own`: another number than the usual one, of another app. */
export async function startWhatsapp(
  options: EmulatorOptions & { own?: Partial<Pick<Book, "token" | "appSecret" | "phoneNumberId">> } = {},
): Promise<WhatsappEmulator> {
  const book = { ...newBook(), ...options.own };
  const emulator = await startEmulator(
    (request, server) => answer({ book, emulator: server }, request),
    options,
  );
  const wa = { book, emulator };
  const { token, appSecret, verifyToken, wabaId, phoneNumberId, number, callbackUrl } = book;
  const toThem = (who: string) => book.messages.filter(({ person }) => person === personOf(book, who));
  const found = (id?: string) => book.messages.find((one) => one.id === id);
  const push = (list: number[], code: number, times: number) => void list.push(...Array(times).fill(code));
  return {
    ...emulator,
    ...{ token, appSecret, verifyToken, wabaId, phoneNumberId, number, callbackUrl },
    ...{ unkind: book.unkind, templates: book.templates, messages: book.messages },
    subscribe: (url, word) => subscribe(book, url, word ?? verifyToken),
    approve: (name, language, body, more) => approve(book, { name, language, body, ...more }),
    async decide(name, language, status, reason = "NONE") {
      const template = book.templates.find((one) => one.name === name && one.language === language);
      if (!template) throw new Error(`No template ${name} in ${language}.`);
      template.status = status;
      await tellOfTemplate(wa, {
        ...{ event: status, message_template_id: Number(template.id), message_template_name: name },
        ...{ message_template_language: language, reason, message_template_category: template.category },
      });
    },
    person: (who) => personOf(book, who),
    sentTo: toThem,
    writes: (who, text, replyTo) => writes(wa, personOf(book, who), text, found(replyTo)),
    presses(who, words, id) {
      const message = id ? found(id) : toThem(who).at(-1);
      if (!message) throw new Error(`Nothing was sent to ${who}.`);
      return presses(wa, message, words);
    },
    moves: (who, newPhone) => moves(wa, personOf(book, who), digitsOf(newPhone)),
    refuseNext: (code, times = 1) => push(book.refusals, code, times),
    failNext: (code, times = 1) => push(book.failures, code, times),
  };
}

async function subscribe(book: Book, url: string, word: string): Promise<boolean> {
  const challenge = String(randomBytes(4).readUInt32BE());
  const query = new URLSearchParams({
    ...{ "hub.mode": "subscribe", "hub.challenge": challenge, "hub.verify_token": word },
  });
  const given = await fetch(`${url}${url.includes("?") ? "&" : "?"}${query}`);
  const isGood = given.status === 200 && (await given.text()) === challenge;
  if (isGood) book.callbackUrl.current = url;
  return isGood;
}

function approve(book: Book, { name, language, body, ...more }: Named & TemplateParts): Template {
  const { header, link, replies = [], category = "UTILITY", format = "POSITIONAL" } = more;
  const quick = replies.map((text) => ({ type: "QUICK_REPLY", text }));
  const buttons = link ? [{ type: "URL", text: "Open", url: link }, ...quick] : quick;
  const components = [
    ...(header ? [{ type: "HEADER", format: "TEXT", text: header }] : []),
    { type: "BODY", text: body },
    ...(buttons.length > 0 ? [{ type: "BUTTONS", buttons }] : []),
  ];
  const shape = { name, language, category, components, parameter_format: format };
  const template = newTemplate({ ...shape, status: "APPROVED" });
  book.templates.push(template);
  return template;
}

function answer(wa: Whatsapp, request: EmulatorRequest): EmulatorAnswer {
  const { book, emulator } = wa;
  const { method, path, query, headers } = request;
  const [, id, rest = ""] = /^\/v\d+\.0\/(\d+)(\/[a-z_]+)?$/.exec(path) ?? [];
  if (!id) return refused(2500, `Unknown path components: ${path}`);
  if (emulator.switches.revoked || headers.authorization !== `Bearer ${book.token}`) return refused(190);
  if (id === book.wabaId && rest === "/message_templates") {
    const list = `${emulator.url}${path}`;
    return method === "GET" ? listed(book, query, list) : submit(book, jsonOf(request));
  }
  if (id === book.phoneNumberId && rest === "" && method === "GET") return aboutNumber(book, query);
  if (id === book.phoneNumberId && rest === "/messages" && method === "POST")
    return take(wa, jsonOf(request), request);
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist`;
  return refused(100, "", { message, type: "GraphMethodException", error_subcode: 33 });
}

/** A proof that is given has to be right, whether the app asks for one or not (graph-api/guides/secure-requests). */
function aboutNumber(
  { number, phoneNumberId, token, appSecret }: Book,
  query: URLSearchParams,
): EmulatorAnswer {
  const proof = query.get("appsecret_proof");
  if (proof !== null && proof !== createHmac("sha256", appSecret).update(token).digest("hex"))
    return refused(100, "", { message: "Invalid appsecret_proof provided in the API argument" });
  const usual = "verified_name,display_phone_number,quality_rating,code_verification_status";
  const fields = (query.get("fields") ?? usual).split(",").filter((one) => one !== "id");
  const stranger = fields.find((one) => !(one in number));
  if (stranger) return refused(100, `Tried accessing nonexisting field (${stranger})`);
  const told = Object.fromEntries(fields.map((one) => [one, number[one]]));
  return { status: 200, json: { ...told, id: phoneNumberId } };
}

function take(wa: Whatsapp, json: Json, { headers }: EmulatorRequest): EmulatorAnswer {
  const { book } = wa;
  if (!headers["content-type"]?.startsWith("application/json")) return refused(100, "The body is not JSON.");
  if (json.messaging_product !== "whatsapp")
    return refused(100, "The parameter messaging_product is required.");
  const bad = book.refusals.shift() ?? { "": 0, locked: 131031, blocked: 368 }[book.unkind.account];
  if (bad) return refused(bad);
  const person = addressee(book, json);
  if (!("userId" in person)) return person;
  const problem = contentProblem(json);
  if (problem) return problem;
  const named = json.type === "template" ? filled(book, recordOf(json.template)) : { template: null };
  if ("problem" in named) return named.problem;
  return keep(wa, person, json, named.template);
}

/** `to` is a phone and wins; `recipient` is an id. Which code a missing one brings is not documented. */
function addressee(book: Book, { to, recipient, ...more }: Json): Person | EmulatorAnswer {
  if ((more.recipient_type ?? "individual") !== "individual") return refused(100, "Unknown recipient_type.");
  if (to === undefined && recipient === undefined) return refused(131008, "The parameter to is required.");
  if (to !== undefined) {
    const isPhone = typeof to === "string" && /^\+?[\d\s().-]+$/.test(to) && /^\d{8,15}$/.test(digitsOf(to));
    if (!isPhone) return refused(131009, "The recipient is not a phone number.");
    if (digitsOf(to) === digitsOf(book.number.display_phone_number)) return refused(131021);
    return personOf(book, to);
  }
  const known = [...book.people.values()].find(({ userId }) => userId === recipient);
  // An id of another business, or an old one: that it fails is documented, the code is not.
  return known ?? refused(131009, "The recipient is not a business-scoped user ID of this business.");
}

function contentProblem(json: Json): EmulatorAnswer | null {
  const { type = "text" } = json;
  if (type === "template") return null;
  if (type === "text") {
    const { body } = recordOf(json.text);
    if (typeof body !== "string" || body === "") return refused(131008, "The text has no body.");
    return body.length > 4_096 ? refused(100, "The text's body is longer than 4096 characters.") : null;
  }
  const interactive = recordOf(json.interactive);
  if (type !== "interactive" || interactive.type !== "button") return refused(131051);
  const { text } = recordOf(interactive.body);
  const replies = recordsOf(recordOf(interactive.action).buttons).map(({ reply }) => recordOf(reply));
  const fits = (value: unknown, most: number) =>
    typeof value === "string" && value.length > 0 && value.length <= most;
  const areGood = replies.every(({ id, title }) => fits(id, 256) && fits(title, 20));
  const count = new Set(replies.map(({ id }) => id)).size;
  const isGood = fits(text, 1_024) && areGood && count === replies.length && count >= 1 && count <= 3;
  return isGood ? null : refused(131009, "Body or buttons of the interactive message are not valid.");
}

function keep(wa: Whatsapp, person: Person, json: Json, template: Template | null): EmulatorAnswer {
  const { book, emulator } = wa;
  const by = json.to === undefined ? "user_id" : "phone";
  const code = book.unkind.failsAtOnce ? unreachable(wa, { person, template }) : null;
  if (code) return refused(code);
  const { biz_opaque_callback_data: opaque = null } = json;
  const isFree = template
    ? template.category === "UTILITY" && isOpen(wa, person)
    : book.unkind.freeAnswers-- > 0;
  const id = wamid(by === "phone" ? person.phone : person.userId);
  const message: Message = {
    ...{ id, person, by, json, template, told: [], isFree },
    category: template ? template.category.toLowerCase() : "service",
    opaque: opaque === null ? null : String(opaque),
  };
  book.messages.push(message);
  if (by === "phone") person.byPhoneMs = emulator.now();
  follow(wa, message);
  // The id is there only when the message went to it.
  const whose = by === "phone" ? { wa_id: person.phone } : { user_id: person.userId };
  const contacts = [{ input: json.to ?? json.recipient, ...whose }];
  const messages = [{ id: message.id, ...(template ? { message_status: "accepted" } : {}) }];
  return { status: 200, json: { messaging_product: "whatsapp", contacts, messages } };
}
