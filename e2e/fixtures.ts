import { readFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { type Listener, listen } from "./listener";

export { expect };

/** What the stories use of DATA_DIR/demo.json. */
export interface Demo {
  site_url: string;
  base_url: string;
  owner: { email: string; password: string };
  operator: { email: string; password: string };
}

interface Fixtures {
  demo: Demo;
  /** A seller's server of this test alone. */
  listener: Listener;
  /** Calls the API with a key, as the seller's server would. */
  api: (key: string, path: string, method?: "GET" | "POST" | "DELETE") => Promise<ApiAnswer>;
  /** What the browser complained about; a story that ends with complaints fails. */
  complaints: Complaints;
}

export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the stories say what they expect of each answer.
  body: any;
}

export interface Complaints {
  seen: string[];
  /** Complaints that belong to the story, such as a page that is answered with 404. */
  allow(pattern: RegExp): void;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
  demo: async ({}, use) => {
    await use(JSON.parse(readFileSync(process.env.E2E_DEMO_FILE ?? "", "utf8")) as Demo);
  },
  baseURL: async ({ demo }, use) => {
    await use(demo.site_url);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape.
  listener: async ({}, use) => {
    const listener = await listen();
    await use(listener);
    await listener.close();
  },
  api: async ({ demo }, use) => {
    await use(async (key, path, method = "GET") => {
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${demo.base_url}${path}`, { method, headers });
      return { status: response.status, body: await response.json() };
    });
  },
  complaints: [
    async ({ page }, use) => {
      const allowed: RegExp[] = [];
      const seen: string[] = [];
      collectComplaints(page, seen);
      await use({ seen, allow: (pattern) => void allowed.push(pattern) });
      expect(seen.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Console errors (a broken content policy is one), and scripts that threw. */
function collectComplaints(page: Page, seen: string[]): void {
  page.on("pageerror", (error) => seen.push(`thrown: ${error.message}`));
  page.on("console", (message) => {
    // The recorder's own script is kept out of the frame of a preview, which runs none.
    if (/^Blocked script execution in '[^']*\/preview/.test(message.text())) return;
    if (message.type() === "error") seen.push(`${message.text()} (${message.location().url})`);
  });
}
