import { NotFound } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { type ReceivedCallback, receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { callbackOf, listen } from "./listen";

/** A server that takes callbacks at `/api/rails/<rail>` as the app does: answered first, worked through after. */
export interface CallbackRoute {
  /** Without a slash at its end. */
  url: string;
  /** The answers that callbacks got. */
  answered: number[];
  /** Ends when everything that was received is worked through. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A rail that this world does not have is answered as the app answers it: the sender must not wait for nothing. */
function refused(error: unknown): ReceivedCallback {
  if (!(error instanceof NotFound)) throw error;
  return { status: 404, body: "", work: async () => {} };
}

/** `worldOf` is asked at each callback, so that the world may be made after its route. */
export async function openCallbackRoute(worldOf: () => World): Promise<CallbackRoute> {
  const answered: number[] = [];
  const working = new Set<Promise<void>>();
  const { url, close } = await listen(async (request, response) => {
    const raw = await callbackOf(request);
    const address = raw.path.split("/").slice(3).join("/");
    const received = await receiveCallback(worldOf(), address, raw).catch(refused);
    answered.push(received.status);
    response.writeHead(received.status).end(received.body);
    const work = received.work();
    working.add(work);
    await work;
    working.delete(work);
  });
  return {
    ...{ url, answered, close },
    async settled() {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
