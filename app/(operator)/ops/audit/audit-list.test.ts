import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { dashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { AuditEntry } from "./audit-list";

const root = `${process.cwd()}/lib/services`;
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(`${root}/${name}`, "utf8"));

/** Every act that a service writes into the log by a name that stands in its text. */
function loggedActs(): string[] {
  const named = /\baction: ([^,;]*)|\baudit[A-Z]\w*\(([^;]*)/g;
  const said = sources.flatMap((text) => [...text.matchAll(named)].map(([, ...found]) => found.join(" ")));
  return [
    ...new Set(
      said.flatMap((text) => [...text.matchAll(/"([a-z_]+\.[a-z_]+)"/g)]).map(([, act = ""]) => act),
    ),
  ];
}

test("whatever a service logs has words in the operator's language", () => {
  const acts = loggedActs();
  expect(acts.length).toBeGreaterThan(40);
  expect(acts.filter((act) => !knownKey(`logged_${act.replace(".", "_")}`))).toEqual([]);
});

test("every detail that an act leaves in the log has a name", () => {
  const names = sources
    .filter((text) => /\.audit\(|recordAct\(/.test(text))
    // A task has names of its own.
    .map((text) => text.replace(/raiseTask\(\{.*?\}\);/gs, ""))
    .flatMap((text) => [...text.matchAll(/\bdetails(?::| =) (\{[^{}]*\})/g)])
    .flatMap(([, body = ""]) => [...body.matchAll(/[{,]\s*(\w+)(?=\s*[:,}])/g)])
    .map(([, name = ""]) => name);
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
