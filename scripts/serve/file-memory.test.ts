import { execFile, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipped } from "@/lib/services/desk/takeout/make";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { type SellingFiles, sellingFiles } from "@/lib/testing/selling-files";
import { testWorld } from "@/lib/testing/world";
import { bundlePrograms } from "../start/build";

const MB = 1024 * 1024;
const size = 100 * MB;
const limit = 64 * MB;
const world = testWorld();
const program = "scripts/lab/testing/file-process.ts";
/** Inside of the project, where its packages are found. */
const folder = `node_modules/.file-memory-${process.pid}`;
let selling: SellingFiles;
let fileId: number;
let address: string;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await bundlePrograms([program], folder);
  selling = await sellingFiles(world);
  await inFreshProcess(async ({ send }) => send(selling.ticket(), MB));
  ({ id: fileId } = await world.db.deliverable.findFirstOrThrow({ where: { productId: selling.guide.id } }));
  ({ address } = await selling.bought());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Server {
  /** A form that a file of this machine holds. Returns where it leads. */
  sendForm(path: string, form: string): Promise<string>;
  send(path: string, bytes: number): Promise<void>;
  /** How many bytes came. */
  fetch(path: string): Promise<number>;
  memory(): Promise<{ most: number; now: number }>;
}

/** A process as a start makes it: bundled code, and the environment of `npm start`. */
async function inFreshProcess<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const child = fork(`${folder}/scripts-lab-testing-file-process.mjs`, [world.clock.now().toISOString()], {
    execArgv: ["--expose-gc"],
    env: { ...process.env, MALLOC_ARENA_MAX: "2" },
  });
  try {
    const [{ port }] = await once(child, "message");
    const call = async (method: string, path: string, bytes: number) => {
      const args = ["-e", client, "--", `http://127.0.0.1:${port}${path}`, method, String(bytes), head, tail];
      return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
    };
    return await work({
      async send(path, bytes) {
        const { status, location } = await call("POST", path, bytes);
        expect([status, location]).toEqual([303, expect.stringContaining("?done=file")]);
      },
      async sendForm(path, form) {
        const args = ["-e", formClient, "--", `http://127.0.0.1:${port}${path}`, form];
        return (await promisify(execFile)(process.execPath, args)).stdout.trim();
      },
      async fetch(path) {
        const { status, bytes, etag, sha256 } = await call("GET", path, 0);
        expect([status, etag]).toEqual([200, `"${sha256}"`]);
        return bytes;
      },
      async memory() {
        child.send("memory");
        return (await once(child, "message"))[0];
      },
    });
  } finally {
    child.disconnect();
    await once(child, "exit");
  }
}

const head =
  '--b0undary\r\nContent-Disposition: form-data; name="file"; filename="guide.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
const tail = "\r\n--b0undary--\r\n";

/** Sends and receives in a process of its own, whose memory is not the server's. */
const client = `
  const [url, method, size, first, tail] = process.argv.slice(1);
  const { createHash } = require("node:crypto");
  const { Readable } = require("node:stream");
  const body = function* () {
    yield first;
    for (let left = Number(size); left > 0; left -= 65536) yield Buffer.alloc(Math.min(left, 65536), 7);
    yield tail;
  };
  const form = { "content-type": "multipart/form-data; boundary=b0undary", accept: "text/html",
    "content-length": String(first.length + Number(size) + tail.length) };
  const request = require("node:http").request(url, { method, headers: method === "POST" ? form : {} }, (response) => {
    let bytes = 0;
    const hash = createHash("sha256");
    response.on("data", (some) => { bytes += some.length; hash.update(some); });
    response.on("end", () => console.log(JSON.stringify({ status: response.statusCode, bytes,
      location: response.headers.location, etag: response.headers.etag, sha256: hash.digest("hex") })));
  });
  if (method === "POST") Readable.from(body()).pipe(request); else request.end();`;

const formClient = `
  const [url, form] = process.argv.slice(1);
  const headers = { "content-type": "multipart/form-data; boundary=b0undary", accept: "text/html",
    "content-length": String(require("node:fs").statSync(form).size) };
  const request = require("node:http").request(url, { method: "POST", headers }, (response) => {
    console.log(response.headers.location);
    response.resume();
  });
  require("node:fs").createReadStream(form).pipe(request);`;

/** By how much each of these makes a process larger that has sent and received a small file before. */
async function growth(): Promise<{ up: number; down: number; several: number }> {
  await world.db.downloadCount.deleteMany();
  return inFreshProcess(async ({ send, fetch, memory }) => {
    // What the first request loads is not what a file takes.
    await send(selling.ticket(fileId), MB);
    expect(await fetch(address)).toBe(MB);
    await memory();
    const { now } = await memory();
    await send(selling.ticket(fileId), size);
    const up = (await memory()).most - now;
    expect(await fetch(address)).toBe(size);
    const down = (await memory()).most - now;
    expect(await Promise.all([1, 2, 3, 4].map(() => fetch(address)))).toEqual([size, size, size, size]);
    const several = (await memory()).most - now;
    return { up, down, several };
  });
}

// The memory of a process varies from run to run with the moments in which its engine collects: once says little.
const rounds = process.env.LONG ? 10 : 1;

test("100 MB go in and out of a process whose memory grows by less than 64 MB, and four buyers at once take less than twice that", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const grown = await growth();
    const told = Object.entries(grown).map(([what, bytes]) => `${what} ${(bytes / MB).toFixed(0)} MB`);
    console.info(`100 MB, growth of the process: ${told.join(", ")}.`);
    expect(Math.max(grown.up, grown.down)).toBeLessThan(limit);
    expect(grown.several).toBeLessThan(2 * limit);
  }
}, 600_000);

/** An export with so many bytes of pictures, in a form, in a file. */
async function exportForm(name: string, megabytes: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < megabytes; at += 1) yield { name: `pictures/${at}.jpg`, bytes: randomBytes(MB) };
    yield { name: "store.ndjson", bytes: Buffer.from('{"currency":"UGX"}\n') };
  }
  async function* form() {
    yield head;
    yield* zipped(pieces(), world.clock.now());
    yield tail;
  }
  await writeFile(`${folder}/${name}`, form());
  return `${folder}/${name}`;
}

test("an export of 250 MB is looked at by a process whose memory grows by less than 64 MB", async () => {
  const { seller } = selling.shop;
  const address = () =>
    `/upload/${uploadTicket(world, { ...seller, sessionId: selling.sessionId }, { isArchive: true })}`;
  const [small, large] = [await exportForm("small", 1), await exportForm("large", 250)];
  await inFreshProcess(async ({ sendForm, memory }) => {
    expect(await sendForm(address(), small)).toMatch(/import\/\d+$/);
    await memory();
    const { now } = await memory();
    expect(await sendForm(address(), large)).toMatch(/import\/\d+$/);
    const grown = (await memory()).most - now;
    console.info(`An export of 250 MB, growth of the process: ${(grown / MB).toFixed(0)} MB.`);
    expect(grown).toBeLessThan(limit);
  });
}, 240_000);
