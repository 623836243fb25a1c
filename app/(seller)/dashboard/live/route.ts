import { currentSeller } from "@/lib/auth/current-seller";
import { currentSession } from "@/lib/auth/session";
import { watchStore } from "@/lib/services/core/watch";
import { systemWorld } from "@/lib/services/desk/system-world";

export const dynamic = "force-dynamic";

/** Of one person, in each process: more than anybody looks at. */
const openMax = 20;
/** Proxies close what is silent for longer. */
const beatMs = 25_000;
/** Then the browser asks again, and whoever was signed out meanwhile is refused. */
const wholeMs = 10 * 60_000;
/** Of what happens at once a page is told once. */
const togetherMs = 300;

const open = new Map<number, number>();

/** Tells a page that something happened in its store, not what: the page reads itself anew. */
export async function GET(request: Request): Promise<Response> {
  // To 204 a browser does not come again. Who must confirm something first would be sent to its page.
  const seller = (await currentSession()) && (await currentSeller().catch(() => null));
  if (!seller) return new Response(null, { status: 204 });
  const storeId = Number(new URL(request.url).searchParams.get("store"));
  if (!seller.memberships.some(({ store }) => store.id === storeId))
    return new Response(null, { status: 404 });
  const { id } = seller.user;
  if ((open.get(id) ?? 0) >= openMax) return new Response(null, { status: 429 });
  const headers = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  };
  return new Response(streamOf(storeId, id, request.signal), { headers });
}

function streamOf(storeId: number, userId: number, left: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = () => {};
  return new ReadableStream({
    async start(controller) {
      open.set(userId, (open.get(userId) ?? 0) + 1);
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      let together: ReturnType<typeof setTimeout> | undefined;
      const tell = () => {
        together ??= setTimeout(() => {
          together = undefined;
          write("data: changed\n\n");
        }, togetherMs);
      };
      const beat = setInterval(() => write(": here\n\n"), beatMs);
      const whole = setTimeout(() => end(), wholeMs);
      let isOver = false;
      let stop = () => {};
      end = () => {
        if (isOver) return;
        isOver = true;
        for (const timer of [together, beat, whole]) clearTimeout(timer);
        stop();
        open.set(userId, (open.get(userId) ?? 1) - 1);
        controller.close();
      };
      left.addEventListener("abort", () => end());
      write(": here\n\n");
      stop = await watchStore(systemWorld(), storeId, tell);
      if (isOver) stop();
    },
    cancel: () => end(),
  });
}
