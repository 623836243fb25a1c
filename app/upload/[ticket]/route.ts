import { dashboardLanguage } from "@/lib/domain/languages";
import { type Problem, say } from "@/lib/domain/problem";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { BrokenForm, readFormFile } from "@/lib/providers/multipart";
import { fileMaxBytes, takeFile } from "@/lib/services/catalog/deliverables/upload";
import { systemWorld } from "@/lib/services/desk/system-world";
import { NotAllowed } from "@/lib/services/people/accounts/seller";
import { readUploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { problemText } from "@/lib/text/problem";

export const dynamic = "force-dynamic";

/** How many files one process takes at once: each is a few pieces in memory, and a connection to the database. */
const atOnceMax = 4;
let now = 0;

/** Above the file itself: the form around it. */
const formBytes = 64 * 1024;

/**
 * Takes the file of a form piece by piece. Who sends it is known from the address before anything is read. A form
 * without script is led back to its page; a script is told where to go.
 */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ ticket: string }> },
): Promise<Response> {
  const world = systemWorld();
  const ticket = await readUploadTicket(world, (await params).ticket);
  if (!ticket) return new Response(null, { status: 404, headers: { Connection: "close" } });
  const { seller, wish, language } = ticket;
  const page = `/dashboard/products/${wish.productId}/deliverables`;
  const problem = await take();
  if (problem === null) return lead(request, `${page}?done=file`, 200);
  await drop(request);
  const text = problemText(dashboardLanguage(language) ?? "en", problem);
  return lead(request, `${page}?problem=${encodeURIComponent(problem.code)}`, 422, text);

  async function take(): Promise<Problem | null> {
    if (now >= atOnceMax) return say("uploads_busy");
    const told = Number(request.headers.get("content-length") ?? Number.NaN);
    const size = Number.isFinite(told) ? told : fileMaxBytes;
    if (size > fileMaxBytes + formBytes)
      return say("file_size", { megabytes: String(fileMaxBytes / 1_048_576) });
    now += 1;
    try {
      await takeFile(world, seller, wish, size, async () =>
        request.body ? readFormFile(request.headers.get("content-type") ?? "", piecesOf(request.body)) : null,
      );
      return null;
    } catch (error) {
      return problemOf(error);
    } finally {
      now -= 1;
    }
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Invalid) return Object.values(error.errors).flat()[0] ?? say("file_broken");
  if (error instanceof NotAllowed) return error.why;
  if (error instanceof NotFound || error instanceof BrokenForm || error instanceof LineBroke)
    return say("file_broken");
  throw error;
}

/** The line to the sender broke, which is nobody's fault here. */
class LineBroke extends Error {}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new LineBroke();
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** A browser reads the answer only after it has sent all of its form. */
async function drop({ body }: Request): Promise<void> {
  if (!body) return;
  try {
    for await (const _ of piecesOf(body));
  } catch {
    // Nobody is there any more.
  }
}

function lead(request: Request, path: string, status: number, problem?: string): Response {
  const headers = { "Cache-Control": "no-store" };
  if (!(request.headers.get("accept") ?? "").includes("application/json"))
    return new Response(null, { status: 303, headers: { ...headers, Location: path } });
  return Response.json({ to: path, ...(problem ? { problem } : {}) }, { status, headers });
}
