import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownKey } from "@/components/dashboard/messages/words";

test("every detail that an act leaves in the log has a name", () => {
  const root = `${process.cwd()}/lib/services`;
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/test/.test(name))
    .map((name) => readFileSync(`${root}/${name}`, "utf8"))
    .filter((text) => /\.audit\(/.test(text));
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\bdetails(?::| =) (\{[^{}]*\})/g)].flatMap(([, body = ""]) =>
      [...body.matchAll(/[{,]\s*(\w+)(?=\s*[:,}])/g)].map(([, name = ""]) => name),
    ),
  );
  expect(new Set(names).size).toBeGreaterThan(20);
  expect([...new Set(names)].filter((name) => knownKey(`auditFact_${name}`) === null)).toEqual([]);
});
