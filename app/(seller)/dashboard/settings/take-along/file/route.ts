import { currentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type FileBytes, openTakeout } from "@/lib/services/desk/takeout/takeouts";
import { NotAllowed } from "@/lib/services/people/accounts/permit";

export const dynamic = "force-dynamic";

/** The file, or the part of it that a browser still lacks: lines break, and a download goes on where it was. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const id = new URL(request.url).searchParams.get("id") ?? "";
  try {
    const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
    return answer(request, await openTakeout(systemWorld(), seller.caller(true), number), seller.store.slug);
  } catch (error) {
    if (error instanceof NotFound || error instanceof NotAllowed) return new Response(null, { status: 404 });
    throw error;
  }
}

function answer(request: Request, file: FileBytes, slug: string): Response {
  const headers = new Headers({
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${slug}-everything.zip"`,
    "Cache-Control": "private, no-store",
    "Accept-Ranges": "bytes",
    "X-Content-Type-Options": "nosniff",
    ETag: file.tag,
  });
  const range = rangeOf(request, file);
  if (range === "beyond") {
    headers.set("Content-Range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, until } = range ?? { from: 0, until: file.size };
  headers.set("Content-Length", String(until - from));
  if (range) headers.set("Content-Range", `bytes ${from}-${until - 1}/${file.size}`);
  return new Response(streamOf(file.read(from, until)), { status: range ? 206 : 200, headers });
}

/** The one range that was asked for. Null: the whole file, also when the file is another one by now. */
function rangeOf(
  request: Request,
  { size, tag }: FileBytes,
): { from: number; until: number } | "beyond" | null {
  const ifRange = request.headers.get("if-range");
  const found = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  if (!found || (ifRange !== null && ifRange !== tag)) return null;
  const [, first = "", last = ""] = found;
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const until = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  return from < until ? { from, until } : "beyond";
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}
