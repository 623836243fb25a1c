import { expect, test } from "vitest";
import { serializePage } from "./envelope";

const page = (input: Partial<Parameters<typeof serializePage>[0]>) =>
  serializePage({
    items: [],
    total: 0,
    page: 1,
    perPage: 25,
    path: "https://pay.example/api/v1/things",
    filters: {},
    ...input,
  });

test("an empty list has one page", () => {
  const url = "https://pay.example/api/v1/things?page=1";
  expect(page({})).toEqual({
    data: [],
    links: { first: url, last: url, prev: null, next: null },
    meta: { current_page: 1, last_page: 1, per_page: 25, total: 0 },
  });
});

test.each([
  [1, 1],
  [25, 1],
  [26, 2],
  [50, 2],
  [51, 3],
])("%d rows of 25 are %d pages", (total, lastPage) => {
  expect(page({ total }).meta.last_page).toBe(lastPage);
});

test("links keep the filters, escaped, and show the page size that was used only when one was asked for", () => {
  const filters = { ref: "a b&c=d/é+", per_page: "500", page: "3" };
  const { links } = page({ total: 201, perPage: 100, page: 3, filters });
  expect(links.first).toBe(
    "https://pay.example/api/v1/things?ref=a+b%26c%3Dd%2F%C3%A9%2B&per_page=100&page=1",
  );
  expect(Object.fromEntries(new URL(links.prev ?? "").searchParams)).toEqual({
    ...filters,
    per_page: "100",
    page: "2",
  });
  expect(links.next).toBeNull();
});

test("past the end, the page before is the last that has something on it", () => {
  expect(page({ total: 30, page: 9 }).links.prev).toMatch(/page=2$/);
});
