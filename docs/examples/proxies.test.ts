import { existsSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveMaxBytes } from "@/lib/services/billing/moving/archive";
import { fileMaxBytes } from "@/lib/services/catalog/deliverables/upload";
import { type Opened, open } from "@/lib/testing/doors";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { sellingFiles } from "@/lib/testing/selling-files";
import { openCaddy, openNginx } from "@/scripts/lab/drills/proxies";
import { streamMax, uploadMax } from "@/scripts/serve/body-limit";

const MB = 1024 * 1024;
const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
const figures = (file: string, pattern: RegExp) =>
  [...textOf(file).matchAll(pattern)].map(([, figure]) => Number(figure) * MB);

describe("what a proxy lets through", () => {
  /** A little more than the app takes, so that who sends too much reads the app's words; to other paths not much. */
  const few = (figure = 0) => figure > uploadMax && figure <= 2 * uploadMax;
  const many = (figure = 0) => figure > streamMax && figure <= streamMax + 8 * MB;

  test("the app takes the largest file and the largest archive, each with its form", () => {
    expect(streamMax).toBe(Math.max(fileMaxBytes, archiveMaxBytes) + MB);
  });

  test.each([
    ["nginx.conf", /client_max_body_size (\d+)m;/g],
    ["Caddyfile", /max_size (\d+)MiB/g],
  ])("%s lets files through on their own path alone", (file, pattern) => {
    const [first, second, ...more] = figures(file, pattern);
    expect([few(first), many(second), more]).toEqual([true, true, []]);
  });

  test("the page says the same figures, and those of the files", () => {
    const page = textOf("../self-hosting.md");
    const [, files, others] =
      /must let (\d+) MB through to `\/upload\/` and (\d+) MB elsewhere/.exec(page) ?? [];
    expect([Number(others) * MB, Number(files) * MB]).toEqual(figures("nginx.conf", /max_body_size (\d+)m/g));
    expect(page).toContain(`${fileMaxBytes / MB} MB for a file that a seller sells`);
    expect(page).toContain(`${archiveMaxBytes / MB} MB for the archive of another instance`);
  });
});

const proxies = [
  { name: "nginx", program: "/usr/sbin/nginx", open: openNginx },
  { name: "Caddy", program: "/usr/bin/caddy", open: openCaddy },
];

for (const { name, program, open: openProxy } of proxies) {
  const isHere = existsSync(program);
  if (!isHere) console.info(`${name} is not here: its example is compared, and nothing goes through it.`);
  describe.skipIf(!isHere)(`${name} in front of the app`, () => {
    let world: PayingWorld;
    let app: Opened;
    let proxy: Awaited<ReturnType<typeof openProxy>>;

    beforeAll(async () => {
      world = await payingWorld();
      Object.assign(globalThis, { senteWorld: world });
      app = await open(({ headers }, response: ServerResponse) => {
        response.setHeader("X-Long", "b".repeat(12_000)).end(String(headers.cookie?.length));
      });
      proxy = await openProxy(app.port);
    });
    afterAll(async () => {
      await proxy.stop();
      app.close();
      Object.assign(globalThis, { senteWorld: undefined });
      await world.close();
    });

    test("the largest file goes up, and comes down as fast as its buyer takes it", async () => {
      const selling = await sellingFiles(world);
      expect((await upload(proxy.url + selling.ticket(), fileMaxBytes)).headers.location).toMatch(
        /done=file$/,
      );
      const { address, orderId } = await selling.bought();
      expect((await ask(proxy.url + address)).bytes).toBe(fileMaxBytes);
      // Who goes away after a tenth has not got all of it: it waits in no file of the proxy's.
      const counted = async () =>
        Number((await world.db.downloadCount.findFirstOrThrow({ where: { orderId } })).sentBytes);
      const whole = await counted();
      await ask(proxy.url + address, {}, { leaveAfter: fileMaxBytes / 10 });
      const part = async () => (await counted()) - whole;
      await expect.poll(part, { timeout: 10_000 }).toBeLessThan(fileMaxBytes / 2);
      expect(await part()).toBeGreaterThan(0);
    });

    test("long headers pass, both ways", async () => {
      const { status, headers, said } = await ask(`${proxy.url}/x`, { cookie: `a=${"c".repeat(11_998)}` });
      expect([status, said, headers["x-long"]?.length]).toEqual([200, "12000", 12_000]);
    });

    test("who may not send a file hears it before it is sent, and elsewhere such a body is none", async () => {
      for (let nth = 0; nth < 10; nth += 1)
        expect((await upload(`${proxy.url}/upload/x`, 50 * MB)).status).toBe(404);
      // Refused while it is still being sent.
      expect([413, 0]).toContain((await upload(`${proxy.url}/sign-in`, 50 * MB)).status);
    });
  });
}

interface Told {
  /** 0 where the connection was cut before an answer. */
  status: number;
  headers: IncomingHttpHeaders;
  bytes: number;
  said: string;
}

/** `leaveAfter`: goes away after so many bytes, having rested for a second. */
function ask(url: string, headers: Record<string, string> = {}, { leaveAfter = Infinity, body = 0 } = {}) {
  const first = '--b0undary\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const last = "\r\n--b0undary--\r\n";
  const form = {
    "content-type": "multipart/form-data; boundary=b0undary",
    "content-length": String(first.length + body + last.length),
  };
  return new Promise<Told>((resolve) => {
    // The certificate is one that the proxy made for itself.
    const options = { rejectUnauthorized: false, method: body ? "POST" : "GET" };
    const sent = request(url, { ...options, headers: { ...headers, ...(body ? form : {}) } }, (answer) => {
      let bytes = 0;
      let said = "";
      const end = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, said });
      answer.on("data", async (chunk: Buffer) => {
        bytes += chunk.length;
        said = (said + chunk).slice(0, 100);
        if (bytes < leaveAfter) return;
        answer.removeAllListeners("data").pause();
        await sleep(1_000);
        answer.destroy();
      });
      answer.once("close", end);
      answer.once("error", end);
    });
    sent.once("error", () => resolve({ status: 0, headers: {}, bytes: 0, said: "" }));
    if (!body) return void sent.end();
    const piece = Buffer.alloc(64 * 1024, 7);
    let left = body;
    const more = () => {
      while (left > 0) {
        const some = piece.subarray(0, Math.min(left, piece.length));
        left -= some.length;
        if (!sent.write(some)) return void sent.once("drain", more);
      }
      sent.end(last);
    };
    sent.write(first);
    more();
  });
}

function upload(url: string, size: number): Promise<Told> {
  return ask(url, {}, { body: size });
}
