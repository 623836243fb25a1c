import { expect, test } from "vitest";
import { phoneNetworks } from "./networks";
import { movedMinor, readMessage } from "./read";
import { writeMessage } from "./write";

const at = new Date("2026-11-29T09:41:00Z");
const said = { code: "SB12345678", amountMinor: 250_000n, balanceMinor: 1_750_000n, phone: "+254712345678" };

test("what a simulated network writes says of itself what happened, to our reader too", () => {
  for (const network of phoneNetworks) {
    const text = writeMessage(network, "in", { ...said, name: "Amina Tester", at });
    const reading = readMessage(network, text ?? "");
    expect.soft(reading, `${network.code}: ${text}`).toMatchObject({
      ...{ kind: "received", code: said.code, amountMinor: 250_000n, balanceMinor: 1_750_000n },
    });
    if (reading?.at) expect(reading.at).toEqual(at);
  }
});

test("money that leaves is told wherever we know how, and takes as much away", () => {
  const silent = phoneNetworks.filter((network) => {
    const text = writeMessage(network, "out", { ...said, name: "Amina Tester", at });
    if (text === null) return true;
    const reading = readMessage(network, text);
    expect.soft(reading && movedMinor(reading), `${network.code}: ${text}`).toBe(-250_000n);
    expect.soft(reading?.balanceMinor, network.code).toBe(1_750_000n);
    return false;
  });
  expect(silent.map(({ code }) => code)).toEqual(["orange_ci"]);
});
