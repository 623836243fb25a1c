import { attachment, readRange, servedType } from "@/lib/domain/download";
import {
  countBytes,
  type Download,
  findDownload,
  readBytes,
  uncountBytes,
} from "@/lib/services/catalog/deliverables/download";
import { systemWorld } from "@/lib/services/desk/system-world";
import { nothing, type PayRequest, payRoute, seeOther } from "../../../respond";

/** How many parts of one file may go out at once to one buyer, and how many files in all from one process. */
const partsMax = 8;
const openMax = 200;
const open = new Map<string, number>();
let openNow = 0;

type Params = { token: string; item: string };

/**
 * One file: whole or a part of it, so that what broke off goes on. It is saved and never shown, whatever it is: an HTML
 * page by a stranger must not run on the address where people pay.
 */
export const GET = payRoute<Params>((pay, params) => answer(pay, params, true));

export const HEAD = payRoute<Params>((pay, params) => answer(pay, params, false));

async function answer(pay: PayRequest, { token, item }: Params, sends: boolean): Promise<Response> {
  const world = systemWorld();
  const id = /^[1-9]\d{0,8}$/.test(item) ? Number(item) : 0;
  const found = id === 0 ? null : await findDownload(world, token, id);
  if (!found) return nothing(pay);
  if ("over" in found) return seeOther(`/d/${token}`);
  const { request } = pay;
  const etag = `"${found.sha256}"`;
  const headers = headersOf(found, etag);
  if (matches(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const asked = request.headers.get("range");
  // A part of another version of the file would not fit to what the buyer has: they get all of the new one.
  const isSame = [null, etag].includes(request.headers.get("if-range"));
  const range = isSame ? readRange(asked, found.bytes) : "whole";
  if (range === "outside") {
    headers.set("Content-Range", `bytes */${found.bytes}`);
    headers.delete("Content-Disposition");
    return new Response(null, { status: 416, headers });
  }
  const part = range === "whole" ? { first: 0, last: found.bytes - 1 } : range;
  const length = part.last - part.first + 1;
  headers.set("Content-Length", String(length));
  if (range !== "whole") headers.set("Content-Range", `bytes ${part.first}-${part.last}/${found.bytes}`);
  const status = range === "whole" ? 200 : 206;
  if (!sends) return new Response(null, { status, headers });
  const key = `${token}/${id}`;
  if ((open.get(key) ?? 0) >= partsMax || openNow >= openMax)
    return new Response(null, { status: 429, headers: { "Retry-After": "10", "Cache-Control": "no-store" } });
  if (!(await countBytes(world, found, length))) return seeOther(`/d/${token}`);
  return new Response(streamOf(found, part, length, key), { status, headers });
}

function headersOf({ name, type }: Download, etag: string): Headers {
  return new Headers({
    "Content-Type": servedType(type),
    "Content-Disposition": attachment(name),
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Cache-Control": "private, no-transform",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  });
}

function matches(header: string | null, etag: string): boolean {
  return (header ?? "").split(/\s*,\s*/).some((one) => one === "*" || one.replace(/^W\//, "") === etag);
}

/** Reads a piece when the line has room for it. What did not go out is not counted. */
function streamOf(
  found: Download,
  part: { first: number; last: number },
  length: number,
  key: string,
): ReadableStream<Uint8Array> {
  const world = systemWorld();
  const pieces = readBytes(world, found.fileId, part);
  let left = length;
  open.set(key, (open.get(key) ?? 0) + 1);
  openNow += 1;
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    openNow -= 1;
    const others = (open.get(key) ?? 1) - 1;
    if (others === 0) open.delete(key);
    else open.set(key, others);
    await uncountBytes(world, found, left);
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done) {
            await end();
            return controller.close();
          }
          left -= value.byteLength;
          controller.enqueue(value);
        } catch (error) {
          await end();
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return(undefined);
        await end();
      },
    },
    { highWaterMark: 0 },
  );
}
