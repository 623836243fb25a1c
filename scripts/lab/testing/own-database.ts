import path from "node:path";
import { expect, inject } from "vitest";
import { newRequest } from "@/lib/testing/request";
import { makeTestDatabase } from "./database";

// Runs before the imports of each test file, so that every reader of the environment finds a complete one.
const file = path.relative(process.cwd(), expect.getState().testPath ?? "");
const environment: Record<string, string> = {
  DATABASE_URL: await makeTestDatabase(inject("postgresUrl"), file),
  SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
  SITE_URL: "http://localhost:3000",
  ALLOW_LOCAL_WEBHOOKS: "true",
  ALLOW_SANDBOX_RAIL: "true",
  INNGEST_BASE_URL: "http://127.0.0.1:9",
  INNGEST_EVENT_KEY: "test",
  INNGEST_SIGNING_KEY: "signkey-prod-0123456789abcdef0123456789abcdef",
  LOG_LEVEL: "silent",
};
Object.assign(process.env, environment);
newRequest();
