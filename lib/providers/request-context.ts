import { AsyncLocalStorage } from "node:async_hooks";

interface Present {
  id: string;
  /** Calls an action, and nothing of ours has looked at it yet: if it fails now, the framework could not read it. */
  isUnread: boolean;
}

// On globalThis, because Next has its own copy of every module, and both must see the same request.
const holder = globalThis as { senteRequest?: AsyncLocalStorage<Present> };
holder.senteRequest ??= new AsyncLocalStorage<Present>();
const storage = holder.senteRequest;

/** Runs work as part of a request: its log lines, payments and events get the id. Without one, as part of the present. */
export function inRequest<T>(id: string | null | undefined, work: () => T, isUnread = false): T {
  return id ? storage.run({ id, isUnread }, work) : work();
}

/** The id of the request that this is part of; null in what the clock does by itself. */
export function currentRequest(): string | null {
  return storage.getStore()?.id ?? null;
}

/** Something of ours begins to work on the request: from here on what fails is our fault. */
export function noteRead(): void {
  const present = storage.getStore();
  if (present) present.isUnread = false;
}

export function isUnread(): boolean {
  return storage.getStore()?.isUnread ?? false;
}
