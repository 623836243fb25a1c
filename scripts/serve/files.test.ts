import { createHash } from "node:crypto";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { type Opened, open, raw, statusOf } from "@/lib/testing/doors";
import { sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { type SellingFiles, sellingFiles } from "@/lib/testing/selling-files";

const MB = 1024 * 1024;
let world: PayingWorld;
let doors: Opened;
let selling: SellingFiles;
let shop: SellingFiles["shop"];
let guide: SellingFiles["guide"];
let sessionId: string;

beforeAll(async () => {
  world = await payingWorld();
  Object.assign(globalThis, { senteWorld: world });
  doors = await open((_, response) => response.writeHead(404).end());
});
afterAll(async () => {
  doors.close();
  Object.assign(globalThis, { senteWorld: undefined });
  await world.close();
});
beforeEach(async () => {
  selling = await sellingFiles(world);
  ({ shop, guide, sessionId } = selling);
});

const head = (name: string, type = "application/pdf") =>
  `--b0undary\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
const tail = "\r\n--b0undary--\r\n";

interface Told {
  status: number;
  headers: IncomingHttpHeaders;
  /** How many bytes came, and their SHA-256, so that none is kept. */
  bytes: number;
  sha256: string;
}

/** Sends a form of one file of this many bytes, piece by piece, as fast as it is taken. */
function upload(path: string, size: number, name = "guide.pdf", type?: string): Promise<Told> {
  const form = { "content-type": "multipart/form-data; boundary=b0undary", accept: "text/html" };
  const first = Buffer.from(head(name, type));
  const headers = { ...form, "content-length": String(first.length + size + tail.length) };
  return call("POST", path, headers, (write, end) => {
    const piece = Buffer.alloc(64 * 1024, 7);
    let left = size;
    const more = () => {
      while (left > 0) {
        const some = piece.subarray(0, Math.min(left, piece.length));
        left -= some.length;
        if (!write(some, more)) return;
      }
      end(tail);
    };
    write(first, more) && more();
  });
}

type Send = (write: (bytes: Buffer, drained: () => void) => boolean, end: (last: string) => void) => void;

function call(method: string, path: string, headers: Record<string, string>, send?: Send): Promise<Told> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: doors.port, host: "127.0.0.1", method, path, headers });
    request.on("error", reject);
    request.on("response", (response) => {
      let bytes = 0;
      const hash = createHash("sha256");
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        hash.update(chunk);
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          sha256: hash.digest("hex"),
        }),
      );
    });
    if (!send) return void request.end();
    send(
      (bytes, drained) => {
        if (request.write(bytes)) return true;
        request.once("drain", drained);
        return false;
      },
      (last) => request.end(last),
    );
  });
}

const ticket = (replaces: number | null = null) => selling.ticket(replaces);
const bought = () => selling.bought();

const get = (path: string, headers: Record<string, string> = {}) => call("GET", path, headers);

test("a larger file is refused with a page that says so, and nothing is stored", async () => {
  const answer = await upload(ticket(), 100 * MB + 1);
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    `/dashboard/products/${guide.id}/deliverables?problem=file_size`,
  ]);
  expect(await world.db.storedFile.count({ where: { storeId: shop.store.id } })).toBe(0);
}, 60_000);

test("who may not send a file is refused before it is read", async () => {
  const other = await sellingStore(world);
  const theirs = uploadTicket(world, { ...other.seller, sessionId }, { productId: guide.id, replaces: null });
  const ended = ticket();
  await world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role: "viewer" } });
  const viewer = ticket();
  for (const path of ["/upload/x", `/upload/${theirs}`]) {
    const asked = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999\r\n\r\n`;
    const { said, closed } = await raw(doors.port, asked);
    expect([statusOf(said), closed]).toEqual([404, true]);
  }
  expect((await upload(viewer, 10)).headers.location).toContain("?problem=role_");
  await world.db.session.update({ where: { id: sessionId }, data: { endedAt: world.clock.now() } });
  expect((await upload(ended, 10)).status).toBe(404);
  expect(await world.db.storedFile.count()).toBe(
    await world.db.storedFile.count({ where: { completedAt: { not: null } } }),
  );
});

test("a line that breaks while a file is sent leaves nothing behind", async () => {
  const asked = `POST ${ticket()} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b0undary\r\nContent-Length: 5000000\r\n\r\n${head("a.pdf")}${"x".repeat(600_000)}`;
  await raw(doors.port, asked, 500);
  await expect
    .poll(() => world.db.storedFile.count({ where: { storeId: shop.store.id } }), { timeout: 10_000 })
    .toBe(0);
});

test("a part, the end, a part that is not there, another version, and what the browser has already", async () => {
  await upload(ticket(), 1_000);
  const { address } = await bought();
  const whole = await get(address);
  const etag = String(whole.headers.etag);
  expect(whole.headers).toMatchObject({ "accept-ranges": "bytes", "content-length": "1000" });
  for (const [range, status, said] of [
    ["bytes=0-0", 206, "bytes 0-0/1000"],
    ["bytes=500-", 206, "bytes 500-999/1000"],
    ["bytes=-10", 206, "bytes 990-999/1000"],
    ["bytes=900-5000", 206, "bytes 900-999/1000"],
    ["bytes=1000-", 416, "bytes */1000"],
    ["bytes=-0", 416, "bytes */1000"],
    ["bytes=0-1,5-9", 200, undefined],
    ["bytes=9-1", 200, undefined],
    ["lines=0-1", 200, undefined],
  ] as const) {
    const { status: got, headers } = await get(address, { range });
    expect([range, got, headers["content-range"]]).toEqual([range, status, said]);
  }
  expect((await get(address, { range: "bytes=500-", "if-range": etag })).bytes).toBe(500);
  expect(await get(address, { range: "bytes=500-", "if-range": '"other"' })).toMatchObject({
    ...{ status: 200, bytes: 1_000 },
  });
  expect((await get(address, { "if-none-match": etag })).status).toBe(304);
  expect(await call("HEAD", address, {})).toMatchObject({ status: 200, bytes: 0 });
});

test("a line that breaks in the middle is counted as what went out, and goes on where it stopped", async () => {
  const size = 20 * MB;
  await upload(ticket(), size);
  const { address, orderId } = await bought();
  const { etag, got } = await new Promise<{ etag: string; got: number }>((resolve) => {
    const request = httpRequest({ port: doors.port, host: "127.0.0.1", path: address });
    request.on("response", (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes < size / 2) return;
        response.destroy();
        resolve({ etag: String(response.headers.etag), got: bytes });
      });
      response.on("error", () => {});
    });
    request.end();
  });
  const counted = async () =>
    Number((await world.db.downloadCount.findFirstOrThrow({ where: { orderId } })).sentBytes);
  await expect.poll(counted, { timeout: 5_000 }).toBeLessThan(size);
  const rest = await get(address, { range: `bytes=${got}-`, "if-range": etag });
  expect([rest.status, rest.bytes]).toEqual([206, size - got]);
  // What was on its way when the line broke went out too: far less than a second download.
  expect(await counted()).toBeLessThan(size * 1.5);
}, 60_000);

test("an HTML file is saved and never shown, whatever its name says", async () => {
  await upload(ticket(), 100, 'a"%22\r\n<b>.html', "text/html");
  const { address } = await bought();
  const { headers } = await get(address);
  expect(headers["content-type"]).toBe("application/octet-stream");
  expect(headers["content-disposition"]).toMatch(
    /^attachment; filename="[^"\r\n<>]+"; filename\*=UTF-8''[\w.%-]+$/,
  );
  expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(String(headers["cache-control"])).toContain("private");
});

test("after a refund, and for a link that is none, there is no file", async () => {
  await upload(ticket(), 100);
  const { address, orderId } = await bought();
  expect((await get(address)).status).toBe(200);
  await world.db.order.update({
    where: { id: orderId },
    data: { paymentStatus: "refunded", refundedMinor: 0n },
  });
  const over = await get(address);
  expect([over.status, over.headers.location]).toEqual([303, address.split("/").slice(0, 3).join("/")]);
  const mac = address.split("/")[2]?.split(".")[1] ?? "";
  for (const path of [`/d/${orderId + 1}.${mac}/1`, `/d/${orderId}.${"0".repeat(22)}/1`, `${address}9`])
    expect([path, (await get(path)).status]).toEqual([
      path,
      path.endsWith("9") && path.startsWith(address) ? 303 : 404,
    ]);
});
