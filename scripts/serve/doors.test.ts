import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Opened, open, raw, statusOf } from "@/lib/testing/doors";
import type { Doors } from "./doors";

const MB = 1024 * 1024;
let doors: Opened;
/** How many bytes whoever stands in place of Next was given, and how often he was asked. */
let given = 0;
let asked = 0;

/** Reads a body whole, as Next does for an action. */
async function readAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked += 1;
  for await (const chunk of request) given += chunk.byteLength;
  response.setHeader("content-type", "text/html").end(`<p>${request.method} ${request.url}`);
}

beforeAll(async () => {
  doors = await open(readAll);
});
afterAll(() => doors.close());
afterEach(() => {
  expect(doors.errors.splice(0)).toEqual([]);
  [given, asked] = [0, 0];
});

describe("Host", () => {
  const paths = ["/", "/api/inngest", "/api/v1/store", "/api/rails/sandbox", "/pay/x", "/_next/static/x.js"];
  test.each([
    ["Host: ["],
    ["Host: [::1"],
    ["Host: a b"],
    ["Host:"],
    ["Host: evil.com:99999"],
    ["Host: evil.com:0"],
    ["Host: evil.com:8o"],
    ["Host: a%00b"],
    ["Host: a\0b"],
    ["Host: user@evil.com"],
    ["Host: evil.com/x"],
    ["Host: 1.2.3.999"],
    ["Host: localhost\r\nHost: evil.com"],
    ["Host: localhost\r\nhost: localhost"],
    ["X-Nothing: 1"],
  ])("%j is refused with 400 on every path, nobody is asked, and the connection ends", async (header) => {
    for (const path of paths) {
      for (const method of ["GET", "POST", "PUT"]) {
        const { said, closed } = await raw(
          doors.port,
          `${method} ${path} HTTP/1.1\r\n${header}\r\nContent-Length: 0\r\n\r\n`,
        );
        expect([method, path, statusOf(said), closed]).toEqual([method, path, 400, true]);
        expect(said).not.toMatch(/ at |node_modules|file:/);
      }
    }
    expect(asked).toBe(0);
  });

  test.each(["localhost", "localhost:3000", "[::1]:3000", "10.0.0.7", "my_app:3000", "PAY.example.com"])(
    "%s is a host",
    async (host) => {
      const { said } = await raw(doors.port, `GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(statusOf(said)).toBe(200);
    },
  );
});

describe("a probe", () => {
  // HAProxy's `option httpchk GET /readyz` speaks HTTP/1.0 and names no host; others name the machine's own.
  test.each(["1.0\r\n", "1.1\r\nConnection: close\r\n", "1.1\r\nHost: [\r\nConnection: close\r\n"])(
    "is answered whoever it thinks that we are: HTTP/%j",
    async (rest) => {
      for (const first of ["GET /readyz", "HEAD /readyz?x=1", "GET /healthz"]) {
        const { said, closed } = await raw(doors.port, `${first} HTTP/${rest}\r\n`);
        // A database that is slow to answer is no matter of hosts.
        const well = first.includes("healthz") ? [200] : [200, 503];
        expect(well, first).toContain(statusOf(said));
        expect(closed).toBe(true);
      }
      const { said } = await raw(doors.port, `GET /x HTTP/${rest}\r\n`);
      expect(statusOf(said)).toBe(400);
      expect(asked).toBe(0);
    },
  );
});

describe("the target", () => {
  const ask = (first: string, more = "") =>
    raw(doors.port, `${first} HTTP/1.1\r\nHost: localhost:3000\r\n${more}Connection: close\r\n\r\n`);

  test("that is a whole address of this site is its path", async () => {
    expect((await ask("GET http://localhost:3000/pay/x?y=1")).said).toContain("<p>GET /pay/x?y=1");
    expect((await ask("GET http://LOCALHOST:3000")).said).toContain("<p>GET /");
  });

  test.each(["http://evil.example/", "https://evil.example//x", "ftp://localhost:3000/", "http:///x"])(
    "%s, of another site, is refused and leads nowhere",
    async (target) => {
      const { said } = await ask(`GET ${target}`);
      expect(statusOf(said)).toBe(400);
      expect(said.toLowerCase()).not.toContain("location");
    },
  );

  test("`*` is answered to OPTIONS, and to nothing else", async () => {
    expect(statusOf((await ask("OPTIONS *")).said)).toBe(204);
    expect(statusOf((await ask("GET *")).said)).toBe(400);
    expect(asked).toBe(0);
  });

  test("with an escaped NUL is no page's address", async () => {
    expect(statusOf((await ask("GET /attempt/%00")).said)).toBe(400);
  });

  test("CONNECT is answered and not connected", async () => {
    const { said, closed } = await raw(
      doors.port,
      "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    );
    expect([statusOf(said), closed]).toEqual([405, true]);
  });

  test("who would rather speak HTTP/2 is answered in HTTP/1.1, as is who wants a web socket", async () => {
    for (const protocol of ["h2c", "websocket"]) {
      const { said } = await ask("GET /x", `Upgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`);
      expect(statusOf(said)).toBe(200);
    }
  });
});

describe("what the framework would fall over", () => {
  const ask = async (method: string, headers: string) => {
    const seen: unknown[] = [];
    const site = await open((request, response) => {
      seen.push(request.headers["next-router-state-tree"]);
      response.end();
    });
    const { said } = await raw(
      site.port,
      `${method} /dashboard HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n${headers}\r\n\r\nx`,
    );
    site.close();
    return { status: statusOf(said), seen };
  };

  test.each(["x", "%zz", "null", "%7B%7D", "%5B1%5D", "%5B%22%22%2C%7B%22children%22%3A1%7D%5D"])(
    "a router's state of %s is left out",
    async (state) => {
      expect(await ask("GET", `RSC: 1\r\nNext-Router-State-Tree: ${state}`)).toEqual({
        status: 200,
        seen: [undefined],
      });
    },
  );

  test("one that can be read is passed on", async () => {
    const state = encodeURIComponent('["",{"children":["__PAGE__",{}]}]');
    expect((await ask("GET", `Next-Router-State-Tree: ${state}`)).seen).toEqual([state]);
  });

  test.each([
    ["a form that was cut off", "--b\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n", 400],
    ["a form of nothing", "", 400],
    ["a whole form", "--b\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n--b--\r\n", 200],
  ])("%s is answered before or by the framework", async (_, body, status) => {
    const site = await open(async (request, response) => {
      try {
        for await (const _ of request);
        response.end();
      } catch {
        response.destroy();
      }
    });
    const head = `POST /sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b`;
    const { said } = await raw(site.port, `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    site.close();
    expect(statusOf(said)).toBe(status);
  });

  test.each(["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; charset=utf-8"])(
    "a form of type %s is refused",
    async (type) => {
      expect(await ask("POST", `Content-Type: ${type}`)).toEqual({ status: 400, seen: [] });
    },
  );
});

/** Sends `bytes`, and gives the answer as it arrived; null where there was none. */
function send(path: string, bytes: number, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; type: string; text: string } | null>((resolve) => {
    const request = httpRequest({ port: doors.port, host: "127.0.0.1", method: "POST", path, headers });
    request.on("error", () => resolve(null));
    request.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? "", text });
      request.destroy();
    });
    let left = bytes;
    const isForm = headers["content-type"]?.startsWith("multipart/") ?? false;
    const more = () => {
      while (left > 0 && !request.destroyed) {
        const size = Math.min(64 * 1024, left);
        left -= size;
        const part = Buffer.alloc(size, 97);
        // The last boundary of a form, which says that it is whole.
        if (left === 0 && isForm) part.write("--x--", Math.max(0, size - 5));
        if (!request.write(part)) return void request.once("drain", more);
      }
      request.end();
    };
    more();
  });
}

describe("a body", () => {
  const file = { "content-type": "multipart/form-data; boundary=x" };
  const limits: [string, number, Record<string, string>][] = [
    ["/sign-in", MB, {}],
    ["/api/auth/callback/credentials", MB, {}],
    ["/pay/x", MB, file],
    ["/dashboard/products/7/edit", 8 * MB, file],
    ["/dashboard/customers/import", 8 * MB, file],
    ["/dashboard/settings", 8 * MB, file],
    ["/dashboard/settings", MB, {}],
  ];

  test.each(limits)("to %s has at most %i bytes, told or not", async (path, max, headers) => {
    expect((await send(path, max, headers))?.status).toBe(200);
    expect(given).toBe(max);
    for (const [name, value] of [
      ["content-length", String(max + 1)],
      ["transfer-encoding", "chunked"],
    ] as const) {
      given = 0;
      const answer = await send(path, max + 1, { ...headers, [name]: value });
      expect(answer?.status).toBe(413);
      expect(answer?.type).toBe(path.startsWith("/api/") ? "application/json" : "text/plain; charset=utf-8");
      expect(answer?.text).toContain("nothing was changed");
      expect(given).toBeLessThanOrEqual(max);
    }
  });

  test("to the executor's path without a signature is not even read", async () => {
    const answer = await send("/api/inngest", 4 * MB, { "transfer-encoding": "chunked" });
    expect([401, 413]).toContain(answer?.status);
  });

  test("of 150 MB in pieces, from four at once, leaves the memory as it was", async () => {
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        send("/api/auth/callback/credentials", 150 * MB, { "transfer-encoding": "chunked" }),
      ),
    );
    for (const answer of answers) expect(answer?.status ?? 413).toBe(413);
    expect(given).toBeLessThanOrEqual(4 * MB);
    expect((process.memoryUsage().rss - before) / MB).toBeLessThan(120);
  });

  test("is refused in French to who reads French", async () => {
    const answer = await send("/sign-in", 2 * MB, { "accept-language": "fr-CI" });
    expect(answer?.text).toContain("rien n’a été pris");
  });

  test("that is longer does not hold up the next one", async () => {
    await send("/sign-in", 3 * MB);
    expect((await send("/sign-in", 3))?.status).toBe(200);
  });

  test("of a file waits for its turn where many are sent at once", async () => {
    const holding = Array.from({ length: 8 }, () => {
      const socket = connect(doors.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        "POST /dashboard/settings HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99\r\n\r\na",
      );
      return socket;
    });
    while (asked < 8) await new Promise((go) => setTimeout(go, 5));
    expect((await send("/dashboard/settings", 10, file))?.status).toBe(503);
    for (const socket of holding) socket.destroy();
    await expect.poll(async () => (await send("/dashboard/settings", 10, file))?.status).toBe(200);
  });
});

describe("time", () => {
  test("a file that takes longer to come than an answer may take is answered all the same", async () => {
    const read: Doors["handle"] = async (request, response) => {
      for await (const _ of request);
      response.end("all of it");
    };
    const slow = await open(read, { fastLane: null, times: { answerMs: 400 } });
    async function* pieces() {
      for (let at = 0; at < 8; at += 1) {
        await new Promise((resolve) => setTimeout(resolve, 120));
        yield Buffer.from("piece");
      }
    }
    const init = { method: "POST", duplex: "half", body: Readable.toWeb(Readable.from(pieces())) };
    // Safe: the types of the browser's fetch do not know a body that streams.
    const answer = await fetch(`http://127.0.0.1:${slow.port}/upload/x`, init as unknown as RequestInit);
    expect([answer.status, await answer.text()]).toEqual([200, "all of it"]);
    slow.close();
  });

  test("a body that comes too slowly is cut off with 408", async () => {
    const slow = await open(readAll, { times: { requestMs: 300 } });
    const begun = "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na";
    const { said, closed } = await raw(slow.port, begun);
    expect([statusOf(said), closed]).toEqual([408, true]);
    slow.close();
  });

  test("who gets no answer is told so, and the connection ends", async () => {
    const silent = await open(() => new Promise(() => {}), { times: { answerMs: 200, executorMs: 200 } });
    const { said, closed } = await raw(silent.port, "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect([statusOf(said), closed]).toEqual([503, true]);
    silent.close();
  });

  test("those who wait for an answer go with it: no warning, and as many for the last on a connection", async () => {
    const warned: string[] = [];
    const warn = ({ name }: Error) => warned.push(name);
    process.on("warning", warn);
    const waiting: number[] = [];
    const framework = await open((_request, response) => {
      // As many steps of Next as a page behind a proxy has, and some more.
      for (let step = 0; step < 12; step += 1) response.once("close", () => {});
      waiting.push(response.listenerCount("close"));
      response.end("a page");
    });
    const asking = "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20);
    await raw(framework.port, asking.replace(/\r\n\r\n$/, "\r\nConnection: close\r\n\r\n"));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", warn);
    framework.close();
    expect(warned).toEqual([]);
    expect(waiting).toEqual(Array(20).fill(waiting[0]));
  });

  test("what throws is answered with 500 without its stack, and told to the log", async () => {
    for (const fails of [
      () => Promise.reject(new Error("secret of ours")),
      () => {
        throw new Error("secret of ours");
      },
    ]) {
      const broken = await open(fails);
      const { said, closed } = await raw(broken.port, "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
      expect([statusOf(said), closed, broken.errors.length]).toEqual([500, true, 1]);
      expect(said).not.toContain("secret of ours");
      broken.close();
    }
  });
});

describe("headers of every answer", () => {
  const ask = async (siteUrl: string, path: string) => {
    const site = await open(readAll, { siteUrl });
    const { said } = await raw(
      site.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    site.close();
    return said.toLowerCase();
  };

  test.each(["/pay/x", "/api/v1/store", "/api/inngest", "/manage/%zz"])(
    "%s is to be asked by https alone, once the site is on https",
    async (path) => {
      expect(await ask("https://pay.example.com", path)).toContain(
        "strict-transport-security: max-age=31536000",
      );
      expect(await ask("http://localhost:3000", path)).not.toContain("strict-transport-security");
      expect(await ask("http://localhost:3000", path)).toContain("x-content-type-options: nosniff");
    },
  );

  test("HTML that says nothing of it may not be framed and runs nothing; what says so itself stands", async () => {
    const bare = await ask("http://localhost:3000", "/api/auth/verify-request");
    expect(bare).toContain("x-frame-options: deny");
    expect(bare).toContain("content-security-policy: default-src 'self'; script-src 'none'");
    const own = await open((_, response) =>
      response
        .writeHead(200, { "Content-Type": "text/html", "Content-Security-Policy": "default-src 'self'" })
        .end("x"),
    );
    const { said } = await raw(own.port, "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(said.match(/content-security-policy/gi)).toHaveLength(1);
    expect(said).not.toMatch(/x-frame-options/i);
    own.close();
  });
});
