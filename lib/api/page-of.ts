import type { z } from "zod";
import { serializePage } from "@/lib/resources/envelope";
import type { World } from "@/lib/services/core/world";
import type { Problems } from "../domain/refusal";
import * as issues from "../domain/refusal";

/** The answer of a list: its items in the envelope, with links that keep the filters of this call. */
export function pageOf<Item>(
  call: {
    world: World;
    path: string;
    given: Readonly<Record<string, string>>;
    query: { page: number; per_page: number };
  },
  items: Item[],
  total: number,
) {
  return serializePage({
    items,
    total,
    page: call.query.page,
    perPage: call.query.per_page,
    path: call.path,
    filters: call.given,
  });
}

/** Problems by field, with the caller's own field names: `items.0.quantity` (spec, Validation error shape). */
export function problemsOf(error: z.ZodError): Problems {
  return issues.problemsOf(error, (path) => (path.length === 0 ? "body" : path.map(String).join(".")));
}

/**
 * The raw bytes of a body, which signatures cover; null when there are more than `bytesMax`. Counts the bytes that
 * arrive instead of trusting Content-Length, and stops reading at the limit.
 */
export async function readBytes(request: Request, bytesMax: number): Promise<Buffer | null> {
  if (Number(request.headers.get("content-length")) > bytesMax) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
