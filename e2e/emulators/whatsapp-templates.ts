import { randomInt } from "node:crypto";
import { type EmulatorAnswer, recordOf } from "./emulator";
import { type Book, type Json, refused, type Template } from "./whatsapp-book";

// Templates: how they are submitted and listed, and what a message must bring for one.

export const recordsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(recordOf) : []);
const kindOf = ({ type }: Json) => String(type).toUpperCase();
const variables = (text: unknown) => [
  ...new Set([...String(text ?? "").matchAll(/\{\{\s*([\w]+)\s*\}\}/g)].map(([, name = ""]) => name)),
];

function componentOf({ components }: Template, kind: string): Json | undefined {
  return components.find((one) => kindOf(one) === kind);
}

export function buttonsOf(template: Template): Json[] {
  return recordsOf(componentOf(template, "BUTTONS")?.buttons);
}

/** The template that a message names, and what is wrong with how it fills it. */
export function filled(book: Book, json: Json): { template: Template } | { problem: EmulatorAnswer } {
  const language = recordOf(json.language).code;
  if (typeof json.name !== "string" || typeof language !== "string")
    return { problem: refused(131008, "Parameter 'template' needs a name and a language.") };
  const named = book.templates.filter(({ name }) => name === json.name);
  const template = named.find((one) => one.language === language);
  if (template?.status === "PAUSED") return { problem: refused(132015) };
  if (template?.status === "DISABLED") return { problem: refused(132016) };
  if (template?.status !== "APPROVED") {
    const details = `template name (${json.name}) does not exist in ${language}`;
    return { problem: refused(132001, details) };
  }
  const problem = fillProblem(template, recordsOf(json.components));
  return problem ? { problem } : { template };
}

function fillProblem(template: Template, given: Json[]): EmulatorAnswer | null {
  for (const part of ["header", "body"]) {
    const sent = recordsOf(given.find((one) => one.type === part)?.parameters);
    const problem = textProblem(template, part, sent);
    if (problem) return problem;
  }
  const stranger = given.find(({ type }) => !["header", "body", "button"].includes(String(type)));
  if (stranger) return refused(100, `Component type '${stranger.type}' is not known.`);
  return buttonProblem(
    buttonsOf(template),
    given.filter(({ type }) => type === "button"),
  );
}

function textProblem(template: Template, part: string, sent: Json[]): EmulatorAnswer | null {
  const text = String(componentOf(template, part.toUpperCase())?.text ?? "");
  const names = variables(text);
  if (sent.length !== names.length) {
    // The sentence as it comes; it is in no page of Meta's, and in many reports.
    const counts = `(${sent.length}) does not match the expected number of params (${names.length})`;
    return refused(132000, `${part}: number of localizable_params ${counts}`);
  }
  const isNamed = template.parameter_format === "NAMED";
  if (isNamed && sent.some(({ parameter_name }) => !names.includes(String(parameter_name))))
    return refused(100, "Parameter name is missing or empty");
  for (const one of sent) {
    const problem = valueProblem(one);
    if (problem) return problem;
  }
  // The length when all is filled in. Meta's pages give 1,024 characters for a body.
  const length = sent.reduce(
    (sum, one) => sum + String(one.text).length,
    text.replace(/\{\{.*?\}\}/g, "").length,
  );
  return length > 1_024 ? refused(132005) : null;
}

function valueProblem({ type, text }: Json): EmulatorAnswer | null {
  if (type !== "text") return refused(132012, "Format mismatch, expected TEXT");
  if (typeof text !== "string" || text === "")
    return refused(131008, "Parameter of type text is missing text value");
  // 132018 is in Meta's page with its general details; this sentence, and that it stands for this, is in many reports.
  if (/[\n\r\t]| {5,}/.test(text))
    return refused(
      132018,
      "Param text cannot have new-line/tab characters or more than 4 consecutive spaces",
    );
  return null;
}

function buttonProblem(buttons: Json[], given: Json[]): EmulatorAnswer | null {
  for (const one of given) {
    const button = buttons[Number(one.index)];
    const kind = String(one.sub_type).toUpperCase();
    if (!button || kindOf(button) !== kind)
      return refused(132012, `buttons: Button at index ${one.index} is not of type ${one.sub_type}`);
    const [value = {}] = recordsOf(one.parameters);
    const isPayload = kind === "QUICK_REPLY" && value.type === "payload" && typeof value.payload === "string";
    const isText =
      kind === "URL" && value.type === "text" && typeof value.text === "string" && value.text !== "";
    if (!isPayload && !isText)
      return refused(131008, `buttons: Button at index ${one.index} lacks its parameter`);
    if (String(value.payload ?? "").length > 128) return refused(131009, "Button payload is too long");
  }
  const isGiven = (index: number) => given.some((one) => Number(one.index) === index);
  const lacking = buttons.findIndex((one, index) => variables(one.url).length > 0 && !isGiven(index));
  return lacking < 0
    ? null
    : refused(131008, `buttons: Button at index ${lacking} of type Url requires a parameter`);
}

/** A template as it is submitted. It waits until somebody decides about it. */
export function submit(book: Book, json: Json): EmulatorAnswer {
  const { name, language } = json;
  const wrong = (details: string, error_subcode?: number) =>
    refused(100, details, error_subcode ? { error_subcode, is_transient: false } : {});
  if (typeof name !== "string" || !/^[a-z0-9_]{1,512}$/.test(name))
    return wrong("The parameter name is not valid.");
  if (typeof language !== "string" || !/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language))
    return wrong("The parameter language is not valid.");
  const category = String(json.category).toUpperCase();
  if (category !== "UTILITY" && category !== "MARKETING" && category !== "AUTHENTICATION")
    return wrong("Param category must be one of {AUTHENTICATION, MARKETING, UTILITY}");
  const components = recordsOf(json.components);
  const body = components.find((one) => kindOf(one) === "BODY");
  const text = String(body?.text ?? "");
  if (text === "") return wrong("The parameter components needs a body.");
  if (text.length > 1_024) return wrong("The message body has more than 1,024 characters.", 2388040);
  if (/^\s*\{\{|\}\}\s*$/.test(text)) return wrong("Variables cannot be at the start or end.", 2388299);
  const names = variables(text);
  const isNamed = String(json.parameter_format).toUpperCase() === "NAMED";
  const isCounted = names.every((one, index) => one === String(index + 1));
  if (!isNamed && !isCounted) return wrong("Variables must be numbered from 1.", 2388072);
  const example = recordOf(body?.example);
  if (names.length > 0 && !example.body_text && !example.body_text_named_params)
    return wrong("A body with variables needs an example.", 2388043);
  if (book.templates.some((one) => one.name === name && one.language === language))
    return wrong("Content in this language already exists.", 2388024);
  const template = newTemplate({
    ...{ name, language, category, components, status: "PENDING" },
    parameter_format: isNamed ? "NAMED" : "POSITIONAL",
  });
  book.templates.push(template);
  return { status: 200, json: { id: template.id, status: template.status, category } };
}

export function newTemplate(own: Omit<Template, "id">): Template {
  return { id: String(randomInt(10 ** 14, 2 ** 48 - 1)), ...own };
}

/** The templates of the account, filtered and in pages. Cursors are our own, as theirs are opaque. */
export function listed(book: Book, query: URLSearchParams, url: string): EmulatorAnswer {
  const isWanted = (one: Template) =>
    (["name", "language", "status", "category"] as const).every((key) =>
      key === "name" ? one.name.includes(query.get(key) ?? "") : [null, one[key]].includes(query.get(key)),
    );
  const all = book.templates.filter(isWanted);
  const from = Number(Buffer.from(query.get("after") ?? "", "base64").toString() || 0);
  const limit = Number(query.get("limit") ?? 25);
  const page = all.slice(from, from + limit);
  const fields = query.get("fields")?.split(",");
  const data = page.map((one) =>
    Object.fromEntries(
      Object.entries(one).filter(([key]) => !fields || key === "id" || fields.includes(key)),
    ),
  );
  const cursorOf = (at: number) => Buffer.from(String(at)).toString("base64");
  const cursors = { before: cursorOf(from), after: cursorOf(from + page.length) };
  const hasNext = from + page.length < all.length;
  const nextQuery = new URLSearchParams({ ...Object.fromEntries(query), after: cursors.after });
  const paging = { cursors, ...(hasNext ? { next: `${url}?${nextQuery}` } : {}) };
  return { status: 200, json: page.length > 0 ? { data, paging } : { data } };
}
