import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { dashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { AuditEntry } from "./audit-list";

test("every detail that an act leaves in the log has a name", () => {
  const root = `${process.cwd()}/lib/services`;
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/test/.test(name))
    .map((name) => readFileSync(`${root}/${name}`, "utf8"))
    .filter((text) => /\.audit\(|recordAct\(/.test(text))
    // A task has names of its own.
    .map((text) => text.replace(/raiseTask\(\{.*?\}\);/gs, ""));
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\bdetails(?::| =) (\{[^{}]*\})/g)].flatMap(([, body = ""]) =>
      [...body.matchAll(/[{,]\s*(\w+)(?=\s*[:,}])/g)].map(([, name = ""]) => name),
    ),
  );
  expect(new Set(names).size).toBeGreaterThan(20);
  expect([...new Set(names)].filter((name) => knownKey(`auditFact_${name}`) === null)).toEqual([]);
});

test("a fact is shown as it was stored, also where our problems have a code of the same name", () => {
  const details = { channels: "email", by: "password", status: "amount" };
  const said = { by: "user:1", reason: null, store: null, createdAt: new Date(0) };
  const row = { id: 1n, action: "invoice.sent", target: "invoice:1", details, ...said };
  const text = renderToStaticMarkup(AuditEntry({ row, words: dashboardWords("en"), timeZone: "UTC" }));
  expect(text).toContain("channels: email, by: password, status: amount");
});
