import path from "node:path";
import { defineConfig } from "vitest/config";
import { withoutDatabase } from "./scripts/testing/without-database";

const root = import.meta.dirname;
const pure = ["lib/domain/**/*.test.ts", "lib/resources/**/*.test.ts"];
/** Nothing here is a test of speed: a machine that does much else at once must not fail one. */
const testTimeout = 60_000;
const alias = { "@": root };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [withoutDatabase(root)],
        resolve: { alias },
        test: {
          name: "pure",
          include: pure,
          // Without a database and without state there is nothing to keep apart.
          isolate: false,
          testTimeout,
          setupFiles: [path.join(root, "scripts/testing/no-stray-output.ts")],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "database",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...pure, "node_modules/**", ".next/**", "e2e/**", ".data/**"],
          pool: "forks",
          globalSetup: [path.join(root, "scripts/testing/postgres-server.ts")],
          setupFiles: [
            path.join(root, "scripts/testing/no-stray-output.ts"),
            path.join(root, "scripts/testing/own-database.ts"),
          ],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
});
