import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi";
import { misfits } from "@/lib/testing/api/misfits";
import { listOf, type Objects, objectsOf } from "@/lib/testing/api/objects";
import { openApi } from "@/lib/testing/api/stage";
import { testWorld } from "@/lib/testing/world";
import { runs } from "@/scripts/lab/testing/slice";
import { apiRoot, routes } from "./routes";

// Requests are made from the description, so whatever it allows is asked; answers are held against it.
const failures: unknown[] = [];
const { world, route, call, shop } = await openApi(
  {},
  {
    world: testWorld({
      log: { info() {}, warn: (facts) => failures.push(facts), error: (facts) => failures.push(facts) },
    }),
  },
);
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as JSON.
const document: any = openApiDocument(routes, { serverUrl: apiRoot, serviceName: "Sente" });
const { schemas, responses } = document.components;
const casesEach = runs(60, 3);
let ids: Objects;
let asked = 0;
let succeeded = 0;

beforeAll(async () => {
  ids = await objectsOf(world, shop, route);
});

const words = fc.string({ unit: "grapheme", maxLength: 40 });
const dates = fc
  .date({ min: new Date("2026-04-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Whatever a schema of the description allows, kept to sizes and places where most of it makes sense. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
function allowed(given: any, name: string): fc.Arbitrary<unknown> {
  const schema = given.$ref ? schemas[given.$ref.split("/").pop()] : given;
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one: object) => allowed(one, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types: string[] = [schema.type].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, name)));
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function ofType(type: string, schema: any, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? 1, max: Math.min(schema.maximum ?? 50, 50) });
    case "number":
      return fc.integer({ min: 1, max: 1_000_000 });
    case "array":
      return fc.array(allowed(schema.items, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case "object":
      return objectOf(schema);
    default:
      return textOf(schema, name);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function objectOf(schema: any): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, one]) => [name, allowed(one, name)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] });
}

function textOf(schema: { format?: string; maxLength?: number }, name: string): fc.Arbitrary<string> {
  if (schema.format === "date-time") return dates.map((date) => `${date.slice(0, 19)}+00:00`);
  if (schema.format === "date" || name.startsWith("created_")) return dates.map((date) => date.slice(0, 10));
  if (schema.format === "email")
    return fc.integer({ min: 1, max: 40 }).map((number) => `generated${number}@example.com`);
  if (schema.format === "uri") return fc.webUrl({ validSchemes: ["https"] });
  if (name.includes("phone"))
    return fc.integer({ min: 0, max: 999 }).map((end) => `0772${String(100_000 + end)}`);
  return words.map((text) => [...text].slice(0, schema.maxLength ?? 40).join(""));
}

const operations = routes.flatMap(({ path, endpoints }) =>
  Object.entries(endpoints).map(([method, { definition }]) => ({ method, path, definition })),
);

test.each(operations)(
  "$method $path answers what it is described to answer",
  async ({ method, path, definition }) => {
    const operation = document.paths[path][method.toLowerCase()];
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const query: any[] = (operation.parameters ?? []).filter((one: any) => one.in === "query");
    const given = fc.record({
      query: fc.record(Object.fromEntries(query.map((one) => [one.name, allowed(one.schema, one.name)])), {
        requiredKeys: [],
      }),
      body: operation.requestBody
        ? allowed(operation.requestBody.content["application/json"].schema, "body")
        : fc.constant(undefined),
      mode: definition.keys === "any" ? fc.constantFrom("live", "test") : fc.constant(definition.keys),
    });
    await fc.assert(
      fc.asyncProperty(given, async (request) => {
        const mode = request.mode === "test" ? "test" : "live";
        const text = new URLSearchParams();
        for (const [name, value] of Object.entries(request.query)) text.set(name, String(value));
        const target = path.replace("{id}", ids[mode][listOf(path)] ?? "");
        const answer = await call(method, `${target}?${text}`, {
          key: mode === "test" ? shop.testKey : shop.liveKey,
          body: request.body,
        });
        asked += 1;
        if (answer.status < 300) succeeded += 1;
        expect(answer.status).toBeLessThan(500);
        const described = operation.responses[answer.status];
        expect(described, `${answer.status} is not described: ${answer.text}`).toBeDefined();
        const response = described.$ref ? responses[described.$ref.split("/").pop()] : described;
        const { schema } = response.content["application/json"];
        // What describes everything is not described itself.
        if (path !== "/openapi.json") expect(misfits(schemas, answer.body, schema, "answer")).toEqual([]);
      }),
      { numRuns: path === "/openapi.json" ? 1 : casesEach },
    );
    expect(failures).toEqual([]);
  },
  120_000,
);

test("most of the generated requests were done, not only refused", () => {
  console.info(`Generated: ${asked} requests of ${operations.length} operations, ${succeeded} of them done.`);
  expect(asked).toBeGreaterThan((operations.length * casesEach) / 2);
  expect(succeeded / asked).toBeGreaterThan(0.4);
});
