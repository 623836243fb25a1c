// node scripts/complete-lock.mjs: run it after npm has changed package-lock.json.
// Some registries do not carry the binary packages of other platforms. npm then leaves those optional packages out of
// the lock, and `npm ci` refuses a lock that lacks them. This adds them, with the versions their parents ask for.
import { readFileSync, writeFileSync } from "node:fs";

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
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "package-lock.json is complete." : `Added ${added.join(", ")}.`);

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
