import { afterEach, beforeEach, expect, vi } from "vitest";

// A warning that nobody expected is a fault that nobody has read yet.
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const said = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
  vi.restoreAllMocks();
  expect(said, "console.error and console.warn stay silent").toEqual([]);
});
