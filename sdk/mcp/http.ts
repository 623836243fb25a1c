import { SenteError } from "../errors.ts";
import {
  answer,
  codes,
  type Door,
  failure,
  isMembers,
  messagesOf,
  type Reply,
  versions,
} from "./protocol.ts";

const bodyMax = 256 * 1024;

/**
 * The protocol over HTTP ("streamable HTTP"), without sessions: each POST has its key and gets its answer in JSON, so any
 * process can answer it. `open`: the door of whoever has this key. `origin`: of our own pages.
 */
export async function answerHttp(
  request: Request,
  origin: string,
  open: (apiKey: string) => Door,
): Promise<Response> {
  if (request.method !== "POST")
    return refuse(405, "Send each message with POST. Nothing is sent from here by itself.", {
      Allow: "POST",
    });
  // Programs send no Origin; a page of another site has no business here.
  const from = request.headers.get("Origin");
  if (from !== null && from !== origin) return refuse(403, "Pages of other sites may not ask here.");
  const key = /^bearer +(\S+)$/i.exec(request.headers.get("Authorization")?.trim() ?? "")?.[1];
  if (!key) return refuse(401, "Send an API key of the store: Authorization: Bearer sk_…", bearer);
  const version = request.headers.get("MCP-Protocol-Version");
  if (version !== null && !versions.includes(version))
    return refuse(400, `This version of the protocol is not known. Known are ${versions.join(", ")}.`);
  const text = await textOf(request);
  if (text === null) return refuse(413, `A message has at most ${bodyMax} bytes.`);
  const read = messagesOf(text);
  if ("reply" in read) return json(400, read.reply);
  const door = open(key);
  // Whoever sets it up learns at once that a key does not work; later each call says so itself.
  if (read.messages.some((message) => isMembers(message) && checked.has(message.method))) {
    const refusal = await refusalOf(door);
    if (refusal) return refusal;
  }
  const replies = await Promise.all(read.messages.map((message) => answer(door, message, {})));
  const wanted = replies.filter((reply) => reply !== null);
  if (wanted.length === 0) return new Response(null, { status: 202 });
  return json(200, read.isList ? wanted : wanted[0]);
}

const checked = new Set<unknown>(["initialize", "tools/list"]);
const bearer = { "WWW-Authenticate": "Bearer" };

async function refusalOf(door: Door): Promise<Response | null> {
  try {
    await door.check();
    return null;
  } catch (error) {
    if (!(error instanceof SenteError)) throw error;
    const { status, message, retryAfter } = error;
    return refuse(status, message, {
      ...(status === 401 ? bearer : {}),
      ...(retryAfter === null ? {} : { "Retry-After": String(retryAfter) }),
    });
  }
}

/** Null where it is too long, of which nothing more is read. */
async function textOf(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > bodyMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json(status, failure(null, codes.request, message), headers);
}

function json(
  status: number,
  body: Reply | Reply[] | undefined,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
