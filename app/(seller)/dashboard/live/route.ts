import { visitingSeller } from "@/lib/auth/current-seller";
import { hasChanged, watchStore } from "@/lib/services/core/watch";
import { systemWorld } from "@/lib/services/desk/system-world";

export const dynamic = "force-dynamic";

/** Of one person, in each process: more than anybody looks at. */
const openMax = 20;
/** Proxies close what is silent for longer. */
const beatMs = 45_000;
/** Then the browser asks again, and whoever was signed out meanwhile is refused. */
const wholeMs = 30 * 60_000;

const open = new Map<number, number>();

/** Tells a page that something happened in its store, not what: the page reads itself anew. */
export async function GET(request: Request): Promise<Response> {
  // To 204 a browser does not come again.
  const seller = await visitingSeller();
  if (!seller) return new Response(null, { status: 204 });
  const { searchParams } = new URL(request.url);
  const storeId = Number(searchParams.get("store"));
  const since = Number(searchParams.get("since"));
  if (!seller.memberships.some(({ store }) => store.id === storeId))
    return new Response(null, { status: 404 });
  const { id } = seller.user;
  if ((open.get(id) ?? 0) >= openMax) return new Response(null, { status: 429 });
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  };
  return new Response(streamOf({ storeId, since }, id, request.signal), { headers });
}

/** `since`: when the page was read, which heard of nothing until it is connected. */
function streamOf(
  { storeId, since }: { storeId: number; since: number },
  userId: number,
  left: AbortSignal,
): ReadableStream<Uint8Array> {
  let end = () => {};
  return new ReadableStream({
    async start(controller) {
      open.set(userId, (open.get(userId) ?? 0) + 1);
      let isOver = false;
      let stop = () => {};
      const write = (text: string) => {
        if (!isOver) controller.enqueue(new TextEncoder().encode(text));
      };
      const beat = setInterval(() => write(": here\n\n"), beatMs);
      const whole = setTimeout(() => end(), wholeMs);
      end = () => {
        if (isOver) return;
        isOver = true;
        for (const timer of [beat, whole]) clearTimeout(timer);
        stop();
        open.set(userId, (open.get(userId) ?? 1) - 1);
        try {
          controller.close();
        } catch {
          // The browser has left, and closed it.
        }
      };
      left.addEventListener("abort", () => end());
      write(": here\n\n");
      try {
        const tell = () => write("data: changed\n\n");
        stop = await watchStore(systemWorld(), storeId, tell);
        if (isOver) stop();
        else if (since > 0 && (await hasChanged(systemWorld(), storeId, since))) tell();
      } catch {
        // The database is away: the browser comes again.
        end();
      }
    },
    cancel: () => end(),
  });
}
