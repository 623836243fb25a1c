import { at, type Json } from "@/lib/api/openapi-finish";
import type { Operation } from "./api-facts";
import { textOf } from "./api-facts";

/** The languages of the samples; their ids are part of the style sheet. */
export const languages = [
  { id: "curl", label: "curl" },
  { id: "node", label: "Node" },
  { id: "python", label: "Python" },
  { id: "php", label: "PHP" },
] as const;
export type Language = (typeof languages)[number]["id"];

/** A request that can be copied and run once the key is put into SENTE_KEY. */
export function sampleOf(language: Language, operation: Operation, baseUrl: string): string {
  const { method, bodyExample } = operation;
  const url = baseUrl + operation.path.replace("{id}", idOf(operation)) + queryOf(operation);
  const isKeyed = operation.keys !== "none";
  const body = bodyExample === undefined ? null : bodyExample;
  return writers[language]({ method, url, isKeyed, body });
}

interface Ask {
  method: string;
  url: string;
  isKeyed: boolean;
  body: Json;
}

const writers: Record<Language, (ask: Ask) => string> = {
  curl: ({ method, url, isKeyed, body }) =>
    [
      `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
      ...(isKeyed ? [`  -H "Authorization: Bearer $SENTE_KEY"`] : []),
      ...(body === null
        ? []
        : [
            `  -H "Content-Type: application/json"`,
            `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
          ]),
    ].join(" \\\n"),
  node: ({ method, url, isKeyed, body }) =>
    [
      `const response = await fetch("${url}", {`,
      ...(method === "GET" ? [] : [`  method: "${method}",`]),
      ...(isKeyed ? ["  headers: {", `    Authorization: "Bearer " + process.env.SENTE_KEY,`] : []),
      ...(body === null ? [] : [`    "Content-Type": "application/json",`]),
      ...(isKeyed ? ["  },"] : []),
      ...(body === null ? [] : [`  body: JSON.stringify(${indented(body, "  ")}),`]),
      "});",
      "const answer = await response.json();",
    ].join("\n"),
  python: ({ method, url, isKeyed, body }) =>
    [
      "import os, requests",
      "",
      `response = requests.request("${method}", "${url}",`,
      ...(isKeyed ? [`    headers={"Authorization": f"Bearer {os.environ['SENTE_KEY']}"},`] : []),
      ...(body === null ? [] : [`    json=${python(body)},`]),
      "    timeout=30)",
      "answer = response.json()",
    ].join("\n"),
  php: ({ method, url, isKeyed, body }) =>
    [
      `$call = curl_init("${url}");`,
      "curl_setopt_array($call, [",
      "    CURLOPT_RETURNTRANSFER => true,",
      ...(method === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => "${method}",`]),
      ...(isKeyed ? ["    CURLOPT_HTTPHEADER => ["] : []),
      ...(isKeyed ? [`        "Authorization: Bearer " . getenv("SENTE_KEY"),`] : []),
      ...(body === null ? [] : [`        "Content-Type: application/json",`]),
      ...(isKeyed ? ["    ],"] : []),
      ...(body === null ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${php(body)}),`]),
      "]);",
      "$answer = json_decode(curl_exec($call), true);",
    ].join("\n"),
};

function idOf(operation: Operation): string {
  const example = at(operation.pathParameters[0], "schema", "example");
  return typeof example === "number" ? String(example) : textOf(example);
}

/** The one filter that is told most by an example. */
function queryOf(operation: Operation): string {
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
