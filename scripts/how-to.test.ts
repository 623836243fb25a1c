import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What each page may cost at most, in files. */
const pages = { language: 5, field: 10 };

test.each(Object.entries(pages))("docs/how-to/%s.md names files that there are, %i at most", (page, most) => {
  const text = readFileSync(`docs/how-to/${page}.md`, "utf8");
  const files = [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(most);
  const ofExample = (file: string) => file.replace("<code>", "en").replace(/<name>\/.*$/, "");
  expect(files.filter((file) => !existsSync(ofExample(file)))).toEqual([]);
});
