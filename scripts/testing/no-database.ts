import { vi } from "vitest";

// Rules and wire need no database; a test that reaches for one is in the wrong folder.
vi.mock("pg", () => {
  throw new Error("lib/domain, lib/resources and components are tested without a database.");
});
