import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi";
import { createRouter } from "@/lib/api/route";
import { eventTypes } from "@/lib/domain/event-types";
import { apiClient } from "@/lib/testing/api/client";
import { misfits } from "@/lib/testing/api/misfits";
import { testWorld } from "@/lib/testing/world";
import { apiRoot, routes } from "./routes";

const call = apiClient(testWorld(), createRouter(routes, apiRoot));
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as JSON.
const document: any = JSON.parse(
  JSON.stringify(openApiDocument(routes, { serverUrl: apiRoot, serviceName: "Sente" })),
);
// biome-ignore lint/suspicious/noExplicitAny: as above.
const operations: [string, any][] = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, one]): [string, unknown] => [`${method} ${path}`, one]),
);

// biome-ignore lint/suspicious/noExplicitAny: as above.
const hooks: Record<string, any> = Object.fromEntries(
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  Object.entries<any>(document.webhooks).map(([type, item]) => [type, item.post]),
);

test("docs/openapi.json is what the endpoints say; write it anew with scripts/openapi.ts", async () => {
  const file = new URL("../../../docs/openapi.json", import.meta.url);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(document);
});

test("it is served without a key, with this site's address", async () => {
  const answer = await call("GET", "/openapi.json");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...document, servers: [{ url: "http://localhost:3000/api/v1" }] });
  expect(answer.headers.has("RateLimit")).toBe(false);
});

test("every reference leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
    ([, ref]) => ref ?? "",
  );
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) {
    let target: unknown = document;
    for (const name of reference.slice(1).split("/")) target = (target as Record<string, unknown>)[name];
    expect(target, reference).toBeDefined();
  }
});

test("every operation has a name of its own, words, a success and the refusals that can happen to it", () => {
  expect(new Set(operations.map(([, one]) => one.operationId)).size).toBe(operations.length);
  for (const [name, one] of operations) {
    const statuses = Object.keys(one.responses);
    expect(one.summary, name).toMatch(/^[A-Z]/);
    expect(statuses.some((status) => status.startsWith("2"))).toBe(true);
    expect(statuses).toEqual(expect.arrayContaining(["500", "503"]));
    if (one["x-keys"] !== "none")
      expect(statuses).toEqual(expect.arrayContaining(["401", "402", "403", "429"]));
    if (name.includes("{id}")) expect(statuses).toContain("404");
    if (one.requestBody) expect(statuses).toEqual(expect.arrayContaining(["400", "413", "415", "422"]));
    expect(one.security).toEqual(one["x-keys"] === "none" ? [] : undefined);
  }
});

test("the parameters are those of the spec", () => {
  const names = (name: string) =>
    operations.find(([one]) => one === name)?.[1].parameters.map((one: { name: string }) => one.name);
  expect(names("get /access")).toEqual(["ref", "email", "product_id"]);
  expect(names("get /subscriptions")).toEqual(["status", "ref", "email", "product_id", "page", "per_page"]);
  expect(names("get /products")).toEqual(["kind", "status", "page", "per_page"]);
  expect(names("post /subscriptions/{id}/cancel")).toEqual(["Idempotency-Key", "id"]);
});

test("every schema and every body has an example, and the example is what the schema says", () => {
  const schemas = document.components.schemas;
  const wrong: string[] = [];
  let bodies = 0;
  for (const [name, schema] of Object.entries<object>(schemas)) {
    if (!("example" in schema)) wrong.push(`${name} has no example`);
    else wrong.push(...misfits(schemas, schema.example, schema, name));
  }
  for (const [name, one] of operations.concat(Object.entries(hooks))) {
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const success = Object.entries<any>(one.responses).filter(([status]) => status.startsWith("2"));
    for (const body of [one.requestBody, ...success.map(([, answer]) => answer)]) {
      const content = body?.content?.["application/json"];
      if (!content) continue;
      bodies += 1;
      if (content.example === undefined) wrong.push(`${name} has no example`);
      // What a description describes is not repeated inside of it.
      else if (!name.includes("openapi.json"))
        wrong.push(...misfits(schemas, content.example, content.schema, name));
    }
  }
  expect(wrong).toEqual([]);
  expect(bodies).toBeGreaterThan(50);
});

test("every event that is sent stands in the webhooks section, with what it carries", () => {
  expect(Object.keys(hooks).sort()).toEqual([...eventTypes].sort());
  for (const [type, hook] of Object.entries(hooks)) {
    const { properties } = hook.requestBody.content["application/json"].schema;
    expect(Object.keys(properties)).toEqual(["id", "type", "livemode", "created_at", "data"]);
    expect(properties.type.const).toBe(type);
    expect(properties.data.$ref).toMatch(/EventData$/);
  }
});

test("no answer is closed to members of tomorrow", () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
});
