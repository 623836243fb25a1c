import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownKey } from "@/components/dashboard/messages/words";

const folder = `${process.cwd()}/lib/services`;

/** Every act that a service writes into the log by a name that stands in its text. */
function loggedActs(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const named = /\baction: ([^,;]*)|\baudit[A-Z]\w*\(([^;]*)/g;
  const acts = files.flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, "utf8").matchAll(named)].flatMap((found) =>
      [
        ...found
          .slice(1)
          .join(" ")
          .matchAll(/"([a-z_]+\.[a-z_]+)"/g),
      ].map(([, act = ""]) => act),
    ),
  );
  return [...new Set(acts)];
}

test("whatever a service logs has words in the operator's language", () => {
  const acts = loggedActs();
  expect(acts.length).toBeGreaterThan(40);
  expect(acts.filter((act) => !knownKey(`logged_${act.replace(".", "_")}`))).toEqual([]);
});
