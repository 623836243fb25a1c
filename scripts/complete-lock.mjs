// node scripts/complete-lock.mjs: run it after npm has changed package-lock.json.
// Some registries do not carry the binary packages of other platforms. npm then leaves those optional packages out of
// the lock, and `npm ci` refuses a lock that lacks them. This adds them, with the versions their parents ask for, and with
// their checksums where the registry carries them. It names those that stay without one: npm installs these unchecked.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = [
  "arm64",
  "x64",
  "ia32",
  "arm",
  "ppc64",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];
for (const [parent, entry] of Object.entries(lock.packages))
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {}))
    if (!isLocked(parent, name)) {
      lock.packages[`node_modules/${name}`] = entryFor(name, range, entry.dev === true);
      added.push(name);
    }
const { "": root, ...others } = lock.packages;
lock.packages = {
  "": root,
  ...Object.fromEntries(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))),
};
const resolved = resolvedAnew(lock);
const unchecked = [];
for (const [name, entry] of Object.entries(lock.packages)) {
  if (name === "" || entry.link || entry.integrity) continue;
  const { version, integrity } = resolved[name] ?? {};
  if (integrity && version === entry.version) entry.integrity = integrity;
  else unchecked.push(name.slice("node_modules/".length));
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "package-lock.json is complete." : `Added ${added.join(", ")}.`);

if (unchecked.length > 0) console.log(`Without a checksum: ${unchecked.join(", ")}.`);

/** What npm finds when it resolves the packages without a checksum, and those that ask for them, once more. */
function resolvedAnew({ packages, ...head }) {
  const lacking = Object.keys(packages).filter((name) => name !== "" && !packages[name].integrity);
  const names = lacking.map((name) => name.slice(name.lastIndexOf("node_modules/") + "node_modules/".length));
  const kept = Object.entries(packages).filter(
    ([name, entry]) =>
      name === "" ||
      (!lacking.includes(name) && !names.some((one) => one in (entry.optionalDependencies ?? {}))),
  );
  const folder = mkdtempSync(path.join(tmpdir(), "sente-lock-"));
  try {
    for (const name of ["package.json", ".npmrc"])
      copyFileSync(new URL(`../${name}`, import.meta.url), path.join(folder, name));
    const draft = path.join(folder, "package-lock.json");
    writeFileSync(draft, JSON.stringify({ ...head, packages: Object.fromEntries(kept) }));
    const options = ["--package-lock-only", "--ignore-scripts", "--no-audit", "--loglevel=error"];
    execFileSync("npm", ["install", ...options], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    return JSON.parse(readFileSync(draft, "utf8")).packages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As Node resolves it: in the parent's own folder, then in each one above. */
function isLocked(parent, name) {
  for (let folder = parent; ; ) {
    if (`${folder ? `${folder}/` : ""}node_modules/${name}` in lock.packages) return true;
    if (folder === "") return false;
    const end = folder.lastIndexOf("/node_modules/");
    folder = end < 0 ? "" : folder.slice(0, end);
  }
}

function entryFor(name, range, isDev) {
  const base = name.split("/").at(-1);
  const named = (words) => words.filter((word) => new RegExp(`(^|[-_])${word}([-_]|$)`).test(base));
  const cpu = named(processors).slice(0, 1);
  const os = cpu[0] === "wasm32" ? [] : base.includes("windows") ? ["win32"] : named(systems);
  const libc = !os.includes("linux")
    ? []
    : base.includes("musl")
      ? ["musl"]
      : base.includes("gnu")
        ? ["glibc"]
        : [];
  return {
    version: range.replace(/^[\^~=v]+/, ""),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(isDev ? { dev: true } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
