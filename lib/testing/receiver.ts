import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, listen } from "./listen";

/** One request as it came in. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  /** `X-Service-Event` and `webhook-id`, which tests ask for most. */
  type: string;
  id: string;
  path: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The most requests that were open at the same time. */
  mostAtOnce: number;
  /** How to answer from now on: a status, or a function that answers (or does not). */
  answer: number | ((request: IncomingMessage, response: ServerResponse, received: Received) => void);
  close(): Promise<void>;
}

/** A real HTTP server on localhost that keeps what it is sent. Answers 200 unless told otherwise. */
export async function startReceiver(answer: Receiver["answer"] = 200): Promise<Receiver> {
  let open = 0;
  const { port, close } = await listen(async (request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.on("close", () => {
      open -= 1;
    });
    const body = await bodyOf(request).catch(() => null);
    // Whoever goes away while it sends has sent nothing.
    if (!body) return;
    const { headers } = request;
    const received = {
      headers,
      body: String(body),
      type: String(headers["x-service-event"]),
      id: String(headers["webhook-id"]),
      path: request.url ?? "",
    };
    receiver.received.push(received);
    if (typeof receiver.answer === "function") return receiver.answer(request, response, received);
    response.writeHead(receiver.answer).end("ok");
  });
  const url = `http://localhost:${port}/hooks`;
  const receiver: Receiver = { url, received: [], mostAtOnce: 0, answer, close };
  return receiver;
}
