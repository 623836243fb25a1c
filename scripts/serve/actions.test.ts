import { afterEach, expect, test } from "vitest";
import { currentRequest, isUnread, noteRead } from "@/lib/providers/request-context";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type Opened, open, raw, statusOf } from "@/lib/testing/doors";
import type { Doors } from "./doors";
import { createMetrics } from "./metrics";

let doors: Opened;
afterEach(() => {
  doors.close();
  expect(doors.errors).toEqual([]);
});

function call(path: string, headers: string[], body = "[]") {
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers];
  return raw(doors.port, `${head.join("\r\n")}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

test("an action that the page does not have is refused before the framework sees it, with its mark", async () => {
  let asked = 0;
  const handle: Doors["handle"] = (_, response) => {
    asked += 1;
    response.end();
  };
  const hasAction = (url: string, id: string) => url.startsWith("/sign-in") && id === "7fab";
  doors = await open(handle, { hasAction });
  const forged = [
    ["/dashboard", "7fab"],
    ["/sign-in", "7fac"],
    ["/sign-in", "__proto__"],
    ["/sign-in", ""],
  ];
  for (const [path = "", id] of forged) {
    const { said } = await call(path, [`Next-Action: ${id}`]);
    expect([path, id, statusOf(said)]).toEqual([path, id, 409]);
    expect(said.toLowerCase()).toContain("x-nextjs-action-not-found: 1");
  }
  expect(asked).toBe(0);
  expect(statusOf((await call("/sign-in?next=/", ["Next-Action: 7fab"])).said)).toBe(200);
  expect(asked).toBe(1);
});

test("what fails before anything of ours looked at it is its sender's fault, and what fails later is ours", async () => {
  let works = false;
  const seen: (string | boolean | null)[] = [];
  const handle = async () => {
    await null;
    if (works) noteRead();
    seen.push(currentRequest(), isUnread());
  };
  doors = await open(
    async (_, response) => {
      await handle();
      response.writeHead(500).end();
    },
    { newId: () => "req_1" },
  );
  const form = ["Content-Type: multipart/form-data; boundary=x"];
  const status = async (headers: string[], body?: string) =>
    statusOf((await call("/sign-in", headers, body)).said);
  expect(await status(["Next-Action: 7fab"])).toBe(400);
  expect(await status(form, "--x--\r\n")).toBe(400);
  expect(seen).toEqual(["req_1", true, "req_1", true]);
  expect(await status(["Content-Type: text/plain"])).toBe(500);
  works = true;
  expect(await status(["Next-Action: 7fab"])).toBe(500);
});

test("as many as wait for the end of one answer are no leak", async () => {
  const warned: string[] = [];
  const note = (warning: Error) => void warned.push(warning.name);
  process.on("warning", note);
  doors = await open(
    (_, response) => {
      // One for each step of Next: router, middleware, rewrites, page, and its error page.
      for (let step = 0; step < 9; step += 1) response.once("close", () => {});
      response.end();
    },
    { watch: createMetrics(systemWorld()).watch },
  );
  expect(
    statusOf(
      (await call("/dashboard/settings", ["Content-Type: multipart/form-data; boundary=x"], "--x--\r\n"))
        .said,
    ),
  ).toBe(200);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warned).toEqual([]);
});
