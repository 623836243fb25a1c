import type { Sharp } from "sharp";

export interface Picture {
  type: "image/png" | "image/jpeg";
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** The accepted formats. SVG is not among them, because it can contain a program. */
const kinds = ["jpeg", "png", "webp", "gif", "heif"];
const pixelsMax = 50_000_000;

/** A logo for slow networks: PNG, so that mail and old phones show it, of at most `maxBytes`. */
export async function smallLogo(upload: Uint8Array, maxBytes: number): Promise<Picture | null> {
  for (const edge of [160, 128, 96, 64])
    for (const colours of [128, 32]) {
      const made = await drawn(upload, (image) =>
        image
          .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
          .png({ palette: true, colours, effort: 10, compressionLevel: 9 }),
      );
      if (made === null) return null;
      if (made.bytes.length <= maxBytes) return { type: "image/png", ...made };
    }
  return null;
}

const photoEdges = [800, 600, 400, 240];

/** A picture of a product: JPEG on white, of at most `maxBytes`, at the largest size that fits, 800 px at most. */
export async function smallPhoto(
  upload: Uint8Array,
  maxBytes: number,
  edges: readonly number[] = photoEdges,
): Promise<Picture | null> {
  for (const edge of edges)
    for (const quality of [78, 55]) {
      const made = await drawn(upload, (image) =>
        image
          .flatten({ background: "#ffffff" })
          .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
          .jpeg({ quality, mozjpeg: true }),
      );
      if (made === null) return null;
      if (made.bytes.length <= maxBytes) return { type: "image/jpeg", ...made };
    }
  return null;
}

/** Null when the file is no picture. Place and author (EXIF) are removed; the orientation is kept. */
async function drawn(
  upload: Uint8Array,
  draw: (image: Sharp) => Sharp,
): Promise<Omit<Picture, "type"> | null> {
  // A library of 10 MB, which a server that draws nothing does not load.
  const { default: sharp } = await import("sharp");
  try {
    const image = sharp(upload, { limitInputPixels: pixelsMax, pages: 1 });
    const { format } = await image.metadata();
    if (!kinds.includes(format)) return null;
    const { data, info } = await draw(image.rotate()).toBuffer({ resolveWithObject: true });
    return { bytes: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return null;
  }
}
