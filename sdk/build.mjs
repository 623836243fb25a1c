import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

// node build.mjs <folder>: the package's JavaScript and types, as modules and, below cjs, for require(): TypeScript set to
// node16 lets no CommonJS module require a module, though Node does.
const here = import.meta.dirname;
const folder = path.resolve(process.argv[2] ?? "dist");
const compiler = path.join(here, "../node_modules/typescript7/bin/tsc");
const compile = (project, out) =>
  execFileSync(process.execPath, [compiler, "-p", path.join(here, project), "--outDir", out], {
    stdio: ["ignore", "inherit", "inherit"],
  });

compile("tsconfig.json", folder);
compile("tsconfig.cjs.json", path.join(folder, "cjs"));
writeFileSync(path.join(folder, "cjs/package.json"), '{ "type": "commonjs" }\n');
