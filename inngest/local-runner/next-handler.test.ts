import { createServer } from "node:http";
import { Inngest } from "inngest";
import { serve } from "inngest/next";
import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { eventKey, runnerWithoutApp, signingKey, until } from "@/lib/testing/local-runner";

test("an app that serves its functions with the handler of Next is registered and called", async () => {
  const runner = await runnerWithoutApp();
  const ran: unknown[] = [];
  const client = new Inngest({ id: "sente", baseUrl: runner.url, eventKey, signingKey, isDev: false });
  const work = client.createFunction({ id: "work", triggers: [{ event: "go" }] }, async ({ step, event }) => {
    await step.run("first", () => void ran.push(event.data.word));
    await step.run("second", () => void ran.push("second"));
  });
  const handlers = serve({ client, functions: [work] });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const url = `http://${request.headers.host}${request.url}`;
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const method = request.method === "PUT" ? "PUT" : "POST";
      const web = new NextRequest(url, { method, headers, body: Buffer.concat(chunks) });
      const answer: Response = await handlers[method](web, undefined);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(runner.appPort, "127.0.0.1", resolve));
  await until(() => runner.health().app === "up");
  await client.send({ name: "go", data: { word: "naïve ✓" } });
  await until(() => ran.length === 2);
  expect(ran).toEqual(["naïve ✓", "second"]);
  await runner.stop();
  server.close();
});
