import { randomUUID } from "node:crypto";
import type { ChargeRequest, RawCallback } from "@/lib/providers/rails/port";
import { createSandbox, type SandboxOptions } from "@/lib/providers/rails/sandbox/sandbox";
import type { SandboxRecord, SandboxStore } from "@/lib/providers/rails/sandbox/store";

/** A sandbox with a clock of its own, whose callbacks are kept as our route would see them. For tests. */
export function openSandbox(options: Partial<SandboxOptions> = {}) {
  const store = createMemoryStore();
  const received: RawCallback[] = [];
  /** How many of the next callbacks the route refuses. */
  const refuse = { next: 0 };
  let nowMs = Date.UTC(2026, 0, 31, 9, 30);
  const sandbox = createSandbox({
    store,
    now: () => new Date(nowMs),
    siteUrl: "https://pay.example.com",
    merchantName: "ACME",
    callbackSecret: "a-callback-secret-of-32-bytes-xx",
    sendCallback: async (body, headers) => {
      if (refuse.next > 0) {
        refuse.next -= 1;
        throw new Error("503");
      }
      received.push(asReceived(body, headers));
    },
    ...options,
  });
  const advance = async (ms: number) => {
    nowMs += ms;
    await sandbox.deliverDue();
  };
  return { sandbox, store, received, refuse, advance };
}

export function requestTo(phone: string, network = "mtn_ug", country = "UG"): ChargeRequest {
  return {
    attemptId: randomUUID(),
    method: "mobile_money",
    amount: { minor: 5_000n, currency: "UGX" },
    country,
    payer: { phone, network },
    description: "Gold plan",
    returnUrl: "https://pay.example.com/return",
    cancelUrl: "https://pay.example.com/cancel",
    callbackUrl: "https://pay.example.com/api/rails/sandbox",
    locale: "en",
    metadata: {},
  };
}

function asReceived(body: string, headers: Record<string, string>): RawCallback {
  return {
    method: "POST",
    host: "pay.example.com",
    path: "/api/rails/sandbox",
    query: new URLSearchParams(),
    headers,
    body: Buffer.from(body),
    ip: "127.0.0.1",
  };
}

/** Of one process, gone with it. */
function createMemoryStore(): SandboxStore {
  const records = new Map<string, SandboxRecord>();
  return {
    get: async (id) => copyOf(records.get(id)),
    insert: async (record) => {
      if (records.has(record.id)) return false;
      records.set(record.id, structuredClone(record));
      return true;
    },
    update: async (id, change) => {
      const found = copyOf(records.get(id));
      if (!found) return null;
      records.set(id, structuredClone(change(found)));
      return copyOf(records.get(id));
    },
    list: async ({ phone, callbackBeforeMs }) =>
      [...records.values()]
        .filter((record) => phone === undefined || record.phone === phone)
        .filter(({ nextCallbackAtMs }) => {
          if (callbackBeforeMs === undefined) return true;
          return nextCallbackAtMs !== null && nextCallbackAtMs <= callbackBeforeMs;
        })
        .map((record) => structuredClone(record)),
    between: async ({ fromMs, toMs }) =>
      [...records.values()]
        .filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs)
        .map((record) => structuredClone(record)),
  };
}

function copyOf(record: SandboxRecord | undefined): SandboxRecord | null {
  return record ? structuredClone(record) : null;
}
