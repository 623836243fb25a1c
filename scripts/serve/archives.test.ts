import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMove } from "@/lib/services/billing/moving/run";
import { type FilePiece, zipped } from "@/lib/services/desk/takeout/make";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { type Opened, open, raw, statusOf } from "@/lib/testing/doors";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { type SellingFiles, sellingFiles } from "@/lib/testing/selling-files";

const MB = 1024 * 1024;
const importPage = "/dashboard/subscriptions/import";
let world: PayingWorld;
let doors: Opened;
let selling: SellingFiles;

beforeAll(async () => {
  world = await payingWorld();
  Object.assign(globalThis, { senteWorld: world });
  doors = await open((_, response) => response.writeHead(404).end());
  selling = await sellingFiles(world);
});
afterAll(async () => {
  doors.close();
  Object.assign(globalThis, { senteWorld: undefined });
  await world.close();
});

function ticket(): string {
  const { shop, sessionId } = selling;
  return `/upload/${uploadTicket(world, { ...shop.seller, sessionId }, { isArchive: true })}`;
}

/** An export with so many bytes of pictures, which nothing packs any smaller, and one of them looks like an archive. */
async function* exported(megabytes: number): AsyncGenerator<FilePiece> {
  const line = (name: string, row: object) => ({ name, bytes: Buffer.from(`${JSON.stringify(row)}\n`) });
  for (let at = 0; at < megabytes; at += 1) {
    const bytes = randomBytes(MB);
    bytes.set([0x50, 0x4b, 3, 4, 20, 0, 8, 0, 0, 0], 1_000);
    bytes.set([0x50, 0x4b, 5, 6], 2_000);
    yield { name: `pictures/${at}.jpg`, bytes };
  }
  yield line("store.ndjson", { currency: "UGX" });
  for (let at = 1; at <= 3; at += 1)
    yield line("customers.ndjson", {
      ...{ id: at, name: `Amina ${at}`, email: `a${at}@example.com`, phone: null, company: null },
      ...{ country: null, city: null, address: null, accepts_marketing: false },
    });
}

async function* form(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    '--b0undary\r\nContent-Disposition: form-data; name="file"; filename="all.zip"\r\nContent-Type: application/zip\r\n\r\n',
  );
  yield* bytes;
  yield Buffer.from("\r\n--b0undary--\r\n");
}

/** Sends a form as a browser without scripts does. */
async function send(path: string, bytes: AsyncIterable<Uint8Array>) {
  const answer = await fetch(`http://127.0.0.1:${doors.port}${path}`, {
    ...{ method: "POST", redirect: "manual", duplex: "half" },
    headers: { "content-type": "multipart/form-data; boundary=b0undary", accept: "text/html" },
    body: Readable.toWeb(Readable.from(form(bytes))),
  } as unknown as RequestInit);
  return { status: answer.status, to: answer.headers.get("location") };
}

const stored = () => world.db.storedFile.count({ where: { storeId: selling.shop.store.id } });

test("an export of 40 MB goes through, and nothing of it stays but its lines", async () => {
  const { status, to } = await send(ticket(), zipped(exported(40), world.clock.now()));
  expect([status, to]).toEqual([303, expect.stringMatching(/^\/dashboard\/subscriptions\/import\/\d+$/)]);
  const move = await readMove(world, selling.shop.seller, Number(to?.split("/").at(-1)));
  expect(move).toMatchObject({ source: "sente", counts: { make: 3, refused: 0 } });
  expect(await stored()).toBe(0);
}, 60_000);

test("what is half, no archive, or larger than 256 MB is refused in words, and nothing is kept", async () => {
  const moves = await world.db.move.count();
  const whole: Uint8Array[] = [];
  for await (const part of zipped(exported(2), world.clock.now())) whole.push(part);
  const bytes = Buffer.concat(whole);
  const zeros = Array.from({ length: 256 }, () => Buffer.alloc(MB));
  for (const [pieces, problem] of [
    [[bytes.subarray(0, MB)], "move_archive_half"],
    [[Buffer.from("no archive")], "move_archive"],
    [[...zeros, Buffer.alloc(1)], "file_size"],
    [[], "choose_file"],
  ] as const)
    expect(await send(ticket(), Readable.from(pieces))).toEqual({
      ...{ status: 303, to: `${importPage}?problem=${problem}` },
    });
  expect([await stored(), await world.db.move.count()]).toEqual([0, moves]);
}, 120_000);

test("who may not import is refused before the file is read, and so is a session that has ended", async () => {
  const other = await sellingFiles(world);
  const strangers = `/upload/${uploadTicket(
    world,
    { ...selling.shop.seller, sessionId: other.sessionId },
    { isArchive: true },
  )}`;
  const ours = ticket();
  const refused = async (path: string) => {
    const asked = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999\r\n\r\n`;
    const { said, closed } = await raw(doors.port, asked);
    expect([statusOf(said), closed]).toEqual([404, true]);
  };
  await refused(strangers);
  await world.db.member.updateMany({ where: { userId: selling.shop.owner.id }, data: { role: "viewer" } });
  const { to } = await send(ours, zipped(exported(1), world.clock.now()));
  expect(to).toContain("?problem=role_");
  await world.db.session.update({
    where: { id: selling.sessionId },
    data: { endedAt: world.clock.now() },
  });
  await refused(ours);
  expect(await stored()).toBe(0);
});
