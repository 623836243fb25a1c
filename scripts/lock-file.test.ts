import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Entry {
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);

/** Where our servers and CI run. */
const server = { os: "linux", cpu: "x64", libc: "glibc" };

// What has no checksum npm installs unchecked. Such are only binaries for other systems, which the registry of the last
// lock did not carry (scripts/complete-lock.mjs names them).
test("npm checks every package that a Linux server installs", () => {
  const unchecked = Object.entries(packages).filter(
    ([name, { integrity, link }]) => name !== "" && !link && !integrity,
  );
  const isElsewhere = ({ os, cpu, libc }: Entry) =>
    [
      os && !os.includes(server.os),
      cpu && !cpu.includes(server.cpu),
      libc && !libc.includes(server.libc),
    ].some(Boolean);
  expect(
    unchecked.filter(([, entry]) => !entry.optional || !isElsewhere(entry)).map(([name]) => name),
  ).toEqual([]);
});

test("no entry names a registry", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toContain('"resolved"');
});
