import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Below the pages, the API's edge and the messages nobody writes a sentence: a verb refuses and reports by a code.
const roots = ["domain", "resources", "services", "providers", "auth", "api"].map((name) => `lib/${name}`);

/** What is no refusal, each with why it stays. */
const exempt: Record<string, string> = {
  "lib/services/notify/": "writes messages, and what became of them for the log",
  "lib/services/hooks/webhooks/endpoint-health.ts": "a reason that is stored in the log of acts",
  "lib/providers/safe-post.ts": "stored with an attempt to deliver, beside what the server itself said",
  "lib/providers/mail/mailer.ts": "stored with a message, beside what the server itself said",
  "lib/providers/rails/paystack/charges.ts": "shown where the provider sends no words of its own",
  "lib/providers/rails/sandbox/charges.ts": "plays a provider that sends words of its own",
  "lib/resources/examples.ts": "examples of the API's document",
  "lib/api/openapi": "the API's document",
};

const sentence = /(["`])([A-Z](?:(?!\1)[^\n])* (?:(?!\1)[^\n])*[.!?])\1/g;
/** Words for programmers: faults, logs, the API's document. */
const forProgrammers =
  /(?:log\.\w+\([^;]*|doEach\((?:(?!\n\}).)*|onFailure =|Error\(|Lost\(|super\(|Problem\([^;]*|description:|when:|\bof\.\w+\(\s*"\w+",[^;"]*)\s*$/s;

function sentencesIn(source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/(^|\s)\/\/ .*$/gm, "");
  return [...code.matchAll(sentence)].flatMap((found) => {
    const before = code.slice(Math.max(0, found.index - 400), found.index);
    return forProgrammers.test(before) ? [] : [found[2] ?? ""];
  });
}

test("a sentence is found wherever a verb, a schema or a rail could write one, and not where programmers read", () => {
  for (const bad of [
    'throw new Invalid({ form: ["This is not yours."] });',
    'key("Enter the secret key.", shape)',
    // Left as text: this is code of a test's.
    `return { ok: false, detail: \`It did not answer in \${seconds} seconds.\` };`,
    'return { title: "Books", means: "Every amount agrees with every other." };',
  ])
    expect([bad, sentencesIn(bad).length]).toEqual([bad, 1]);
  for (const good of [
    'throw new Invalid({ form: [say("not_yours")] });',
    'throw new RangeError("An amount is a whole number.");',
    'world.log.warn({ err: error }, "It could not be read; it is tried again.");',
    'is_active: of.flag("isActive", "False: paused by the seller."),',
    "// It did not answer.",
  ])
    expect([good, sentencesIn(good)]).toEqual([good, []]);
});

test("nothing below the edges writes a sentence, and what is exempt is there and has one", () => {
  const needed = new Set<string>();
  const found = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|generated\//.test(name))
      .flatMap((name) => {
        const file = `${root}/${name}`;
        const written = sentencesIn(readFileSync(file, "utf8"));
        const why = Object.keys(exempt).find((path) => file.startsWith(path));
        if (why && written.length > 0) needed.add(why);
        return why ? [] : written.map((one) => `${file}: ${one}`);
      }),
  );
  expect(found).toEqual([]);
  expect(Object.keys(exempt).filter((path) => !needed.has(path))).toEqual([]);
});
