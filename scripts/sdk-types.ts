import { readFile, writeFile } from "node:fs/promises";
import { sdkTypes } from "./sdk/types";

// `tsx scripts/sdk-types.ts` writes sdk/types.ts from docs/openapi.json; with --check it only says whether it would.
const document = JSON.parse(await readFile(new URL("../docs/openapi.json", import.meta.url), "utf8"));
const file = new URL("../sdk/types.ts", import.meta.url);
const text = sdkTypes(document);

if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    console.error("sdk/types.ts is not what docs/openapi.json says. Run: npx tsx scripts/sdk-types.ts");
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
  console.log(`sdk/types.ts: ${text.split("\n").length} lines.`);
}
