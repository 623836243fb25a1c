import sharp from "sharp";
import { expect, test } from "vitest";
import { qrModules, qrPng } from "./qr";

test("the PNG shows each square of the code inside a white margin of two squares", async () => {
  const text = "https://pay.example/pay/abcdefghijklmnopqrstuv";
  const rows = qrModules(text);
  const image = sharp(await qrPng(text));
  const { data, info } = await image.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1_000, 1_000]);
  const step = 1_000 / (rows.length + 4);
  const isDark = (row: number, column: number) => {
    const [x, y] = [column, row].map((square) => Math.floor((square + 2.5) * step)) as [number, number];
    return data[(y * 1_000 + x) * info.channels] === 0;
  };
  for (let row = -2; row < rows.length + 2; row += 1)
    for (let column = -2; column < rows.length + 2; column += 1)
      expect(isDark(row, column)).toBe(rows[row]?.[column] ?? false);
});
