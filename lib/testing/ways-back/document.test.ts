import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentOf } from "./document";

// `WRITE=1 npx vitest run lib/testing/ways-back/document.test.ts` writes it anew.
test("docs/ways-back.md is what the table says", () => {
  const file = "docs/ways-back.md";
  if (process.env.WRITE) writeFileSync(file, documentOf());
  expect(readFileSync(file, "utf8")).toBe(documentOf());
});
