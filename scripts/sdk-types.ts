import { readFile, writeFile } from "node:fs/promises";
import openapi, { astToString, COMMENT_HEADER, type OpenAPI3 } from "openapi-typescript";

const file = new URL("../sdk/types.ts", import.meta.url);

/**
 * The client's types, from the API's description. The responses of the paths are left out: the schemas hold the same.
 */
export async function sdkTypes(): Promise<string> {
  const text = await readFile(new URL("../docs/openapi.json", import.meta.url), "utf8");
  const document: OpenAPI3 = JSON.parse(text, (key, value) => (key === "responses" ? {} : value));
  const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true };
  return COMMENT_HEADER + astToString(await openapi(document, options));
}

// `tsx scripts/sdk-types.ts` writes sdk/types.ts.
if (process.argv[1]?.endsWith("sdk-types.ts")) {
  const text = await sdkTypes();
  await writeFile(file, text);
  console.log(`sdk/types.ts: ${text.split("\n").length} lines.`);
}
