import { getRequestListener } from "@hono/node-server";
import { listen } from "../listen";

/** A real HTTP server in front of the API, as in production; every caller is at ::1. `url` is without a path. */
export async function openServer(
  answer: (request: Request) => Promise<Response> | Response,
): Promise<{ url: string; close(): Promise<void> }> {
  const listener = getRequestListener(
    async (request) => {
      // The server's own request is no whole Request; this one also says where the client is, as the server would.
      const headers = { ...Object.fromEntries(request.headers), "x-client-ip": "::1" };
      const body = request.method === "GET" ? undefined : await request.text();
      const { method, signal } = request;
      return answer(new Request(request.url, { method, headers, body, signal }));
    },
    { overrideGlobalObjects: false },
  );
  const { url, close } = await listen((request, response) => void listener(request, response));
  return { url, close };
}
