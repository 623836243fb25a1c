import sharp from "sharp";
import { expect, test } from "vitest";
import { drawLinkCard, qrPng } from "./link-pictures";
import { qrModules } from "./qr";

const card = {
  seller: "Pay Maji Kwetu",
  title: "Swimming lessons",
  amount: "UGX 50,000",
  host: "pay.example",
  brand: "#14532D",
  logo: null,
};
const areas = {
  seller: { left: 80, top: 90, width: 1_040, height: 60 },
  title: { left: 80, top: 200, width: 1_040, height: 260 },
  amount: { left: 80, top: 490, width: 500, height: 80 },
  host: { left: 700, top: 490, width: 420, height: 80 },
};

/** The darkest point of an area: paper is light, and so are all of its shades. */
async function darkest(png: Buffer, area: keyof typeof areas): Promise<number> {
  const { channels } = await sharp(await sharp(png).extract(areas[area]).removeAlpha().toBuffer()).stats();
  return Math.min(...channels.map(({ min }) => min));
}

test("each text stands in its place, under a band in the seller's colour", async () => {
  const band = await sharp(await drawLinkCard(card)).extract({ left: 0, top: 0, width: 1, height: 1 });
  expect([...(await band.removeAlpha().raw().toBuffer())]).toEqual([0x14, 0x53, 0x2d]);
  const names = Object.keys(areas) as (keyof typeof areas)[];
  for (const left of names) {
    const png = await drawLinkCard({ ...card, [left]: "" });
    for (const area of names)
      expect([left, area, (await darkest(png, area)) < 128]).toEqual([left, area, left !== area]);
  }
});

test("what looks like markup is drawn as it was typed, and a word that is too long goes over lines", async () => {
  const plain = await drawLinkCard({ ...card, title: "5 b" });
  const marked = await drawLinkCard({ ...card, title: "5 <b>b</b> & <i>" });
  expect(marked.equals(plain)).toBe(false);
  const long = await sharp(await drawLinkCard({ ...card, title: "W".repeat(70) })).metadata();
  expect([long.width, long.height]).toEqual([1200, 630]);
});

test.each([
  ["አበበ", "ቢቂላ"],
  ["مياهنا", "سعيد ك"],
  ["₦₦", "₵₵"],
])("%s and %s are drawn as letters of their own, not as boxes", async (one, other) => {
  const drawn = await drawLinkCard({ ...card, title: one });
  expect(await darkest(drawn, "title")).toBeLessThan(128);
  // A box for a letter that no font has is the same for each.
  expect(drawn.equals(await drawLinkCard({ ...card, title: other }))).toBe(false);
});

test("a card whose words run from right to left begins at the right", async () => {
  const text = { seller: "ادفع إلى مياهنا", title: "دروس", amount: "KES 500" };
  const png = await drawLinkCard({ ...card, ...text });
  const inks = async (left: number, top: number, height: number) => {
    const part = await sharp(png).extract({ left, top, width: 300, height }).removeAlpha().toBuffer();
    return Math.min(...(await sharp(part).stats()).channels.map(({ min }) => min)) < 128;
  };
  for (const [top, height] of [
    [90, 60],
    [200, 260],
    [490, 80],
  ] as const)
    expect(await inks(820, top, height), String(top)).toBe(true);
  expect(await inks(80, 90, 60)).toBe(false);
  expect(await inks(80, 200, 260)).toBe(false);
  // The address stands where the amount does elsewhere.
  expect(await inks(80, 490, 80)).toBe(true);
});

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
