import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import {
  type AddressInfo,
  createServer as createTcp,
  type LookupFunction,
  type Server,
  type Socket,
} from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forbiddenTargets } from "@/lib/testing/forbidden-targets";
import { createSafePost, type SafePostResult } from "./safe-post";

const servers: Server[] = [];
const sockets = new Set<Socket>();
/** For receivers that never answer. */
const quick = createSafePost({ allowLocal: true, timeoutMs: 800, connectMs: 400 });
/** For those that do, however busy the machine is. */
const patient = createSafePost({ allowLocal: true });

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

describe("addresses inside a network are never reached", () => {
  let canaryPort = 0;
  let connections = 0;
  beforeAll(async () => {
    canaryPort = await listen(
      createTcp((socket) => {
        connections += 1;
        socket.destroy();
      }),
      "::",
    );
  });

  test("the canary sings when it is reached", async () => {
    await patient({ url: `http://localhost:${canaryPort}/`, headers: {}, body: "{}" });
    expect(connections).toBeGreaterThan(0);
    connections = 0;
  });

  test("no literal, name, mixed answer or trick of writing gets through, whatever ALLOW_LOCAL_WEBHOOKS says", async () => {
    let tried = 0;
    for (const allowLocal of [false, true]) {
      const targets = forbiddenTargets(canaryPort, allowLocal);
      tried += targets.length;
      for (const { url, answers } of targets) {
        const post = createSafePost({
          allowLocal,
          timeoutMs: 500,
          connectMs: 300,
          lookup: answering(answers),
        });
        const result = await post({ url, headers: {}, body: "{}" });
        expect(refusal(result), `${url} → ${answers}`).toMatch(/^(blocked_address|invalid_url)$/);
      }
    }
    expect(tried).toBeGreaterThanOrEqual(300);
    expect(connections).toBe(0);
  });

  test("a name that led to a public address once is checked again on the next call", async () => {
    const answers = ["203.0.114.1", "127.0.0.1", "::1", "169.254.169.254"];
    const lookup: LookupFunction = (host, options, done) =>
      answering([answers.shift() ?? "::1"])(host, options, done);
    const post = createSafePost({ allowLocal: false, timeoutMs: 300, connectMs: 200, lookup });
    const url = `https://rebinding.example:${canaryPort}/`;
    const classes = [];
    for (let call = 0; call < 4; call += 1)
      classes.push(refusal(await post({ url, headers: {}, body: "{}" })));
    expect(classes.slice(1)).toEqual(["blocked_address", "blocked_address", "blocked_address"]);
    expect(connections).toBe(0);
  });
});

describe("a hostile receiver costs at most its time", () => {
  test("one that never answers ends at the limit", async () => {
    const result = await answered(() => undefined, quick);
    expect(result).toMatchObject({ kind: "error", errorClass: "timeout" });
  });

  test("a body that drips for ever ends at the same limit", async () => {
    const result = await answered((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(drip));
    }, quick);
    expect(result).toMatchObject({ kind: "error", errorClass: "timeout" });
  });

  test("of an endless body 16 KiB are read", async () => {
    const result = await answered((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    expect(result).toMatchObject({ kind: "response", status: 200 });
    expect(bodyOf(result)).toHaveLength(16 * 1024);
  });

  test("a gzip bomb is kept packed", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const result = await answered((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(bomb);
    });
    expect(result).toMatchObject({ kind: "response", status: 200, headers: { "content-encoding": "gzip" } });
    expect(bodyOf(result).length).toBeLessThanOrEqual(16 * 1024);
  });

  test("a redirect is an answer; where it points is never visited", async () => {
    let visits = 0;
    const elsewhere = await serve((_request, response) => {
      visits += 1;
      response.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const result = await answered((_request, response) => {
        response.writeHead(status, { location: elsewhere });
        response.end();
      });
      expect(result).toMatchObject({ kind: "response", status, headers: { location: elsewhere } });
    }
    expect(visits).toBe(0);
  });

  test("204, 410 and 429 with Retry-After are told as they are", async () => {
    for (const status of [204, 410, 429]) {
      const result = await answered((_request, response) => {
        response.writeHead(status, { "retry-after": "120" });
        response.end();
      });
      expect(result).toMatchObject({ kind: "response", status, headers: { "retry-after": "120" } });
    }
  });

  test.each([
    ["garbage", "protocol", (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n\r\n")],
    ["half a status line", "protocol", (socket: Socket) => socket.end("HTTP/1.1 20")],
    [
      "a header of 70 KB",
      "protocol",
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}\r\n\r\n`),
    ],
    ["a reset", "reset", (socket: Socket) => socket.resetAndDestroy()],
    [
      "a body cut short",
      "reset",
      (socket: Socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf"),
    ],
    [
      "early hints without end",
      "timeout",
      (socket: Socket) => {
        const hints = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"), 20);
        socket.on("close", () => clearInterval(hints));
      },
    ],
  ])("%s is an error of class %s", async (_name, errorClass, behave) => {
    const port = await listen(
      createTcp((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => behave(socket));
      }),
    );
    const post = errorClass === "timeout" ? quick : patient;
    const result = await post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: "{}" });
    if (errorClass === "protocol" && result.kind === "error")
      expect(["protocol", "reset"]).toContain(result.errorClass);
    else expect(refusal(result)).toBe(errorClass);
  });

  test("of 5,000 headers a hundred are kept", async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `h${index % 1000}: b`).join("\r\n");
    const port = await listen(
      createTcp((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`));
      }),
    );
    const result = await patient({ url: `http://127.0.0.1:${port}/`, headers: {}, body: "{}" });
    const kept = result.kind === "response" ? Object.keys(result.headers).length : 0;
    expect(kept).toBeLessThanOrEqual(100);
  });

  test("an upgrade is an answer like others", async () => {
    const port = await listen(
      createTcp((socket) => {
        socket.on("error", () => {});
        socket.once("data", () =>
          socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
        );
      }),
    );
    expect(await patient({ url: `http://127.0.0.1:${port}/`, headers: {}, body: "{}" })).toMatchObject({
      kind: "response",
      status: 101,
    });
  });

  test("64 of them at once end and leave no memory behind", async () => {
    const url = await serve(() => undefined);
    const before = process.memoryUsage().rss;
    await Promise.all(Array.from({ length: 64 }, () => quick({ url, headers: {}, body: "{}" })));
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });
});

describe("connections that fail say why", () => {
  test("nothing listens, no such name, a header that cannot be sent", async () => {
    const port = await listen(createTcp());
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(refusal(await patient({ url: `http://localhost:${port}/`, headers: {}, body: "" }))).toBe(
      "refused",
    );
    const nobody: LookupFunction = (_host, _options, done) =>
      done(Object.assign(new Error(), { code: "ENOTFOUND" }), "", 4);
    const lost = createSafePost({ allowLocal: false, lookup: nobody });
    expect(refusal(await lost({ url: "https://nobody.example/", headers: {}, body: "" }))).toBe("dns");
    const odd = await patient({ url: `http://localhost:${port}/`, headers: { "x-bad": "a\nb" }, body: "" });
    expect(odd.kind).toBe("error");
  });

  test("a certificate that nobody vouches for, and no TLS at all", async () => {
    const plain = await listen(
      createTcp((socket) => {
        socket.on("error", () => {});
        socket.end("hello\r\n");
      }),
    );
    expect(refusal(await patient({ url: `https://localhost:${plain}/`, headers: {}, body: "" }))).toBe("tls");
    const files = selfSigned();
    const port = await listen(createHttps(files, (_request, response) => void response.end("ok")));
    expect(refusal(await patient({ url: `https://localhost:${port}/`, headers: {}, body: "" }))).toBe("tls");
  });
});

describe("a connection is kept for the next request", () => {
  const post = (url: string) => patient({ url, headers: {}, body: "{}" });

  test("to the same server, when its answer was complete", async () => {
    const opened = new Set<Socket>();
    const url = await serve((request, response) => {
      opened.add(request.socket);
      response.end("ok");
    });
    for (let nth = 0; nth < 3; nth += 1) expect(await post(url)).toMatchObject({ status: 200, body: "ok" });
    expect(opened.size).toBe(1);
  });

  test("and not when the answer was cut, or too long to be read", async () => {
    const opened = new Set<Socket>();
    const url = await serve((request, response) => {
      opened.add(request.socket);
      response.end("x".repeat(100_000));
    });
    for (let nth = 0; nth < 3; nth += 1) await post(url);
    expect(opened.size).toBe(3);
  });

  test("when its server closed it meanwhile, the request goes out on a new one", async () => {
    let answered = 0;
    let cut: Socket | null = null;
    const url = await serve((request, response) => {
      if (request.socket === cut) return request.socket.destroy();
      answered += 1;
      response.end("ok");
      cut = request.socket;
    });
    for (let nth = 1; nth <= 3; nth += 1) {
      expect(await post(url)).toMatchObject({ status: 200 });
      expect(answered).toBe(nth);
    }
  });

  test("a server that cuts a new connection is not asked twice", async () => {
    let asked = 0;
    const url = await serve((request) => {
      asked += 1;
      request.socket.destroy();
    });
    expect(refusal(await post(url))).toBe("reset");
    expect(asked).toBe(1);
  });
});

function refusal(result: SafePostResult): string {
  return result.kind === "error" ? result.errorClass : `answered ${result.status}`;
}

function bodyOf(result: SafePostResult): string {
  return result.kind === "response" ? result.body : "";
}

async function answered(listener: RequestListener, post = patient): Promise<SafePostResult> {
  return post({ url: await serve(listener), headers: { "x-test": "1" }, body: "{}" });
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://localhost:${await listen(createHttp(listener))}/hooks`;
}

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), "sente-tls-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes", "-newkey", "rsa:2048"];
  execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** A resolver that says the same addresses for every name, in the way it is asked. */
function answering(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_host, options, done) => {
    const first = all[0] ?? { address: "127.0.0.1", family: 4 };
    if (options.all) done(null, all);
    else done(null, first.address, first.family);
  };
}
