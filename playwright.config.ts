import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { commit } from "./scripts/lab/testing/slice";

/**
 * Debian's browser where there is one, since Playwright cannot download its own everywhere. The shell without windows is
 * the same engine, and takes a third less of the processor.
 */
const systemChromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) =>
  existsSync(path),
);

// Its workers draw the same tests as it does.
commit();

/** Stories told in a real browser against the production build. `e2e/instance.ts` starts it, or takes one that runs. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/instance.ts",
  fullyParallel: true,
  // Each waits for most of its time, for a page or for a provider: two would leave half of two cores unused.
  workers: 3,
  // Nothing here is a test of speed: a machine that does much else at once must not fail one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A second try is told apart at the end of npm test.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [["list"]] : [["list", { printSteps: false }]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "Africa/Nairobi",
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Tracing each story takes a fifth of the processor's time: `--trace=on` for one of them, when it is wanted.
    trace: "on-first-retry",
    launchOptions: {
      ...(systemChromium ? { executablePath: systemChromium } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
