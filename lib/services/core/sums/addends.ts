import { type Addend, beginOf, grainsOf, slotMs } from "@/lib/domain/sums";
import { type Ask, readers, type Source } from "./facts";

/** The values of a row of sums: count, part, other, minor, yearlyMinor. */
type Values = [number, number, number, bigint, bigint];
/** By live or test, kind, quarter of an hour, number, name and currency, with "|" between. */
export type Addends = Map<string, Values>;

/** What each of these adds by what is stored of it now; nothing for what is gone. */
export async function addendsOf(
  ask: Ask,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, Addends>> {
  const found = await readers[source](ask, ids);
  return new Map(found.map(({ id, livemode, addends }) => [id, keyed(livemode, addends)]));
}

function keyed(livemode: boolean, addends: readonly Addend[]): Addends {
  const all: Addends = new Map();
  for (const { kind, at, number, name, currency, count, part, other, minor, yearlyMinor } of addends) {
    const key = [livemode ? "live" : "test", kind, at / slotMs, number, name, currency].join("|");
    add(all, new Map([[key, [count, part, other, minor, yearlyMinor]]]), 1);
  }
  return all;
}

/** Adds them `times` (1 or -1) to `all`, and leaves out what comes to nothing. */
export function add(all: Addends, addends: Addends, times: 1 | -1): void {
  for (const [key, [count, part, other, minor, yearly]] of addends) {
    const [c, p, o, m, y] = all.get(key) ?? [0, 0, 0, 0n, 0n];
    const big = BigInt(times);
    const sum: Values = [
      c + times * count,
      p + times * part,
      o + times * other,
      m + big * minor,
      y + big * yearly,
    ];
    if (sum.some((value) => Number(value) !== 0)) all.set(key, sum);
    else all.delete(key);
  }
}

/** The text of a contribution: JSON of each key with its values, without the zeros at their end. */
export function textOf(addends: Addends): string {
  const entries = [...addends].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    entries.map(([key, values]) => {
      const last = values.findLastIndex((value) => Number(value) !== 0);
      return [
        key,
        ...values.slice(0, last + 1).map((value) => (typeof value === "bigint" ? String(value) : value)),
      ];
    }),
  );
}

export function parsed(text: string): Addends {
  const entries = JSON.parse(text) as [string, number?, number?, number?, string?, string?][];
  return new Map(
    entries.map(([key, c = 0, p = 0, o = 0, m = 0, y = 0]) => [key, [c, p, o, BigInt(m), BigInt(y)]]),
  );
}

/** The rows of sums that a change belongs to, each as texts: its key, and then its values. */
export function rowsOf([key, values]: [string, Values]): string[][] {
  const [mode, kind = "", slot, number = "", name = "", currency = ""] = key.split("|");
  return grainsOf(kind).map((grain) => {
    const at = new Date(beginOf(grain, Number(slot) * slotMs)).toISOString();
    return [String(mode === "live"), grain, kind, at, number, name, currency, ...values.map(String)];
  });
}
