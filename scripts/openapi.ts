import { readFile, writeFile } from "node:fs/promises";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { openApiDocument } from "@/lib/api/openapi";

// `tsx scripts/openapi.ts` writes docs/openapi.json; with --check it only says whether the file is what it would write.
const file = new URL("../docs/openapi.json", import.meta.url);
const document = openApiDocument(routes, { serverUrl: apiRoot, serviceName: "Sente" });
const text = `${JSON.stringify(document, null, 2)}\n`;

if (process.argv.includes("--check")) {
  const written = await readFile(file, "utf8").catch(() => "");
  if (written !== text) {
    console.error("docs/openapi.json is not what the endpoints say. Run: npx tsx scripts/openapi.ts");
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
  console.log(`docs/openapi.json: ${Object.keys(document.paths ?? {}).length} paths.`);
}
