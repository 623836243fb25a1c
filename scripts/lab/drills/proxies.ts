import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../ports";
import { type Answer, send } from "../bench/load";
import { inPlace, openPlace, untilCount } from "./place";
import { type Allowed, none, type Outcome, underLoad } from "./under-load";

/** A proxy that runs by the example of docs/examples, in front of `port`. */
interface ReverseProxy {
  url: string;
  /** Reads its settings again, as an operator would have it do. */
  reload(): void;
  stop(): Promise<void>;
}

/** The same file that operators copy, with other ports and certificates. */
function example(name: string, changes: [string | RegExp, string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(from, to);
      if (changed === text) throw new Error(`docs/examples/${name} has no ${from} any more.`);
      return changed;
    },
    readFileSync(path.join("docs/examples", name), "utf8"),
  );
}

export async function openCaddy(port: number): Promise<ReverseProxy> {
  const directory = mkdtempSync(path.join(tmpdir(), "sente-drill-caddy-"));
  const [https, http, admin] = [await freePort(), await freePort(), await freePort()];
  const file = path.join(directory, "Caddyfile");
  // For localhost Caddy makes a certificate of its own.
  const local = `grace_period 30s\n\tadmin 127.0.0.1:${admin}\n\thttp_port ${http}\n\tskip_install_trust`;
  writeFileSync(file, example("Caddyfile", [["grace_period 30s", local]]));
  const env = {
    ...process.env,
    ...{ SITE_HOST: `localhost:${https}`, APP: `127.0.0.1:${port}` },
    ...{ XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  };
  const child = spawn("caddy", ["run", "--config", file], { env, stdio: "ignore" });
  return opened(`https://localhost:${https}`, {
    reload: () => execFileSync("caddy", ["reload", "--force", "--config", file], { env, stdio: "ignore" }),
    stop: () => ended(child, directory),
  });
}

export async function openNginx(port: number): Promise<ReverseProxy> {
  const directory = mkdtempSync(path.join(tmpdir(), "sente-drill-nginx-"));
  chmodSync(directory, 0o755);
  const at = (name: string) => path.join(directory, name);
  const [https, http] = [await freePort(), await freePort()];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const pair = ["-keyout", at("key.pem"), "-out", at("cert.pem")];
  const options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  const renew = () => execFileSync("openssl", ["req", ...options, ...subject, ...pair], { stdio: "ignore" });
  renew();
  const site = example("nginx.conf", [
    ["/etc/letsencrypt/live/pay.example.com/fullchain.pem", at("cert.pem")],
    ["/etc/letsencrypt/live/pay.example.com/privkey.pem", at("key.pem")],
    ["pay.example.com", "localhost"],
    ["listen 80;", `listen ${http};`],
    ["listen 443 ", `listen ${https} `],
    ["127.0.0.1:3000", `127.0.0.1:${port}`],
  ]);
  writeFileSync(
    at("nginx.conf"),
    `daemon off; pid ${at("pid")}; error_log ${at("error.log")}; events {} http { access_log off;
${site.replace(/^#.*$/gm, "")} }`,
  );
  const nginx = ["-c", at("nginx.conf"), "-p", directory, "-e", at("error.log")];
  const child = spawn("/usr/sbin/nginx", nginx, { stdio: "ignore" });
  return opened(`https://localhost:${https}`, {
    // As after a renewal of its certificate.
    reload() {
      renew();
      child.kill("SIGHUP");
    },
    stop: () => ended(child, directory),
  });
}

async function opened(url: string, proxy: Omit<ReverseProxy, "url">): Promise<ReverseProxy> {
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(200))
    if (await ask(`${url}/`).catch(() => undefined)) return { url, ...proxy };
  await proxy.stop();
  throw new Error("The proxy did not start.");
}

async function ended(child: ReturnType<typeof spawn>, directory: string): Promise<void> {
  const isGone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await isGone;
  rmSync(directory, { recursive: true, force: true });
}

/** Whom a proxy says it talks to, whatever the caller claims, and how it speaks to us. */
async function whatIsForwarded(open: (port: number) => Promise<ReverseProxy>): Promise<string[]> {
  const echo = createServer(({ headers, httpVersion }, response) =>
    response.end(JSON.stringify({ ...headers, httpVersion })),
  );
  const port = await freePort();
  await new Promise<void>((resolve) => echo.listen(port, "127.0.0.1", resolve));
  const proxy = await open(port);
  try {
    const claim = { "x-forwarded-for": "203.0.113.7, 198.51.100.9" };
    const { text } = await ask(`${proxy.url}/`, claim);
    const seen = JSON.parse(text);
    const [address = ""] = [seen["x-forwarded-for"]];
    const host = new URL(proxy.url).host;
    return [
      ...(/^(127\.0\.0\.1|::1)$/.test(address) ? [] : [`X-Forwarded-For is ${address}`]),
      ...(seen.host === host ? [] : [`Host is ${seen.host}`]),
      ...(seen.httpVersion === "1.1" && seen.connection !== "close"
        ? []
        : [`HTTP ${seen.httpVersion}, connection: ${seen.connection}`]),
    ];
  } finally {
    await proxy.stop();
    echo.close();
  }
}

/** A file that Sente takes gets through, and one that is too large for anybody is refused. */
async function bodies({ url }: ReverseProxy): Promise<string[]> {
  const type = { "content-type": "multipart/form-data; boundary=x" };
  const part = (bytes: number) =>
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"a".repeat(bytes)}\r\n--x--\r\n`;
  const taken = await ask(`${url}/dashboard/customers/import`, type, part(5_000_000));
  const refused = await ask(`${url}/dashboard/customers/import`, type, part(12_000_000)).catch(() => ({
    status: 413, // Refused while it was still being sent.
  }));
  return [
    ...(![413, 502, 503].includes(taken.status) ? [] : [`5 MB were answered with ${taken.status}`]),
    ...(refused.status === 413 ? [] : [`12 MB were answered with ${refused.status}`]),
  ];
}

/** With an https SITE_URL browsers are told to come by https alone. */
async function hsts({ url }: ReverseProxy): Promise<string[]> {
  const { headers } = await ask(`${url}/sign-in`);
  return headers["strict-transport-security"]?.includes("max-age=31536000") ? [] : ["HSTS is missing"];
}

function ask(url: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  // The certificate is one that the proxy made for itself.
  return send(url, { agent: new Agent({ rejectUnauthorized: false }), headers, body });
}

/** The end of a connection that rested. */
const closed: Allowed = { failures: /^(ECONNRESET|EPIPE|socket hang up)$/ };

/** A proxy by our example: it and the app are reloaded in turn, and nobody notices. */
export async function behind(open: (port: number) => Promise<ReverseProxy>): Promise<Outcome> {
  const forwarded = await whatIsForwarded(open);
  const port = await freePort();
  const proxy = await open(port);
  const variables = { SITE_URL: proxy.url, TRUSTED_PROXY_HOPS: "1", PORT: String(port), HOST: "127.0.0.1" };
  try {
    return await inPlace(await openPlace(variables), async (place) => {
      const outside = { ...place, url: proxy.url };
      const own = await underLoad(
        outside,
        async () => {
          for (let nth = 1; nth <= 2; nth += 1) {
            place.child.kill("SIGHUP");
            await untilCount(place, 'reloaded"', nth);
          }
        },
        none,
      );
      // A proxy with new settings closes connections that rest, also one on which a request is just being written.
      const its = await underLoad(
        outside,
        async () => {
          for (let nth = 1; nth <= 3; nth += 1) {
            proxy.reload();
            await sleep(1_000);
          }
        },
        closed,
      );
      const said = `reloads of Sente: ${own.said}; of the proxy: ${its.said}`;
      const found = [...(await bodies(proxy)), ...(await hsts(proxy))];
      return { said, wrong: [...own.wrong, ...its.wrong, ...forwarded, ...found] };
    });
  } finally {
    await proxy.stop();
  }
}
