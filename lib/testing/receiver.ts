import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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
  const server = createServer((request, response) => {
    open += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open);
    response.on("close", () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers } = request;
      const received = {
        headers,
        body: Buffer.concat(chunks).toString("utf8"),
        type: String(headers["x-service-event"]),
        id: String(headers["webhook-id"]),
        path: request.url ?? "",
      };
      receiver.received.push(received);
      if (typeof receiver.answer === "function") return receiver.answer(request, response, received);
      response.writeHead(receiver.answer);
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    mostAtOnce: 0,
    answer,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
