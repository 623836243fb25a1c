import { crc32, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { withPalette } from "./png";

const [width, height] = [7, 6];

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** Red, green and blue of a point: a few colours, none of them alone in its row. */
function colour(x: number, y: number): [number, number, number] {
  return [(x * 40) % 256, (y * 50) % 256, (x * y) % 256];
}

/** The picture as RGBA, each row written with another of the five filters of PNG. */
function picture(): Buffer {
  const stride = width * 4;
  const plain = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) plain.set([...colour(x, y), 255], y * stride + x * 4);
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const filter = y % 5;
    rows[y * (stride + 1)] = filter;
    for (let at = 0; at < stride; at += 1) {
      const left = at >= 4 ? (plain[y * stride + at - 4] ?? 0) : 0;
      const up = y > 0 ? (plain[(y - 1) * stride + at] ?? 0) : 0;
      const corner = at >= 4 && y > 0 ? (plain[(y - 1) * stride + at - 4] ?? 0) : 0;
      const guess = left + up - corner;
      const paeth = [left, up, corner].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0;
      const told = [0, left, up, (left + up) >> 1, paeth][filter] ?? 0;
      rows[y * (stride + 1) + 1 + at] = (plain[y * stride + at] ?? 0) - told;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const body = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([start, ...body]);
}

function find(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, "latin1");
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}

test("with a palette each point has the colour it had, whatever filter its row was written with", () => {
  const small = withPalette(picture());
  expect(find(small, "IHDR")[9]).toBe(3);
  const palette = find(small, "PLTE");
  const rows = inflateSync(find(small, "IDAT"));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const number = rows[y * (width + 1) + 1 + x] ?? 0;
      expect([...palette.subarray(number * 3, number * 3 + 3)]).toEqual(colour(x, y));
    }
});

test("a picture of another kind is given back as it is", () => {
  const small = withPalette(picture());
  expect(withPalette(small)).toBe(small);
});
