import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { withoutDatabase } from "./scripts/lab/testing/without-database";

const root = import.meta.dirname;
/** They read the source and the texts; `npm run check` runs them too. */
const laws = ["lib/text/*.test.ts", ...["circles", "law", "walks"].map((name) => `scripts/${name}.test.ts`)];
const pure = ["lib/domain/**/*.test.ts", "lib/resources/**/*.test.ts"];
/** Nothing here is a test of speed: a machine that does much else at once must not fail one. */
const testTimeout = 180_000;
const request = path.join(root, "lib/testing/request.ts");
const alias = {
  "@": root,
  "@node-rs/argon2": path.join(root, "scripts/lab/testing/quick-argon2.ts"),
  "next/headers": request,
  "next/cache": request,
};

/** Test files that load the code anew or change what it is loaded with: files after them would see it too. */
const changesModules = /\bvi\.(mock|doMock|resetModules|stubEnv|stubGlobal)\(|\bprocess\.env\.\w+ = /;
/** And those that measure the memory of their process, in which other files must have left nothing. */
const measures = /\bprocess\.memoryUsage\(/;
const isAlone = (source: string) => changesModules.test(source) || measures.test(source);
const folders = ["app", "components", "inngest", "lib", "scripts"];
const alone = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && isAlone(readFileSync(file, "utf8")));
/** `app/(pay)/[token]`: to the runner these are patterns otherwise. */
const literal = (file: string) => file.replace(/[()[\]]/g, "\\$&");

const withDatabase = {
  pool: "forks" as const,
  globalSetup: [path.join(root, "scripts/lab/testing/postgres-server.ts")],
  setupFiles: [
    path.join(root, "scripts/lab/testing/no-stray-output.ts"),
    path.join(root, "scripts/lab/testing/own-database.ts"),
  ],
  testTimeout,
  hookTimeout: testTimeout,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A worker goes on from file to file only among those of one project: the projects run one after the other.
    projects: [
      {
        plugins: [withoutDatabase(root)],
        resolve: { alias },
        test: {
          name: "pure",
          include: pure,
          // Without a database and without state there is nothing to keep apart.
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout,
          setupFiles: [path.join(root, "scripts/lab/testing/no-stray-output.ts")],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "laws",
          include: laws,
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout,
          setupFiles: [path.join(root, "scripts/lab/testing/no-stray-output.ts")],
        },
      },
      {
        resolve: { alias },
        test: { ...withDatabase, name: "alone", include: alone.map(literal), sequence: { groupOrder: 2 } },
      },
      {
        resolve: { alias },
        test: {
          ...withDatabase,
          name: "database",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [
            ...laws,
            ...pure,
            ...alone.map(literal),
            "node_modules/**",
            ".next/**",
            "e2e/**",
            ".data/**",
            "release/**",
          ],
          // Loading the code takes longer than most files' tests do. Each file has its database to itself all the same.
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
