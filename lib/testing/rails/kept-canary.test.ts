import { expect, test } from "vitest";
import type { Switches } from "@/e2e/emulators/emulator";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openTown, type RailTown } from "./emulated";
import { paidWhileAway, variedWhileAway } from "./while-away";

const storms: (keyof Switches | "fine")[] = [
  ...(["fine", "http500AfterCommit", "down", "tooMany", "brokenJson", "hugeAnswer"] as const),
  ...(["revoked", "unknownStatus", "wrongAmount", "tamperBody", "fine"] as const),
];

test.each([...paidWhileAway, ...variedWhileAway])(
  "%s: no token of a card stands in a log, a task or any row",
  async (_name, create) => {
    const town = await openTown(create);
    const said = listen(town);
    try {
      for (const storm of storms) {
        const { switches } = town.harness.emulator;
        if (storm !== "fine" && storm !== "delay") switches[storm] = true;
        await town.ask(town.harness.charge.ok);
        await town.later(60_000);
        await pollOpenAttempts(town.world);
        if (storm !== "fine" && storm !== "delay") switches[storm] = false;
      }
      await town.later(3_600_000);
      await pollOpenAttempts(town.world);
      const secrets = secretsSent(town);
      // A search for nothing finds nothing.
      expect(secrets.length).toBeGreaterThan(0);
      expect(said.length).toBeGreaterThan(0);
      const rows = await everyRow(town);
      expect(rows).toContain(town.shop.store.slug);
      const text = [said.join("\n"), JSON.stringify(town.harness.anomaly), rows].join("\n");
      // Bytes that are not sealed would be written as hexadecimal digits.
      const found = secrets.filter((secret) => text.includes(secret) || text.includes(hexOf(secret)));
      expect(found).toEqual([]);
    } finally {
      await town.close();
    }
  },
);

/** What the service logs, with errors and all that they wrap. */
function listen({ world }: RailTown): string[] {
  const said: string[] = [];
  const listener = (...parts: unknown[]) => said.push(parts.map(textOf).join(" "));
  world.log = { info: listener, warn: listener, error: listener };
  return said;
}

function textOf(value: unknown): string {
  if (value instanceof Error) return [value.stack, textOf(value.cause)].join("\n");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${textOf(one)}`)
    .join(" ");
}

/** The codes, methods and customers that went to the provider: what a token is made of. */
function secretsSent({ harness }: RailTown): string[] {
  const sent = harness.emulator.requests.map(({ text }) => text).join("\n");
  return [...new Set(sent.match(/\b(AUTH_\w+|pm_\w+|cus_\w+)/g) ?? [])];
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}

/** Every table as text; what is sealed is bytes. */
async function everyRow({ world }: RailTown): Promise<string> {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.pool.query<{ text: string }>(`SELECT one::text AS text FROM ${name} one`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}
