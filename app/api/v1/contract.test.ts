import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi";
import { createRouter } from "@/lib/api/route";
import { invoiceReminderDue } from "@/lib/domain/reminder";
import { apiClient, newShop, type Shop } from "@/lib/testing/api/client";
import { goodBodies, listOf, type Objects, objectsOf } from "@/lib/testing/api/objects";
import { testInvoice } from "@/lib/testing/invoices";
import { testWorld } from "@/lib/testing/world";
import { apiRoot, routes } from "./routes";

// docs/contract.json was written by hand from the specification. Here the description that is made from the code, and
// real answers, are held against it: what is missing or different is a failure, what we add is not.
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Members = { [key: string]: Json };
interface Operation {
  keys: string;
  path?: Members;
  query?: Members;
  body?: Members;
  answers: Record<string, Json>;
  errors?: string[];
}
const contract = JSON.parse(
  readFileSync(new URL("../../../docs/contract.json", import.meta.url), "utf8"),
) as {
  base: { path: string };
  envelopes: Record<string, Members>;
  resources: Record<string, Members>;
  endpoints: Record<string, Operation>;
  states: Record<string, string[]>;
  errors: Record<string, Members> & { "without a code": string[] };
  events: { headers: string[]; body: Members; types: Record<string, string> };
  limits: Record<string, number | number[]>;
};
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as JSON.
const document: any = openApiDocument(routes, { serverUrl: apiRoot, serviceName: "Sente" });
const names = Object.keys(contract.endpoints);

// biome-ignore lint/suspicious/noExplicitAny: as above.
function resolve(schema: any): any {
  return schema?.$ref ? document.components.schemas[schema.$ref.split("/").pop()] : schema;
}

const formats: Record<string, string> = { "date-time": "timestamp", date: "date", uri: "url" };

/** A schema of the document in the words of the contract. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function inWords(given: any): Json {
  const schema = resolve(given);
  if (schema.anyOf) {
    const others = schema.anyOf.filter((one: { type?: string }) => one.type !== "null");
    const words = others.map(inWords);
    if (others.length === schema.anyOf.length) return words.join(" or ");
    return typeof words[0] === "string" ? `${words[0]} or null` : { "or null": words[0] };
  }
  if (Array.isArray(schema.type)) {
    const words = inWords({ ...schema, type: schema.type.find((one: string) => one !== "null") });
    return typeof words === "string" ? `${words} or null` : { "or null": words };
  }
  if (schema.const !== undefined) return typeof schema.const === "boolean" ? "boolean" : schema.const;
  if (schema.enum) return schema.enum.filter((one: unknown) => one !== null).join(" | ");
  if (schema.type === "array") return [inWords(schema.items)];
  if (schema.type !== "object") return formats[schema.format] ?? schema.type;
  if (!schema.properties) return { "*": inWords(schema.additionalProperties) };
  const required: string[] = schema.required ?? [];
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, one]) => [
      name,
      required.includes(name) ? inWords(one) : optional(inWords(one)),
    ]),
  );
}

function optional(words: Json): Json {
  if (typeof words === "string") return `${words} optional`;
  const members = words as Members;
  return "or null" in members ? { "or null optional": members["or null"] ?? null } : { optional: words };
}

/** Where the description says less than the contract, or something else. Members of our own are no difference. */
function differences(wanted: Json, found: Json | undefined, where: string): string[] {
  if (Array.isArray(wanted) || typeof wanted !== "object" || wanted === null) {
    if (Array.isArray(wanted) && Array.isArray(found))
      return differences(wanted[0] ?? null, found[0], `${where}[]`);
    const said = JSON.stringify(found);
    return JSON.stringify(wanted) === said ? [] : [`${where}: ${JSON.stringify(wanted)} is ${said}`];
  }
  const members = found as Members | undefined;
  return Object.entries(wanted).flatMap(([name, one]) =>
    differences(one, members?.[name], `${where}.${name}`),
  );
}

const operationOf = (name: string) => {
  const [method = "", path = ""] = name.split(" ");
  return document.paths[path]?.[method.toLowerCase()];
};
const parametersOf = (name: string, place: string): Members =>
  Object.fromEntries(
    (operationOf(name)?.parameters ?? [])
      .filter((one: { in: string }) => one.in === place)
      .map((one: { name: string; schema: unknown }) => [one.name, inWords(one.schema)]),
  );

function envelope(answer: Json): Json {
  const [kind, name] = Object.entries(answer as Members)[0] ?? [];
  if (typeof answer === "string") return contract.resources[answer] ?? null;
  const resource = contract.resources[String(name)] ?? null;
  return kind === "list"
    ? { data: [resource], links: contract.envelopes.links ?? null, meta: contract.envelopes.meta ?? null }
    : { data: resource };
}

test("the contract has the 23 endpoints of the specification", () => {
  expect(names).toHaveLength(23);
  const members = JSON.stringify(contract.resources).match(/":/g)?.length ?? 0;
  console.info(`Contract: ${names.length} endpoints, ${members} members of resources.`);
});

describe.each(names)("%s", (name) => {
  const wanted = contract.endpoints[name] as Operation;

  test("is described with every parameter and member", () => {
    const operation = operationOf(name);
    expect(operation, "it is not in the document").toBeDefined();
    expect(operation["x-keys"]).toBe(wanted.keys);
    const body = operation.requestBody?.content["application/json"].schema;
    const problems = [
      ...differences(wanted.path ?? {}, parametersOf(name, "path"), "path"),
      ...differences(wanted.query ?? {}, parametersOf(name, "query"), "query"),
      ...(wanted.body ? differences(wanted.body, body && inWords(body), "body") : []),
    ];
    for (const [status, answer] of Object.entries(wanted.answers)) {
      const schema = operation.responses[status]?.content["application/json"].schema;
      problems.push(...differences(envelope(answer), schema && inWords(schema), status));
    }
    expect(problems).toEqual([]);
  });

  test("is described with every refusal, by its status and code", () => {
    const groups = [
      contract.errors.everywhere,
      ...(wanted.keys === "live" ? [contract.errors["live keys only"]] : []),
      ...(wanted.path ? [contract.errors["with an id in the path"]] : []),
      ...(wanted.body || wanted.query ? [contract.errors["with a query or a body"]] : []),
      Object.fromEntries((wanted.errors ?? []).map((code) => [code, 422])),
    ];
    for (const [code, status] of groups.flatMap((group) => Object.entries(group ?? {}))) {
      const found = operationOf(name).responses[String(status)];
      const response = found?.$ref ? document.components.responses[found.$ref.split("/").pop()] : found;
      const example = response?.content["application/json"].examples[code]?.value;
      expect(example, `${status} ${code}`).toBeDefined();
      const isCoded = !contract.errors["without a code"].includes(code);
      expect(example.error, code).toBe(isCoded ? code : undefined);
    }
  });
});

test("an error has the members of the contract", () => {
  expect(
    differences(contract.errors.body ?? null, inWords(document.components.schemas.Error), "Error"),
  ).toEqual([]);
});

test("the invoice lines, the limits and the states are those of the contract", () => {
  const { invoice_items_min, invoice_items_max, invoice_reminder_days, ...others } = contract.limits;
  expect(document["x-limits"]).toMatchObject(others);
  const { items } = document.components.schemas.NewInvoice.properties;
  expect([items.minItems, items.maxItems]).toEqual([invoice_items_min, invoice_items_max]);
  const sentAt = new Date("2026-02-01T00:00:00Z");
  const invoice = { dueOn: "2026-03-01", sentAt, balanceMinor: 1n, cancelledAt: null, timeZone: "UTC" };
  const kinds = Array.from({ length: 14 }, (_, days) =>
    invoiceReminderDue({ ...invoice, remindersSent: [] }, new Date(Date.UTC(2026, 2, 1 + days, 12))),
  );
  const firsts = [...new Set(kinds)].filter((kind) => kind !== null).map((kind) => kinds.indexOf(kind));
  expect(firsts).toEqual(invoice_reminder_days);
  for (const [resource, states] of Object.entries(contract.states)) {
    expect(document.components.schemas[resource].properties.status.enum).toEqual(states);
  }
  const perPage = parametersOf("GET /orders", "query").per_page;
  expect(perPage).toBe("integer");
});

test("every event type of the contract is described with its headers and payload", () => {
  for (const [type, resource] of Object.entries(contract.events.types)) {
    const hook = document.webhooks[type]?.post;
    expect(hook, type).toBeDefined();
    const headers = hook.parameters.map((one: { name: string }) => one.name);
    expect(headers).toEqual(expect.arrayContaining(contract.events.headers));
    const words = inWords(hook.requestBody.content["application/json"].schema) as Members;
    expect(words.type).toBe(type);
    const body = { ...contract.events.body, type };
    // In events livemode is always there.
    const data = { ...contract.resources[resource], livemode: "boolean" };
    expect(differences({ ...body, data }, words, type)).toEqual([]);
  }
});

describe("a real answer has every member", () => {
  const world = testWorld();
  const route = createRouter(routes, apiRoot);
  const call = apiClient(world, route);
  let shop: Shop;
  let ids: Objects;

  beforeAll(async () => {
    shop = await newShop(world);
    ids = await objectsOf(world, shop, route);
  });

  /** Whether a value is what the contract says, by words. */
  function mismatch(words: Json, value: Json | undefined, where: string): string[] {
    if (Array.isArray(words)) {
      if (!Array.isArray(value)) return [`${where} is no list`];
      return value.flatMap((one, at) => mismatch(words[0] ?? null, one, `${where}.${at}`));
    }
    if (typeof words === "object" && words !== null) {
      if ("or null" in words) return value === null ? [] : mismatch(words["or null"] ?? null, value, where);
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return [`${where} is no object`];
      if ("*" in words)
        return Object.values(value).flatMap((one) => mismatch(words["*"] ?? null, one, where));
      return Object.entries(words).flatMap(([name, one]) => mismatch(one, value[name], `${where}.${name}`));
    }
    return fits(String(words), value) ? [] : [`${where} is ${JSON.stringify(value)}, not ${words}`];
  }

  function fits(words: string, value: Json | undefined): boolean {
    if (words.endsWith(" optional")) return value === undefined || fits(words.slice(0, -9), value);
    if (words.endsWith(" or null")) return value === null || fits(words.slice(0, -8), value);
    switch (words) {
      case "integer":
        return Number.isInteger(value);
      case "number":
      case "boolean":
      case "string":
        return typeof value === words;
      case "timestamp":
        return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(String(value));
      case "date":
        return /^\d{4}-\d\d-\d\d$/.test(String(value));
      case "url":
        return URL.canParse(String(value));
      default:
        return words.split(" | ").includes(String(value));
    }
  }

  test.each(names)("of %s", async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const mode = "live" as const;
    if (path.endsWith("/cancel") || method === "DELETE")
      ids = await objectsOf(world, shop, route, `user_${names.indexOf(name)}`);
    if (path === "/invoices/{id}") {
      const body = { customer_email: "a@example.com", due_on: "2026-12-31", tax_rate: 18, tax_label: "VAT" };
      ids.live["/invoices"] = String((await testInvoice(world, shop.live, body)).id);
    }
    const answer = await call(
      method,
      path.replace("{id}", ids[mode][listOf(path)] ?? "") + (path === "/access" ? "?ref=user_1" : ""),
      { key: shop.liveKey, body: goodBodies[name] },
    );
    const wanted = (contract.endpoints[name] as Operation).answers[String(answer.status)];
    expect(wanted, `${answer.status} is no answer of the contract`).toBeDefined();
    expect(mismatch(envelope(wanted ?? null), answer.body, name)).toEqual([]);
    if (Array.isArray(answer.body.data)) expect(answer.body.data.length).toBeGreaterThan(0);
  });

  test("a test subscription says that it is one", async () => {
    const path = `/subscriptions/${ids.test["/subscriptions"]}`;
    expect((await call("GET", path, { key: shop.testKey })).body.data.livemode).toBe(false);
  });
});
