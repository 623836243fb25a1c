import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createRouter } from "@/lib/api/route";
import { apiClient } from "@/lib/testing/api/client";
import { testWorld } from "@/lib/testing/world";
import { apiRoot, routes } from "./routes";

const here = import.meta.dirname;
const world = testWorld();
const router = createRouter(routes, apiRoot);
const call = apiClient(world, router);
const everyMethod = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

const files = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .map((file) => file.split(path.sep).join("/"));
const specPath = (file: string) => `/${path.dirname(file).replaceAll("[", "{").replaceAll("]", "}")}`;
const catchAll = "[[...path]]/route.ts";

test("the list of routes is the tree of route files", () => {
  const fromFiles = files.filter((file) => file !== catchAll).map(specPath);
  expect(routes.map((route) => route.path).sort()).toEqual(fromFiles.sort());
});

test.each(files)("%s answers every method itself and knows no framework", async (file) => {
  const exported = await import(path.join(here, file));
  expect(Object.keys(exported).sort()).toEqual(everyMethod);
  expect(readFileSync(path.join(here, file), "utf8")).not.toMatch(/from "next/);
  const own = routes.find((route) => route.path === specPath(file))?.endpoints ?? {};
  for (const [method, endpoint] of Object.entries(own)) expect(exported[method]).toBe(endpoint);
  for (const method of everyMethod.filter((name) => !(name in own))) {
    expect(exported[method]).not.toHaveProperty("definition");
  }
});

test.each([
  "/",
  "/nothing",
  "/subscriptions/",
  "/subscriptions/sub_1/renew",
  "/STORE",
  "//store",
  "/%ff",
  "/test",
])("the unknown path %s is a 404 in JSON for every method", async (unknown) => {
  for (const method of everyMethod.filter((name) => name !== "HEAD")) {
    const answer = await call(method, unknown);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      message: expect.stringContaining("no such path"),
      request_id: answer.headers.get("Request-Id"),
      doc_url: "http://localhost:3000/docs/errors/unknown_path",
    });
  }
});

test("the file for unknown paths answers as the router does", async () => {
  const { GET } = await import("./[[...path]]/route");
  const answer = await GET(new Request("http://internal/api/v1/nothing"));
  expect(answer.status).toBe(404);
  expect(answer.headers.get("Content-Type")).toBe("application/json");
});

test.each(routes.map((route) => [route.path, Object.keys(route.endpoints)] as const))(
  "%s refuses other methods with 405 and says which it takes",
  async (template, own) => {
    const target = template.replace("{id}", "1");
    const allow = [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
    for (const method of everyMethod.filter((name) => name !== "HEAD" && name !== "OPTIONS")) {
      if (own.includes(method)) continue;
      const answer = await call(method, target);
      expect([answer.status, answer.body.error]).toEqual([405, "method_not_allowed"]);
      expect(answer.headers.get("Allow")?.split(", ")).toEqual(allow);
    }
    const options = await call("OPTIONS", target);
    expect([options.status, options.text, options.headers.get("Allow")]).toEqual([204, "", allow.join(", ")]);
    expect(options.headers.get("Request-Id")).toMatch(/^req_/);
  },
);

test("a path that Next hands over works as it does without Next", async () => {
  const { POST, HEAD } = await import("./store/route");
  const post = await POST(new Request("http://internal/api/v1/store", { method: "POST" }));
  expect([post.status, post.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  const head = await HEAD(new Request("http://internal/api/v1/store", { method: "HEAD" }));
  expect([head.status, await head.text()]).toEqual([401, ""]);
});
