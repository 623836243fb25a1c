import { crc32, deflateSync, inflateSync } from "node:zlib";

/**
 * The same picture with a palette instead of four bytes a point: text on paper has few colours, and chats drop previews
 * that are large. Takes what our own drawing makes (8 bits, RGBA, not interlaced); anything else is given back as it is.
 */
export function withPalette(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  if (header?.[8] !== 8 || header[9] !== 6 || header[12] !== 0) return png;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const points = unfiltered(inflateSync(packed), width, height);
  const { palette, rows } = paletteOf(points, width, height);
  const small = Buffer.from(header);
  small[9] = 3;
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", small),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

interface Chunk {
  type: string;
  data: Buffer;
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Undoes the row filters of PNG, by which each byte is told by its difference to bytes before and above it. */
function unfiltered(raw: Buffer, width: number, height: number): Buffer {
  const stride = width * 4;
  const out = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column >= 4 ? (out[at - 4] ?? 0) : 0;
      const above = row > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = column >= 4 && row > 0 ? (out[at - stride - 4] ?? 0) : 0;
      out[at] = (raw[row * (stride + 1) + 1 + column] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return nearest(left, above, corner);
    default:
      return 0;
  }
}

/** Of the three neighbours, the one nearest to left + above − corner. */
function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value));
  if ((toLeft ?? 0) <= (toAbove ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toAbove ?? 0) <= (toCorner ?? 0) ? above : corner;
}

/** Shades are made coarser until there are at most 256 of them; the paper and the ink come out as they are. */
function paletteOf(points: Buffer, width: number, height: number): { palette: Buffer; rows: Buffer } {
  for (let step = 1; ; step *= 2) {
    const numbers = new Map<number, number>();
    const rows = Buffer.alloc((width + 1) * height);
    for (let at = 0; at < width * height && numbers.size <= 256; at += 1) {
      const colour = coarse(points, at * 4, step);
      const number = numbers.get(colour) ?? numbers.size;
      numbers.set(colour, number);
      rows[at + Math.floor(at / width) + 1] = number;
    }
    if (numbers.size <= 256) return { palette: bytesOf([...numbers.keys()]), rows };
  }
}

function coarse(points: Buffer, at: number, step: number): number {
  const part = (offset: number) => {
    const value = points[at + offset] ?? 0;
    return Math.min(255, Math.round(value / step) * step);
  };
  return part(0) * 65_536 + part(1) * 256 + part(2);
}

function bytesOf(colours: number[]): Buffer {
  return Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
}
