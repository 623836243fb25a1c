import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorCode } from "../problem";
import { refuse } from "./refuse";

/**
 * Corrects requests for which Next would answer with a server error, or would read something that was not sent. True
 * when it could not be corrected and the request is already answered.
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = "", ...rest] = (request.url ?? "").split("?");
  const isApi = path.startsWith("/api/v1");
  if (!methods.includes(request.method ?? "")) {
    const message = "This path does not take this HTTP method.";
    refuse(request, response, {
      ...{ status: 405, error: "method_not_allowed", message },
      headers: { allow: methods.join(", ") },
    });
    return true;
  }
  if (!isApi && !isReadable(path)) {
    refuse(request, response, { status: 400, message: "This address is not written correctly." });
    return true;
  }
  // The API answers a broken path itself: escaped once more, it is simply an unknown path.
  const readable = isDecodable(path) ? path : path.replaceAll("%", "%25");
  request.url = [readable, ...rest.map(withoutBrokenText)].join("?");
  return false;
}

/** Answers bytes that are not HTTP, or headers that are too long or too slow; there is no request object then. */
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

/** The methods that a page or an endpoint can have. A web Request cannot be created for TRACE. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Next replaces bytes that are not UTF-8 by U+FFFD before our code sees them, so `?ref=%E9` and `?ref=%E8` would be the
 * same user. With a NUL in their place, only the reader of that parameter refuses it.
 */
function withoutBrokenText(query: string): string {
  return query
    .split("&")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return isUtf8(value.join("=")) ? pair : `${name}=%00`;
    })
    .join("&");
}

/** A percent sign that escapes nothing is literal, as in every form decoder. */
function isUtf8(text: string): boolean {
  return isDecodable(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
}

/** No address of ours contains a NUL, and the database stores none. */
function isReadable(path: string): boolean {
  return isDecodable(path) && !decodeURIComponent(path).includes("\0");
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
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
