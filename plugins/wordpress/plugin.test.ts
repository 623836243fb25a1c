import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { rotateSecret } from "@/lib/services/hooks/webhooks/save-endpoint";
import { type Received, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { testClock, testStore, testWorld } from "@/lib/testing/world";

// What can be said of the plugin without a WordPress. e2e/wordpress.spec.ts has the story in one.

const folder = path.join(import.meta.dirname, "sente");
const scratch = mkdtempSync(path.join(tmpdir(), "sente-plugin-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  .sort();
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const sources = files.filter((file) => file.endsWith(".php"));
const code = sources.map((file) => read(file)).join("\n");

describe("the zip", () => {
  const pack = (name: string) => {
    const file = path.join(scratch, name);
    execFileSync(process.execPath, [path.join(import.meta.dirname, "pack.mjs"), file]);
    return readFileSync(file);
  };

  test("has the files of the folder, whole, and nothing else", () => {
    const entries = entriesOf(pack("one.zip"));
    expect(entries.map(([name]) => name)).toEqual(files.map((file) => `sente/${file}`));
    for (const [name, bytes] of entries)
      expect(bytes.equals(readFileSync(path.join(folder, "..", name)))).toBe(true);
    expect(files.filter((file) => !/^[\w/-]+\.(php|js|css|txt|pot|po|mo)$/.test(file))).toEqual([]);
  });

  test("is the same bytes whenever it is made", () => {
    expect(pack("two.zip").equals(pack("three.zip"))).toBe(true);
  });
});

describe("what WordPress.org reads", () => {
  const header = (name: string) => new RegExp(`^ \\* ${name}: +(.+)$`, "m").exec(read("sente.php"))?.[1];
  const readme = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(read("readme.txt"))?.[1];

  test("says one version, one licence and the same needs everywhere", () => {
    expect(header("Version")).toBe(/'SENTE_VERSION', '(.+)'/.exec(code)?.[1]);
    expect(readme("Stable tag")).toBe(header("Version"));
    expect(read("readme.txt")).toContain(`= ${header("Version")} =`);
    for (const name of ["Requires at least", "Requires PHP", "License", "License URI"])
      expect([name, readme(name)]).toEqual([name, header(name)]);
    expect(header("License")).toBe("GPLv2 or later");
  });

  test("no file runs by its own address, and no name is anybody else's", () => {
    const guard = /^(defined\( '\w+' \) \|\| )+exit;$/m;
    expect(sources.filter((file) => !guard.test(read(file)))).toEqual([]);
    const names = [...code.matchAll(/^(?:function|const) (\w+)|^define\( '(\w+)'/gm)];
    expect(names.length).toBeGreaterThan(90);
    expect(names.flatMap(([, a = "", b = ""]) => (/^sente_/i.test(a || b) ? [] : [a || b]))).toEqual([]);
  });

  test("whatever is kept is taken away with the plugin", () => {
    const kept =
      /(?:update_option|set_transient|update_user_option|SENTE_META =)\(? ?(?:[^,;']*, )?'(_?sente_\w+)'/g;
    const names = [...new Set([...code.matchAll(kept)].map(([, name = ""]) => name))].sort();
    expect(names).toEqual([
      ...["_sente_protect", "sente_access", "sente_back", "sente_pause", "sente_products"],
      ...["sente_seen", "sente_settings", "sente_trouble"],
    ]);
    expect(names.filter((name) => !read("uninstall.php").includes(`'${name}'`))).toEqual([]);
  });

  test("nothing is used that PHP 7.4 does not have", () => {
    const newer =
      /\?->|\bmatch ?\(|\benum \w|\breadonly \w*\??\w* ?\$|\bstr_(contains|starts_with|ends_with)\(|\): (?:static|mixed|never|\w+\|)|#\[|\barray_is_list\(|\bcatch \(\\?\w+ \)/;
    expect(sources.filter((file) => newer.test(read(file)))).toEqual([]);
  });
});

describe("the languages", () => {
  const said = /\b(?:__|esc_html__|esc_attr__|_n)\(\s*'((?:[^'\\]|\\.)*)'(?:,\s*'((?:[^'\\]|\\.)*)')?/g;
  const texts = new Set(
    sources.flatMap((file) =>
      [...read(file).matchAll(said)].flatMap(([call, one = "", more]) =>
        call.startsWith("_n") && more !== undefined ? [one, more] : [one],
      ),
    ),
  );

  test("every text of the source stands in the template, with its domain", () => {
    const template = textsOf(read("languages/sente.pot"));
    expect([...template.keys()].sort()).toEqual(
      [...texts].filter((text) => text !== "The first %s days are free.").sort(),
    );
    const domains = [...code.matchAll(/\b(?:__|esc_html__|esc_attr__)\( '(?:[^'\\]|\\.)*'(.*?)\)/g)];
    expect(domains.length).toBeGreaterThan(80);
    expect(domains.filter(([, rest]) => rest !== ", 'sente' ")).toEqual([]);
  });

  test.each(["fr_FR", "sw"])("%s has all of them, with their places, and is compiled", (language) => {
    const translated = textsOf(read(`languages/sente-${language}.po`));
    expect([...translated.keys()].sort()).toEqual([...textsOf(read("languages/sente.pot")).keys()].sort());
    const places = (text: string) => text.match(/%(\d\$)?[sd]/g) ?? [];
    for (const [text, forms] of translated)
      for (const form of forms) {
        expect([text, form]).not.toEqual([text, ""]);
        expect([text, ...places(form)]).toEqual([text, ...places(text)]);
      }
    const compiled = compiledTexts(readFileSync(path.join(folder, `languages/sente-${language}.mo`)));
    expect(compiled).toEqual(new Map([...translated].map(([text, forms]) => [text, forms.join("\0")])));
  });
});

const hasPhp = spawnSync("php", ["--version"], { stdio: "ignore" }).status === 0;
if (!hasPhp) console.info("The WordPress plugin is not tried: PHP is not installed here.");
describe.skipIf(!hasPhp)("in PHP", () => {
  const check = path.join(import.meta.dirname, "check.php");

  test("every file is PHP", () => {
    for (const file of sources) {
      const { status, stdout } = spawnSync("php", ["-l", path.join(folder, file)], { encoding: "utf8" });
      expect(status, stdout).toBe(0);
    }
  });

  test("an answer is believed for as long as it says", () => {
    const { status, stdout, stderr } = spawnSync("php", [check], { encoding: "utf8" });
    expect([stdout, stderr, status]).toEqual(["", "", 0]);
  });

  test("a delivery of ours is genuine, also while a secret is replaced, and nothing else is", async () => {
    // The plugin looks at the time of today.
    const world = testWorld({ clock: testClock(new Date()) });
    const shop = await testStore(world);
    const receiver = await startReceiver();
    const endpoint = await endpointAt(world, shop.live, receiver.url);
    const deliver = async () => {
      await emitEvent(world, shop.live);
      await deliverDueWebhooks(world);
      return receiver.received.at(-1) as Received;
    };
    const first = await deliver();
    const { secret: fresh } = await rotateSecret(world, shop.live, endpoint.id);
    const during = await deliver();
    await receiver.close();
    const judge = ({ headers, body }: Received, secret: string, changes: Record<string, string> = {}) => {
      const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
      const given = names.map((name) => changes[name] ?? String(headers[name]));
      const input = JSON.stringify([changes.body ?? body, ...given, secret]);
      const { status, stderr } = spawnSync("php", [check, "delivery"], { input, encoding: "utf8" });
      expect(stderr).toBe("");
      return status === 0;
    };
    const genuine = [
      judge(first, endpoint.secret),
      judge(during, endpoint.secret),
      judge(during, fresh),
      judge(first, ` ${endpoint.secret}\n`),
    ];
    expect(genuine).toEqual([true, true, true, true]);
    const old = String(Math.floor(Date.now() / 1000) - 10);
    const refused = [
      judge(first, fresh),
      judge(first, ""),
      judge(first, "whsec_"),
      judge(first, endpoint.secret, { body: `${first.body}\n` }),
      judge(first, endpoint.secret, { "webhook-id": "evt_other" }),
      judge(first, endpoint.secret, { "webhook-timestamp": old }),
      judge(first, endpoint.secret, { "webhook-timestamp": "1700000000" }),
      judge(first, endpoint.secret, { "webhook-timestamp": "" }),
      judge(first, endpoint.secret, { "webhook-signature": "" }),
      judge(first, endpoint.secret, { "webhook-signature": "v1," }),
    ];
    expect(refused.filter((is) => is)).toEqual([]);
    expect(refused).toHaveLength(10);
  });
});

/** Names and contents of a zip whose files are stored as they are, by its directory. */
function entriesOf(zip: Buffer): [string, Buffer][] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const from = local + 30 + zip.readUInt16LE(local + 26);
    at += 46 + nameLength;
    return [name, zip.subarray(from, from + size)];
  });
}

/** Each text of a file of gettext with its translations: one, or one for each plural. */
function textsOf(po: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const entry =
    /^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)(?:msgid_plural (?:"(?:[^"\\]|\\.)*"\n)+)?((?:msgstr\S* (?:"(?:[^"\\]|\\.)*"\n?)+)+)/gm;
  const joined = (lines: string) =>
    [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => JSON.parse(`"${text}"`)).join("");
  for (const [, id = "", translations = ""] of po.matchAll(entry))
    if (joined(id) !== "")
      texts.set(
        joined(id),
        translations
          .split(/^msgstr/m)
          .slice(1)
          .map(joined),
      );
  return texts;
}

/** The same of a compiled file. */
function compiledTexts(mo: Buffer): Map<string, string> {
  const [count, originals, translations] = [8, 12, 16].map((at) => mo.readUInt32LE(at)) as [
    number,
    number,
    number,
  ];
  const text = (table: number, nth: number) => {
    const [length, from] = [mo.readUInt32LE(table + nth * 8), mo.readUInt32LE(table + nth * 8 + 4)];
    return mo.toString("utf8", from, from + length);
  };
  const pairs = Array.from({ length: count }, (_, nth) => [
    text(originals, nth).split("\0")[0] ?? "",
    text(translations, nth),
  ]);
  return new Map(pairs.filter(([original]) => original !== "") as [string, string][]);
}
