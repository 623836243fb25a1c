/** What is counted, with the labels of each. Only labels with few values: each combination is a series for ever. */
export interface Counted {
  payments: { rail: string; network: string; outcome: "paid" | "failed" | "suspended" | "reversed" };
  webhook_attempts: { outcome: "delivered" | "retried" | "failed" | "skipped" | "lost" };
}

/**
 * What one process has counted since it began, for its metrics. It is part of the world, because a module may be loaded
 * twice: Next has its own copy of everything.
 */
export interface Counts {
  add<Name extends keyof Counted>(name: Name, labels: Counted[Name]): void;
  all<Name extends keyof Counted>(name: Name): Iterable<{ labels: Counted[Name]; value: number }>;
}

export function newCounts(): Counts {
  type Series = Map<string, { labels: never; value: number }>;
  const counted: Record<keyof Counted, Series> = { payments: new Map(), webhook_attempts: new Map() };
  return {
    add(name, labels) {
      const key = Object.values(labels).join("\0");
      const known = counted[name].get(key);
      if (known) known.value += 1;
      else counted[name].set(key, { labels: labels as never, value: 1 });
    },
    all: (name) => counted[name].values(),
  };
}
