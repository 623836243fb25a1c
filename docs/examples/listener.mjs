// node docs/examples/listener.mjs: prints each webhook of the demo store, after checking its signature.
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const demo = JSON.parse(
  readFileSync(process.argv[2] ?? `${process.env.DATA_DIR ?? ".data"}/demo.json`, "utf8"),
);
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const given = Buffer.from(request.headers["x-service-signature"] ?? "");
  const isGenuine = [demo.webhook_test_secret, demo.webhook_live_secret].some((secret) => {
    const wanted = Buffer.from(
      `sha256=${createHmac("sha256", secret ?? "")
        .update(body)
        .digest("hex")}`,
    );
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  console.log(isGenuine ? "genuine" : "NOT GENUINE", request.headers["x-service-event"], body.toString());
  response.writeHead(isGenuine ? 204 : 400).end();
});
const url = new URL(process.env.DEMO_WEBHOOK_URL ?? "http://localhost:4000/hooks");
server.on("error", (error) => console.error(`Nothing can listen at ${url}: ${error.message}`));
server.listen(url.port, () => console.log(`Listening at ${url}`));
