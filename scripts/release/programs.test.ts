import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleCommands, commands, isPrivate, lackingPackages } from "./stage";

const folder = mkdtempSync(path.join(tmpdir(), "sente-release-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("no command of a release imports a package that the release leaves out", async () => {
  expect(commands()).toContain("scripts/doctor.ts");
  const outputs = await bundleCommands(folder);
  expect(lackingPackages(outputs)).toEqual([]);
});

test("an import of a tool for building is found, however many files are between it and the command", () => {
  const imports = (file: string, external = false) => ({
    path: file,
    kind: "import-statement" as const,
    external,
  });
  const output = (...to: ReturnType<typeof imports>[]) => ({
    ...{ imports: to, bytes: 1, inputs: {}, exports: [] },
  });
  const command = { ...output(imports("chunk.mjs")), entryPoint: "scripts/doctor.ts" };
  const outputs = {
    "doctor.mjs": command,
    "chunk.mjs": output(imports("esbuild", true), imports("pg", true)),
  };
  expect(lackingPackages(outputs)).toEqual(["scripts/doctor.ts: esbuild"]);
});

test("settings and data that lie between the files stay where they are, in a clone's image too", () => {
  const secret = [".env", ".env.local", ".data", ".data/secrets.json", "docs/examples/.env"];
  expect(secret.filter((name) => !isPrivate(name))).toEqual([]);
  expect(["docs/examples/compose.yml", "lib/env.ts", "docs/environment.md"].filter(isPrivate)).toEqual([]);
  expect(readFileSync(".dockerignore", "utf8").split("\n")).toContain("**/.env*");
});
