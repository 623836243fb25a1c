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
