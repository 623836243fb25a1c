import { importPath, movePath } from "@/app/(seller)/dashboard/paths";
import { dashboardLanguage } from "@/lib/domain/languages";
import { Invalid, NotFound, type Problem, say } from "@/lib/domain/refusal";
import { BrokenForm, readFormFile } from "@/lib/providers/multipart";
import { archiveMaxBytes, planArchive } from "@/lib/services/billing/moving/archive";
import { fileMaxBytes, takeFile } from "@/lib/services/catalog/deliverables/upload";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { readUploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { problemText } from "@/lib/text/problem";

export const dynamic = "force-dynamic";

/** How many files one process takes at once: each is a few pieces in memory, and a connection to the database. */
const file = { atOnce: 4, now: 0 };
/** What another instance gave is read too, its lists are in memory while it is. */
const archive = { atOnce: 1, now: 0 };

type Ticket = NonNullable<Awaited<ReturnType<typeof readUploadTicket>>>;

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
  // The server drops what still comes for a moment, so that a proxy hears this before the line is cut.
  if (!ticket) return new Response(null, { status: 404 });
  const way = wayOf(world, ticket);
  const to = await take(request, way);
  if (typeof to === "string") return lead(request, to, 200);
  await drop(request);
  const text = problemText(dashboardLanguage(ticket.language) ?? "en", to);
  return lead(request, `${way.page}?${toAsk(to)}`, 422, text);
}

interface Way {
  /** The page of its form. */
  page: string;
  maxBytes: number;
  places: { atOnce: number; now: number };
  /** Returns where to go. */
  take(size: number, arrive: () => ReturnType<typeof readFormFile>): Promise<string>;
}

function wayOf(world: World, { seller, wish }: Ticket): Way {
  if ("isArchive" in wish)
    return {
      ...{ page: importPath, maxBytes: archiveMaxBytes, places: archive },
      take: async (size, arrive) => movePath(await planArchive(world, seller, size, arrive)),
    };
  const page = `/dashboard/products/${wish.productId}/deliverables`;
  return {
    ...{ page, maxBytes: fileMaxBytes, places: file },
    async take(size, arrive) {
      await takeFile(world, seller, wish, size, arrive);
      return `${page}?done=file`;
    },
  };
}

/** Where to go, or why it was not taken. */
async function take({ headers, body }: Request, way: Way): Promise<string | Problem> {
  const { places, maxBytes } = way;
  if (places.now >= places.atOnce) return say("uploads_busy");
  const told = Number(headers.get("content-length") ?? Number.NaN);
  const size = Number.isFinite(told) ? told : maxBytes;
  if (size > maxBytes + formBytes) return say("file_size", { megabytes: String(maxBytes / 1_048_576) });
  places.now += 1;
  try {
    return await way.take(size, async () =>
      body ? readFormFile(headers.get("content-type") ?? "", piecesOf(body)) : null,
    );
  } catch (error) {
    return problemOf(error);
  } finally {
    places.now -= 1;
  }
}

/** What the page is to say. */
function toAsk({ code, values }: Problem): string {
  const asked = new URLSearchParams({ problem: code });
  if (values && "currency" in values) asked.set("currency", String(values.currency));
  return asked.toString();
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
