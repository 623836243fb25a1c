import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** The environment is read once: each test has a copy of its own. */
async function ask(contact: string): Promise<Response> {
  vi.stubEnv("SECURITY_CONTACT", contact);
  vi.resetModules();
  return (await import("./route")).GET();
}

test("it names whom the operator wants to be told, and until when that is true", async () => {
  const text = await (await ask("security@example.com")).text();
  expect(text).toContain("Contact: mailto:security@example.com\n");
  expect(new Date(/Expires: (.*)/.exec(text)?.[1] ?? "").getTime()).toBeGreaterThan(Date.now());
  expect(await (await ask("https://example.com/security")).text()).toContain(
    "Contact: https://example.com/security",
  );
});

test("without a contact there is no such file", async () => {
  expect((await ask("")).status).toBe(404);
});
