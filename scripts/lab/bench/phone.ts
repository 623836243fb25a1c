import { link, type Step } from "@/lib/domain/phone-messages/chain";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { readMessage } from "@/lib/domain/phone-messages/read";
import samples from "@/lib/domain/phone-messages/samples.json";
import { Problem } from "../../problem";
import type { Line } from "./report";

/** What hearing a message of a seller's phone costs besides the database: to read it, and to sort a full chain anew. */
export function measurePhone(rounds: number): Line[] {
  const texts = samples.flatMap(({ network, text }) => {
    const known = phoneNetworkOf(network);
    return known ? [{ known, text }] : [];
  });
  const read = timesOf(rounds, () => {
    for (const { known, text } of texts)
      if (!readMessage(known, text)) throw new Problem(`A sample is not read: ${text}`);
  });
  const steps = fullChain();
  const anchor = { balanceMinor: 0n, atMs: 0 };
  const sorted = timesOf(rounds, () => {
    if (link(anchor, steps).fits.length !== steps.length) throw new Problem("The chain broke.");
  });
  return [
    { what: "a phone's message read", value: read / texts.length, unit: "ms", goal: { atMost: 1 } },
    { what: "- a chain of 500 messages sorted", value: sorted, unit: "ms" },
  ];
}

/** As many as a phone keeps in mind, some in and some out. */
function fullChain(): Step[] {
  let balanceMinor = 0n;
  return Array.from({ length: 500 }, (_, index) => {
    const beforeMinor = balanceMinor;
    balanceMinor += index % 3 === 2 ? -700n : 500n;
    const known = { isExact: true, isAccepted: false, isFixed: true };
    return { id: String(index), beforeMinor, afterMinor: balanceMinor, atMs: index * 180_000, ...known };
  });
}

/** Milliseconds of one round, over all of them; the first are not counted, for patterns are made when they are first used. */
function timesOf(rounds: number, round: () => void): number {
  for (let index = 0; index < 3; index += 1) round();
  const from = performance.now();
  for (let index = 0; index < rounds; index += 1) round();
  return (performance.now() - from) / rounds;
}
