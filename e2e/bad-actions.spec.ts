import { readFileSync } from "node:fs";
import { slice } from "@/scripts/lab/testing/slice";
import { expect, test } from "./fixtures";

// Every action of the build, called over HTTP as no page of ours calls it. Whatever is sent, it is not our fault.

const manifest = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
const actions = Object.entries<{ workers: Record<string, unknown> }>(manifest.node);
/** Pages that anybody may open, so that nothing stands before the framework. */
const openPages = ["/sign-in", "/sign-up", "/forgot-password"];
const unknown = `7f${"0".repeat(40)}`;
const parts = (text: string) => ({ "content-type": "multipart/form-data; boundary=x", text });
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const bodies = [
  ...["[", "", "[]", '["$F1","$1"]', '["\\ud800","a\\u0000b"]', "{}", `["${"x".repeat(900_000)}"]`].map(
    (text) => ({ "content-type": "text/plain;charset=UTF-8", text }),
  ),
  parts("--x--\r\n"),
  parts(`${field("0", "[")}--x--\r\n`),
  parts(`${field("0", '["$K1"]')}${field("0", '["$K1"]')}--x--\r\n`),
  parts(field("0", '["$K1"]')),
  { "content-type": "application/x-www-form-urlencoded", text: "0=%5B%5D" },
];

test("no call of an action that is stale, forged, cut off or another page's is our fault", async ({
  demo,
}) => {
  test.setTimeout(900_000);
  const ids = [unknown, "x", "__proto__", ...actions.map(([id]) => id)];
  const cases = openPages.flatMap((path) =>
    ids.flatMap((id) => bodies.map((body, at) => ({ path, id, body, name: `${path} ${id} ${at}` }))),
  );
  const faults: string[] = [];
  const chosen = slice("bad input: actions over HTTP", cases, 16, ({ name }) => name);
  for (const { path, id, body, name } of chosen) {
    const { text, ...headers } = body;
    const origin = demo.site_url;
    const call = { method: "POST", headers: { origin, "next-action": id, ...headers }, body: text };
    const { status } = await fetch(`${origin}${path}`, { ...call, redirect: "manual" });
    if (status >= 500) faults.push(`${name}: ${status}`);
  }
  expect(chosen.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test("forms without script that name an action wrongly are refused", async ({ demo }) => {
  const [other] = actions.find(
    ([, { workers }]) => !Object.keys(workers).some((page) => page.includes("/sign-in/page")),
  ) ?? [""];
  const forged = [
    field(`$ACTION_ID_${unknown}`, ""),
    field(`$ACTION_ID_${other}`, ""),
    field("$ACTION_REF_1", "") + field("$ACTION_1:0", '{"id":"bad","bound":null}'),
    field("$ACTION_REF_1", "") + field("$ACTION_1:0", "{"),
  ];
  for (const fields of forged) {
    const { text, ...headers } = parts(`${fields}--x--\r\n`);
    const call = { method: "POST", headers: { origin: demo.site_url, ...headers }, body: text };
    const { status } = await fetch(`${demo.site_url}/sign-in`, call);
    expect([fields, status >= 400 && status < 500]).toEqual([fields, true]);
  }
});

test("the framework's own door for pictures is shut: it writes an error for each wrong address", async ({
  demo,
}) => {
  for (const url of ["/icon.svg", "/nothing.png"]) {
    const asked = await fetch(`${demo.site_url}/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`);
    expect((await asked.text()).slice(0, 9)).toBe("<!DOCTYPE");
    expect(asked.status).toBe(404);
  }
});
