type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Members = { [key: string]: Json };

/** The types of the client, from the API's description: every schema, the query of every list, the union of events. */
export function sdkTypes(document: Json): string {
  const schemas = Object.entries(membersOf(at(document, "components", "schemas")));
  const operations = Object.values(membersOf(at(document, "paths"))).flatMap((item) =>
    Object.values(membersOf(item)),
  );
  const events = Object.entries(membersOf(at(document, "webhooks")));
  return [
    "// Made by scripts/sdk-types.ts from docs/openapi.json. Do not change it by hand.",
    ...schemas.map(([name, schema]) => `${comment(schema)}export type ${nameOf(name)} = ${typeOf(schema)};`),
    ...operations.flatMap(queryOf),
    ...events.map(([type, item]) => eventOf(type, item)),
    "/** What arrives at an endpoint. New types can come; ignore those you do not know. */",
    `export type WebhookEvent =\n${events.map(([type]) => `  | ${eventName(type)}`).join("\n")};`,
    "",
  ].join("\n\n");
}

function queryOf(operation: Json): string[] {
  const parameters = listOf(at(operation, "parameters")).filter((one) => at(one, "in") === "query");
  if (parameters.length === 0) return [];
  const fields = parameters.map((one) => {
    const description = at(one, "schema", "description") ?? at(one, "description");
    return `${comment({ description: description ?? null }, "  ")}  ${at(one, "name")}?: ${typeOf(at(one, "schema"))};`;
  });
  const name = upperFirst(String(at(operation, "operationId")));
  return [`export type ${name}Query = {\n${fields.join("\n")}\n};`];
}

function eventOf(type: string, item: Json): string {
  const content = at(item, "post", "requestBody", "content", "application/json", "schema");
  const when = { description: at(item, "post", "summary") ?? null };
  return `${comment(when)}export type ${eventName(type)} = ${typeOf(content)};`;
}

function typeOf(schema: Json | undefined, indent = ""): string {
  const reference = at(schema, "$ref");
  if (typeof reference === "string") return nameOf(reference.split("/").pop() ?? "");
  const options = listOf(at(schema, "anyOf"));
  if (options.length > 0) return options.map((one) => typeOf(one, indent)).join(" | ");
  const fixed = at(schema, "const");
  if (fixed !== undefined) return JSON.stringify(fixed);
  const values = listOf(at(schema, "enum"));
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join(" | ");
  const type = at(schema, "type");
  const types = Array.isArray(type) ? type : [type ?? "object"];
  return types.map((one) => plainType(String(one), schema, indent)).join(" | ");
}

function plainType(type: string, schema: Json | undefined, indent: string): string {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(at(schema, "items"), indent);
      return item.includes(" ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectType(schema, indent);
    default:
      return type;
  }
}

function objectType(schema: Json | undefined, indent: string): string {
  const required = listOf(at(schema, "required"));
  const members = Object.entries(membersOf(at(schema, "properties")));
  if (members.length === 0) {
    const values = at(schema, "additionalProperties");
    return `Record<string, ${typeof values === "object" && values !== null ? typeOf(values, indent) : "unknown"}>`;
  }
  const inner = `${indent}  `;
  const lines = members.map(
    ([name, one]) =>
      `${comment(one, inner)}${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(one, inner)};`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function comment(schema: Json, indent = ""): string {
  const description = at(schema, "description");
  return typeof description === "string" ? `${indent}/** ${description.replaceAll("*/", "* /")} */\n` : "";
}

/** `Error` is a name that JavaScript has already. */
function nameOf(schema: string): string {
  return schema === "Error" ? "ErrorBody" : schema;
}

function eventName(type: string): string {
  return `${type.split(/[._]/).map(upperFirst).join("")}Event`;
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function at(value: Json | undefined, ...names: string[]): Json | undefined {
  let current = value;
  for (const name of names) current = isMembers(current) ? current[name] : undefined;
  return current;
}

function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
