import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Problem } from "./problem";
import { isPrivate } from "./release/stage";
import { writeSums } from "./release/sums";
import { say, step } from "./steps";

// npm run package: makes of the release in release/ a package for Debian and its kin, with the Node that runs this command, since
// Debian 12 has 18. docs/debian.md says what it does on a machine.
const architectures: Record<string, string> = { x64: "amd64", arm64: "arm64" };
/** What the system has to have; Node and PostgreSQL are in the package. */
const depends = "adduser, util-linux, libc6 (>= 2.28), libstdc++6";
const unpackedMaxMb = 500;

const { version, description } = JSON.parse(readFileSync("package.json", "utf8"));
const architecture = architectures[process.arch];
if (process.platform !== "linux" || !architecture)
  throw new Problem(
    `A package is for Linux on amd64 or arm64, and this is ${process.platform} on ${process.arch}.`,
  );
const release = path.resolve("release", `sente-${version}-linux-${process.arch}`);
if (!existsSync(path.join(release, "release.json")))
  throw new Problem("There is no release to make a package of: npm run release makes it.");
const stage = path.resolve("release", "deb");
const file = `sente_${version}_${architecture}.deb`;

await step("Files", async () => {
  rmSync(stage, { recursive: true, force: true });
  const place = (name: string) => {
    const full = path.join(stage, name);
    mkdirSync(path.dirname(full), { recursive: true });
    return full;
  };
  cpSync(release, place("usr/lib/sente/app"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (name) => !isPrivate(path.relative(release, name)),
  });
  copyFileSync(process.execPath, place("usr/lib/sente/node"));
  copyFileSync("LICENSE", place("usr/share/doc/sente/copyright"));
  writeFileSync(place("lib/systemd/system/sente.service"), unit());
  copyFileSync("scripts/package/sente", place("usr/bin/sente"));
  for (const name of ["postinst", "prerm", "postrm"]) {
    copyFileSync(`scripts/package/${name}`, place(`DEBIAN/${name}`));
    chmodSync(place(`DEBIAN/${name}`), 0o755);
  }
  for (const name of ["usr/bin/sente", "usr/lib/sente/node"]) chmodSync(place(name), 0o755);
  const kb = Number(run("du", ["-sk", "--exclude=DEBIAN", stage]).split("\t")[0]);
  if (kb / 1024 > unpackedMaxMb)
    throw new Problem(
      `The package has ${Math.round(kb / 1024)} MB, and ${unpackedMaxMb} is what it may have.`,
    );
  writeFileSync(place("DEBIAN/control"), control(kb));
  return `${Math.round(kb / 1024)} MB`;
});
await step("Package", async () => {
  run("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z10", "--build", stage, path.resolve("release", file)]);
  rmSync(stage, { recursive: true });
  await writeSums(path.resolve("release"), [file]);
  return file;
});
say("Package", path.join("release", file));
process.exit(0);

/** The unit of the release, with the places that a package has. */
function unit(): string {
  const text = readFileSync("docs/examples/sente.service", "utf8");
  const changes: [from: RegExp, to: string][] = [
    [/^# \/etc\/systemd.*\n/, ""],
    [/^EnvironmentFile=.*$/m, "EnvironmentFile=/etc/sente/sente.env"],
    [/^# By way of a link.*\n/m, ""],
    [
      /^ExecStart=.*$/m,
      "ExecStart=/usr/lib/sente/node scripts/bootstrap.mjs start\nWorkingDirectory=/usr/lib/sente/app",
    ],
    [/^ReadWritePaths=.*$/m, "ReadWritePaths=/var/backups/sente"],
  ];
  return changes.reduce((whole, [from, to]) => {
    if (!from.test(whole)) throw new Problem(`docs/examples/sente.service has no line ${from} any more.`);
    return whole.replace(from, to);
  }, text);
}

function control(kb: number): string {
  return [
    "Package: sente",
    // A version that is not out yet is older than that which is.
    `Version: ${version.replace("-", "~")}`,
    `Architecture: ${architecture}`,
    "Maintainer: The contributors of Sente <root@localhost>",
    `Installed-Size: ${kb}`,
    `Depends: ${depends}`,
    "Recommends: caddy",
    "Section: web",
    "Priority: optional",
    `Description: ${description}`,
    "",
  ].join("\n");
}

function run(program: string, args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}
