import { isDeepStrictEqual } from "node:util";
import { schemaExamples } from "@/lib/resources/examples";

/** A part of the document, as JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Members = { [key: string]: Json };

const schemasPath = "#/components/schemas/";

/**
 * Makes the document tolerate additions: answers may get new members, so no schema forbids them, and a schema that is
 * the same in requests and answers appears once. Then adds an example to every schema and every success.
 */
export function finished(document: Json): Json {
  const merged = withoutTwins(opened(document));
  const schemas = membersOf(at(merged, "components", "schemas"));
  for (const [name, schema] of Object.entries(schemas)) {
    const example = schemaExamples[name];
    if (isMembers(schema) && schema.example === undefined && example !== undefined)
      schema.example = JSON.parse(JSON.stringify(example));
  }
  for (const group of ["paths", "webhooks"]) {
    for (const item of Object.values(membersOf(at(merged, group)))) {
      for (const operation of Object.values(membersOf(item))) addExamples(operation, schemas);
    }
  }
  return merged;
}

/** An example value of this schema. */
export function exampleFor(schema: Json | undefined, schemas: Members): Json {
  if (!isMembers(schema)) return null;
  if (typeof schema.$ref === "string")
    return exampleFor(schemas[schema.$ref.slice(schemasPath.length)], schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (Array.isArray(schema.anyOf)) return exampleFor(schema.anyOf[0], schemas);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(membersOf(schema.properties)).map(([name, one]) => [name, exampleFor(one, schemas)]),
      );
    case "array":
      return [exampleFor(schema.items, schemas)];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    default:
      return schema.format === "date-time" ? "2026-01-31T09:30:00+00:00" : "text";
  }
}

function addExamples(operation: Json, schemas: Members): void {
  const responses = Object.entries(membersOf(at(operation, "responses")));
  const successes = responses.filter(([status]) => status.startsWith("2")).map(([, one]) => one);
  for (const body of [...successes, at(operation, "requestBody")]) {
    const content = at(body, "content", "application/json");
    if (isMembers(content) && content.example === undefined && content.examples === undefined)
      content.example = exampleFor(content.schema, schemas);
  }
}

function opened(value: Json): Json {
  if (Array.isArray(value)) return value.map(opened);
  if (!isMembers(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, one]) => !(name === "additionalProperties" && one === false),
  );
  return Object.fromEntries(kept.map(([name, one]) => [name, opened(one)]));
}

/** Merges schemas that differed only in the members they forbid. */
function withoutTwins(document: Json): Json {
  const schemas = membersOf(at(document, "components", "schemas"));
  let text = JSON.stringify(document);
  for (const name of Object.keys(schemas).filter((one) => one.endsWith("Output"))) {
    const twin = name.slice(0, -"Output".length);
    if (isDeepStrictEqual(schemas[name], schemas[twin])) {
      text = text.replaceAll(`"${schemasPath}${name}"`, `"${schemasPath}${twin}"`);
      delete schemas[name];
    }
  }
  const merged: Json = JSON.parse(text);
  const left = membersOf(at(merged, "components", "schemas"));
  for (const name of Object.keys(left)) if (!(name in schemas)) delete left[name];
  return merged;
}

export function at(value: Json | undefined, ...names: string[]): Json | undefined {
  let current = value;
  for (const name of names) current = isMembers(current) ? current[name] : undefined;
  return current;
}

export function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
