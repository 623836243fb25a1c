import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorCode } from "../problem";

/** Answers a path that no percent-decoding can read, which Next would answer in HTML. False when the path is fine. */
export function refuseMalformedPath(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = ""] = (request.url ?? "").split("?");
  if (isDecodable(path)) return false;
  const requestId = randomUUID();
  const isApi = path.startsWith("/api/v1");
  const body = isApi
    ? JSON.stringify({ message: "Not found.", request_id: requestId })
    : "This address is not written correctly.\n";
  response.writeHead(isApi ? 404 : 400, {
    "content-type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "request-id": requestId,
    connection: "close",
  });
  response.end(body);
  return true;
}

/** Answers bytes that are not HTTP, or headers that are too long or too slow; there is no request to speak of. */
export function refuseMalformedRequest(error: Error, socket: Duplex): void {
  if (errorCode(error) === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = statusOf(errorCode(error));
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function statusOf(code: string | undefined): [string, string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return ["431 Request Header Fields Too Large", "The request's headers are longer than 16 KiB."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["408 Request Timeout", "The request took too long to arrive."];
    default:
      return ["400 Bad Request", "The request is not valid HTTP."];
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
