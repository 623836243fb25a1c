import { afterEach, beforeEach, expect, vi } from "vitest";

// What a test prints as an error or a warning is a failure nobody looked at. A test that expects one replaces
// console.error itself, with vi.spyOn.
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
