import { Invalid, say } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { type Picture, smallPhoto } from "@/lib/providers/picture";
import type { Unit, World } from "@/lib/services/core/world";

export const uploadMaxBytes = 6 * 1024 * 1024;

/** Reads an uploaded picture. Throws Invalid on `picture` when it is empty, too large or unreadable. */
export async function readPicture(
  upload: Uint8Array,
  make: (upload: Uint8Array) => Promise<Picture | null>,
): Promise<Picture> {
  if (upload.length === 0) throw new Invalid({ picture: [say("choose_picture")] });
  if (upload.length > uploadMaxBytes) throw new Invalid({ picture: [say("picture_size")] });
  const picture = await make(upload);
  if (!picture) throw new Invalid({ picture: [say("picture_unreadable")] });
  return picture;
}

/** Stores the picture under a new URL, which never shows another one, and deletes the previous picture. */
export async function storePicture(
  world: World,
  unit: Unit,
  storeId: number,
  picture: Picture,
  beforeUrl: string | null,
): Promise<string> {
  const token = composeToken(world.random.bytes(24));
  await unit.tx.image.create({ data: { ...picture, token, storeId, createdAt: unit.now } });
  await forgetPicture(world, unit, storeId, beforeUrl);
  return imageUrl(world, token);
}

/** Deletes a picture by its URL. A URL that is not ours, such as the API's example, has nothing to delete. */
export async function forgetPicture(
  world: World,
  unit: Unit,
  storeId: number,
  url: string | null,
): Promise<void> {
  const prefix = imageUrl(world, "");
  if (url?.startsWith(prefix))
    await unit.tx.image.deleteMany({ where: { token: url.slice(prefix.length), storeId } });
}

export interface PictureSize {
  src: string;
  width: number;
  height: number;
}

/** A stored picture by its URL, on a page of ours; null for one from elsewhere, which payers' browsers never load. */
export async function readPictureSize(world: World, url: string | null): Promise<PictureSize | null> {
  const token = ownToken(world, url);
  if (token === null) return null;
  const found = await world.db.image.findUnique({ where: { token }, select: { width: true, height: true } });
  return found && { src: `/images/${token}`, ...found };
}

/** The address of a stored picture for a list of many; null for one from elsewhere. */
export function smallPicture(world: World, url: string | null): string | null {
  const token = ownToken(world, url);
  return token && `/images/${token}/small`;
}

/** A stored picture by its URL; null for one from elsewhere. */
export async function readOwnImage(world: World, url: string | null) {
  const token = ownToken(world, url);
  return token === null ? null : readImage(world, token);
}

function ownToken(world: World, url: string | null): string | null {
  const prefix = imageUrl(world, "");
  return url?.startsWith(prefix) ? url.slice(prefix.length) : null;
}

export const smallMaxBytes = 9 * 1024;

/** A stored picture for a list of many; sharp where a phone shows it a third of its width. */
export async function drawSmall(stored: Uint8Array): Promise<Uint8Array> {
  return (await smallPhoto(stored, smallMaxBytes, smallEdges))?.bytes ?? stored;
}

const smallEdges = [400, 320, 240, 160, 96];

function imageUrl(world: World, token: string): string {
  return `${world.config.siteUrl}/images/${token}`;
}

/** A picture by the token in its URL; null when there is none. Anybody with the URL may see it. */
export async function readImage(
  world: World,
  token: string,
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return null;
  const found = await world.db.image.findUnique({ where: { token }, select: { type: true, bytes: true } });
  return found && { type: found.type, bytes: new Uint8Array(found.bytes) };
}
