import { AsyncLocalStorage } from "node:async_hooks";

// On globalThis, because Next has its own copy of every module, and both must see the same request.
const holder = globalThis as { senteRequest?: AsyncLocalStorage<string> };
holder.senteRequest ??= new AsyncLocalStorage<string>();
const storage = holder.senteRequest;

/** Runs work as part of a request: its log lines, payments and events get the id. Without one, as part of the present. */
export function inRequest<T>(id: string | null | undefined, work: () => T): T {
  return id ? storage.run(id, work) : work();
}

/** The id of the request that this is part of; null in what the clock does by itself. */
export function currentRequest(): string | null {
  return storage.getStore() ?? null;
}
