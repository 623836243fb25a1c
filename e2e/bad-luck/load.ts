import { setTimeout as sleep } from "node:timers/promises";

/** What a 2xx has promised. */
export interface Acknowledged {
  id: string;
  ref: string;
  /** Payments whose answer has arrived; those that were lost on the way may have been made too. */
  payments: number;
}

export interface Load {
  /** By subscription id. */
  acknowledged: Map<string, Acknowledged>;
  /** How often each answer was had: a status, or "none" where the connection broke or nobody listened. */
  answers: Map<string, number>;
  /** Ends after the calls that are open. */
  stop(): Promise<void>;
}

const callers = 3;
const pauseMs = 250;
/** One in so many calls pays a second time for a subscription that is there. */
const renewEvery = 4;

/** Starts and renews test subscriptions without end, whatever becomes of the instance, and notes what it acknowledged. */
export function startLoad(baseUrl: string, keys: string[], productId: number): Load {
  const acknowledged = new Map<string, Acknowledged>();
  const answers = new Map<string, number>();
  let calls = 0;
  let isStopping = false;
  const loops = Array.from({ length: callers }, async () => {
    for (; !isStopping; await sleep(Math.random() * 2 * pauseMs)) await call();
  });
  return {
    acknowledged,
    answers,
    stop: async () => {
      isStopping = true;
      await Promise.all(loops);
    },
  };

  async function call(): Promise<void> {
    calls += 1;
    const known = [...acknowledged.values()];
    const again = calls % renewEvery === 0 ? known[Math.floor(Math.random() * known.length)] : undefined;
    const ref = again?.ref ?? `unlucky_${calls}`;
    const body = { product_id: productId, ref, email: `${ref}@example.com` };
    const { status, data } = await post(keys[calls % keys.length] ?? "", body);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (!data) return;
    const before = acknowledged.get(data.id)?.payments ?? 0;
    acknowledged.set(data.id, { id: data.id, ref, payments: before + 1 });
  }

  async function post(key: string, body: object): Promise<{ status: string; data?: { id: string } }> {
    try {
      const response = await fetch(`${baseUrl}/test/subscriptions`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      const answer = await response.json();
      return response.ok
        ? { status: String(response.status), data: answer.data }
        : { status: `${response.status} ${answer.error ?? answer.message}` };
    } catch {
      return { status: "none" };
    }
  }
}
