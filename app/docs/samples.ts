import { at, type Json } from "@/lib/api/openapi-finish";
import { type Operation, textOf } from "./api-facts";

/** A request whose answer has the id that a sample needs: the first object of a list, or the one that it makes. */
interface Source {
  method: "GET" | "POST";
  path: string;
  body: Json;
}

const first = (path: string): Source => ({ method: "GET", path, body: null });

/** By method and path: ids are each store's own, so samples ask for one that is there. */
const sources: Record<string, Source> = {
  "GET /subscriptions/{id}": first("/subscriptions"),
  "PATCH /subscriptions/{id}": first("/subscriptions"),
  "POST /subscriptions/{id}/cancel": first("/subscriptions?status=active"),
  "GET /orders/{id}": first("/orders"),
  "GET /products/{id}": first("/products"),
  "GET /customers/{id}": first("/customers"),
  "PATCH /customers/{id}": first("/customers"),
  "GET /payment-links/{id}": first("/payment-links"),
  "PATCH /payment-links/{id}": first("/payment-links"),
  "DELETE /payment-links/{id}": first("/payment-links"),
  "GET /invoices/{id}": first("/invoices"),
  "POST /invoices/{id}/send": first("/invoices?status=draft"),
  "POST /invoices/{id}/cancel": first("/invoices?status=draft"),
  "POST /test/subscriptions": first("/products?kind=subscription"),
  "POST /test/subscriptions/{id}/advance": first("/subscriptions?status=active"),
  "GET /test/events/{id}": { method: "POST", path: "/test/events", body: { type: "order.paid" } },
};

/** The languages of the samples; their ids are part of the style sheet. */
export const languages = [
  { id: "curl", label: "curl" },
  { id: "node", label: "Node" },
  { id: "python", label: "Python" },
  { id: "php", label: "PHP" },
] as const;
export type Language = (typeof languages)[number]["id"];

/**
 * A request that can be copied and run: with a live key in SENTE_LIVE_KEY where one is needed, else with a test key in
 * SENTE_KEY. If it needs an object's id, it first requests one that exists.
 */
export function sampleOf(language: Language, operation: Operation, baseUrl: string): string {
  const { method, bodyExample, keys } = operation;
  const source = sources[`${operation.method} ${operation.path}`] ?? null;
  return writers[language]({
    method,
    url: baseUrl + operation.path + queryOf(operation),
    key: keys === "none" ? null : keys === "live" ? "SENTE_LIVE_KEY" : "SENTE_KEY",
    body: bodyExample === undefined ? null : withId(bodyExample),
    source: source && { ...source, path: baseUrl + source.path },
  });
}

interface Ask {
  method: string;
  url: string;
  /** The environment variable that holds the key; null where none is asked for. */
  key: string | null;
  body: Json;
  source: Source | null;
}

const idSlot = "{id}";
/** The same as a value of a body. */
const bodySlot = `"${idSlot}"`;

/** A product id is different in each store too. */
function withId(body: Json): Json {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject && "product_id" in body ? { ...body, product_id: idSlot } : body;
}

/** One request in each language; `url` is how that language writes it. */
const writers: Record<Language, (ask: Ask) => string> = {
  curl: (ask) => {
    const source = ask.source && [
      `ID=$(${curl({ ...ask.source, url: ask.source.path, key: ask.key }, " ", "-s ")} \\`,
      `  | grep -o '"id":[^,]*' | head -n 1 | cut -d: -f2 | tr -d '"')`,
    ];
    const url = ask.url.replace(idSlot, "$ID");
    return [...(source ?? []), curl({ ...ask, url }, " \\\n  ")].join("\n").replace(bodySlot, "'$ID'");
  },
  node: (ask) => {
    const source = ask.source && [
      `const source = await ${nodeFetch({ ...ask.source, url: `"${ask.source.path}"`, key: ask.key })}`,
      `const { id } = [(await source.json()).data].flat()[0];`,
    ];
    const url = ask.url.includes(idSlot) ? `\`${ask.url.replace(idSlot, `$${idSlot}`)}\`` : `"${ask.url}"`;
    return [
      ...(source ?? []),
      `const response = await ${nodeFetch({ ...ask, url })}`,
      "const answer = await response.json();",
    ]
      .join("\n")
      .replace(bodySlot, "id");
  },
  python: (ask) => {
    const source = ask.source && [
      `source = ${pythonRequest({ ...ask.source, url: `"${ask.source.path}"`, key: ask.key })}`,
      `first = source.json()["data"]`,
      `id = (first[0] if isinstance(first, list) else first)["id"]`,
    ];
    const url = ask.url.includes(idSlot) ? `f"${ask.url}"` : `"${ask.url}"`;
    return [
      "import os, requests",
      "",
      ...(source ?? []),
      `response = ${pythonRequest({ ...ask, url })}`,
      "answer = response.json()",
    ]
      .join("\n")
      .replace(bodySlot, "id");
  },
  php: (ask) => {
    const source = ask.source && [
      phpCall({ ...ask.source, url: `"${ask.source.path}"`, key: ask.key }),
      "$first = json_decode(curl_exec($call), true)['data'];",
      "$id = $first['id'] ?? $first[0]['id'];",
    ];
    return [
      ...(source ?? []),
      phpCall({ ...ask, url: `"${ask.url.replace(idSlot, "$id")}"` }),
      "$answer = json_decode(curl_exec($call), true);",
    ]
      .join("\n")
      .replace(bodySlot, "$id");
  },
};

type Request = Pick<Ask, "method" | "url" | "key" | "body">;

function curl({ method, url, key, body }: Request, between: string, options = ""): string {
  return [
    `curl ${options}${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(key ? [`-H "Authorization: Bearer $${key}"`] : []),
    ...(body === null
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(between);
}

function nodeFetch({ method, url, key, body }: Request): string {
  return [
    `fetch(${url}, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(key ? ["  headers: {", `    Authorization: "Bearer " + process.env.${key},`] : []),
    ...(body === null ? [] : [`    "Content-Type": "application/json",`]),
    ...(key ? ["  },"] : []),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body, "  ")}),`]),
    "});",
  ].join("\n");
}

function pythonRequest({ method, url, key, body }: Request): string {
  return [
    `requests.request("${method}", ${url},`,
    ...(key ? [`    headers={"Authorization": f"Bearer {os.environ['${key}']}"},`] : []),
    ...(body === null ? [] : [`    json=${python(body)},`]),
    "    timeout=30)",
  ].join("\n");
}

function phpCall({ method, url, key, body }: Request): string {
  return [
    `$call = curl_init(${url});`,
    "curl_setopt_array($call, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    ...(method === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => "${method}",`]),
    ...(key ? ["    CURLOPT_HTTPHEADER => ["] : []),
    ...(key ? [`        "Authorization: Bearer " . getenv("${key}"),`] : []),
    ...(body === null ? [] : [`        "Content-Type: application/json",`]),
    ...(key ? ["    ],"] : []),
    ...(body === null ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${php(body)}),`]),
    "]);",
  ].join("\n");
}

/** The one filter that is told most by an example. */
function queryOf(operation: Operation): string {
  // A cursor is different for each listener.
  if (operation.path === "/test/events") return "";
  const first = operation.query.find((parameter) => at(parameter, "schema", "example") !== undefined);
  if (!first) return "";
  return `?${textOf(at(first, "name"))}=${encodeURIComponent(String(at(first, "schema", "example")))}`;
}

function indented(body: Json, by: string): string {
  return JSON.stringify(body, null, 2).replaceAll("\n", `\n${by}`);
}

function python(value: Json): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`);
  return `{${members.join(", ")}}`;
}

function php(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(php).join(", ")}]`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value).replace(/^"(.*)"$/s, (text) => text.replaceAll("$", "\\$"));
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)} => ${php(one)}`);
  return `[${members.join(", ")}]`;
}
