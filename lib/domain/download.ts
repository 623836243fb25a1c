/** How much of each file a buyer may take: so many times all of it, counted in bytes. */
export const downloadsMax = 20;
/** For how long after the payment. */
const downloadDays = 90;
export const downloadMs = downloadDays * 24 * 60 * 60 * 1000;

/**
 * How many downloads these bytes are. Bytes are counted and not requests: a line that breaks in the middle and goes on
 * there, and a program that takes several parts at once, have taken the file once.
 */
export function downloadsOf(sentBytes: bigint, fileBytes: bigint): number {
  return fileBytes === 0n ? 0 : Number((sentBytes + fileBytes - 1n) / fileBytes);
}

/** How many bytes may go to one buyer in all. */
export function allowedBytes(fileBytes: bigint): bigint {
  return fileBytes * BigInt(downloadsMax);
}

const nameMax = 150;

/**
 * A file's name as it may be shown and saved on any computer: the last part of a path, without signs that nobody sees,
 * that turn the reading around, or that a system gives a meaning. Null where nothing is left.
 */
export function cleanFileName(given: string): string | null {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const seen = last
    .normalize("NFC")
    .replace(/[\p{C}\u2028\u2029]/gu, "")
    .replace(/[<>:"|?*%]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  if (seen === "") return null;
  const free = reserved.test(seen) ? `_${seen}` : seen;
  const points = [...free];
  if (points.length <= nameMax) return free;
  // The end says what kind of file it is.
  const end = /\.[0-9A-Za-z]{1,10}$/.exec(free)?.[0] ?? "";
  return (
    points
      .slice(0, nameMax - end.length)
      .join("")
      .trimEnd() + end
  );
}

/** Names that Windows keeps for its devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The header by which a browser saves and never shows it. The name must be clean. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The type under which it goes out: what a browser could run goes as plain bytes. */
export function servedType(type: string): string {
  return harmless.test(type) ? type : "application/octet-stream";
}

const harmless =
  /^(audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|image\/(png|jpeg|gif|webp)|application\/(pdf|zip|epub\+zip|gzip|x-7z-compressed|vnd\.rar|msword|vnd\.[a-z0-9.-]+))$/;

/** A part of a file: the first and the last byte. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * What a Range header asks of a file of so many bytes. `whole` also where it asks for several parts, or is not readable:
 * the standard lets a server leave such a header out.
 */
export function readRange(header: string | null, size: number): ByteRange | "whole" | "outside" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const count = Math.min(Number(to), size);
    return count === 0 ? "outside" : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return "whole";
  return first >= size ? "outside" : { first, last };
}

/** Why a buyer's link opens nothing now; null while it opens. */
export type DownloadOver = "refunded" | "cancelled" | "late" | "ended" | "suspended" | null;
