// biome-ignore lint/style/noRestrictedImports: the folder is in lib/domain, which imports itself.
import { toMajorText } from "../money";
import type { PhoneNetwork } from "./networks";
import { type MessageKind, patterns } from "./patterns";

/** What a simulated network tells of one movement. */
export interface Said {
  code: string;
  amountMinor: bigint;
  balanceMinor: bigint;
  /** E.164, of the other side. */
  phone: string;
  name: string;
  at: Date;
}

const outward: readonly MessageKind[] = ["sent", "paid", "withdrawn"];

/**
 * A message as this network writes it, for play money; null where we know none of that direction with a code and a balance. Which
 * words a real network uses is in the samples of the tests, not here.
 */
export function writeMessage(network: PhoneNetwork, way: "in" | "out", said: Said): string | null {
  const kinds = way === "in" ? ["received"] : outward;
  const rows = patterns[network.code] ?? [];
  const isWhole = (shape: string) =>
    ["code", "amount", "balance"].every((hole) => shape.includes(`{${hole}}`));
  const found = kinds.flatMap((kind) => rows.find((row) => row.kind === kind && isWhole(row.shape)) ?? [])[0];
  return found ? `${fill(found.shape, wordsOf(network, said))}.` : null;
}

/** A shape with every hole filled: what may be missing is left out, of several words the first is taken. */
function fill(shape: string, words: Record<string, string>): string {
  return shape
    .replace(/\[([^\]]*\{phone\}[^\]]*)\]/g, "$1")
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\(([^()|]*)\|[^()]*\)/g, "$1")
    .replaceAll("…", "")
    .replace(/\{(\w+)\}/g, (_, hole: string) => words[hole] ?? "")
    .trim();
}

function wordsOf({ currency, zone, hidesPhones }: PhoneNetwork, said: Said): Record<string, string> {
  const money = (minor: bigint) => `${currency} ${toMajorText({ minor, currency })}`;
  const none = money(0n);
  const digits = said.phone.replace("+", "");
  const phone = hidesPhones ? `${digits.slice(0, 6)}***${digits.slice(-3)}` : digits;
  // "+03:00": all of them are whole hours.
  const local = new Date(said.at.getTime() + Number(zone.slice(0, 3)) * 3_600_000).toISOString();
  const [date = "", time = ""] = local.slice(0, 19).split("T");
  const [year, month, day] = date.split("-");
  return {
    ...{ code: said.code, amount: money(said.amountMinor), balance: money(said.balanceMinor) },
    ...{ fee: none, tax: none, money: none, name: said.name, some: said.name, phone, reference: "" },
    ...{ word: "NA", any: "1", iso: `${date} ${time}`, dmy: `${day}/${month}/${year} ${time}` },
    dmonthy: `${day}-${monthNames[Number(month) - 1]}-${year} ${time}`,
  };
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
