import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { Problem } from "../problem";
import { requireTools } from "./generate";

test("an installation without the tools of building says what to do, one with them says nothing", () => {
  const root = mkdtempSync(path.join(tmpdir(), "sente-tools-"));
  try {
    expect(() => requireTools("The build", root)).toThrow(Problem);
    mkdirSync(path.join(root, "node_modules/prisma"), { recursive: true });
    expect(() => requireTools("The build", root)).toThrow(/^The build is not of this code.*npm run build/);
    mkdirSync(path.join(root, "node_modules/tailwindcss"));
    requireTools("The build", root);
  } finally {
    rmSync(root, { recursive: true });
  }
});
