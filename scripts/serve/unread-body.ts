import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * An answer that begins in the middle of reading its request, as that to a body which turns out too large, says that
 * its connection closes, and closes it. The rest of the body would stay in front of the next request on that
 * connection, which would wait until it is given up with a 408; and behind a proxy that may be somebody else's.
 */
export function closeWhenUnread(request: IncomingMessage, response: ServerResponse): void {
  const writeHead: WriteHead = response.writeHead.bind(response);
  response.writeHead = (...head: [never, never]) => {
    // A body that nobody began to read is discarded by Node itself.
    if (!request.complete && request.readableDidRead) response.shouldKeepAlive = false;
    return writeHead(...head);
  };
}

/** Has overloads, of which TypeScript would see the last; whatever was given is passed on as it is. */
type WriteHead = (...head: [never, never]) => ServerResponse;
