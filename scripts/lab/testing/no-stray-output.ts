import { afterEach, beforeEach, expect, vi } from "vitest";

// An error or a warning that a test prints is a hidden failure. A test that expects one replaces console.error itself,
// with vi.spyOn.
const stray: string[] = [];

beforeEach(() => {
  stray.length = 0;
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      stray.push(`console.${method}: ${said.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  expect(stray, "nothing may be printed as an error or a warning").toEqual([]);
  vi.restoreAllMocks();
});
