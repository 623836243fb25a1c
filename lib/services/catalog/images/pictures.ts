import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import type { Picture } from "@/lib/providers/picture";
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
  const prefix = imageUrl(world, "");
  if (!url?.startsWith(prefix)) return null;
  const found = await world.db.image.findUnique({
    where: { token: url.slice(prefix.length) },
    select: { width: true, height: true },
  });
  return found && { src: new URL(url).pathname, ...found };
}

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
