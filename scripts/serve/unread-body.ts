import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Closes the connection of an answer that begins while the request is still being read, such as a refusal of a large
 * body, and says so in the answer. Otherwise the rest of the body would delay the next request on that connection until
 * it fails with a 408; behind a proxy that may be another client's request.
 */
export function closeWhenUnread(request: IncomingMessage, response: ServerResponse): void {
  const writeHead: WriteHead = response.writeHead.bind(response);
  response.writeHead = (...head: [never, never]) => {
    // If nobody began to read the body, Node discards it.
    if (!request.complete && request.readableDidRead) response.shouldKeepAlive = false;
    return writeHead(...head);
  };
}

/** `writeHead` has overloads, of which TypeScript would see only the last; all arguments are passed on unchanged. */
type WriteHead = (...head: [never, never]) => ServerResponse;
