import { mkdirSync } from "node:fs";
import path from "node:path";
import { packSdk } from "./sdk/package";
import { step } from "./steps";

// npm run sdk: the package of sdk/ as release/sente-client.tgz, for `npm publish`. Each build serves the same at
// /docs/sente-client.tgz.
await step("Client", async () => {
  mkdirSync("release", { recursive: true });
  return path.relative(process.cwd(), packSdk(path.resolve("release")));
});
