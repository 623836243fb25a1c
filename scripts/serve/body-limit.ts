import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * For a handler that keeps a body whole before it knows whether the sender may send anything at all. One that says it is
 * too large is answered with 413, and false is given; one that turns out to be is cut off.
 */
export function limitBody(request: IncomingMessage, response: ServerResponse, bytesMax: number): boolean {
  if (Number(request.headers["content-length"]) > bytesMax) {
    response.shouldKeepAlive = false;
    response.writeHead(413).end();
    return false;
  }
  let bytes = 0;
  // Counted beside whoever reads it: a listener of ours alone would let the body run away before it is read.
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) request.destroy(new Error("The body is too large."));
  };
  const begin = (name: string | symbol) => {
    if (name !== "data") return;
    request.off("newListener", begin);
    request.on("data", count);
  };
  request.on("newListener", begin);
  return true;
}
