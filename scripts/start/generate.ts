import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "../problem";
import { runTool } from "../steps";
import { writeSlots } from "../texts";

const schema = path.resolve("prisma/schema.prisma");
const output = path.resolve("lib/db/generated");
const stamp = path.join(output, ".schema");

/**
 * Writes the values of the texts, and generates the Prisma client when it is missing or the schema has changed. Returns
 * which of the two happened.
 */
export async function generateClient(): Promise<"generated" | "kept"> {
  writeSlots();
  const wanted = createHash("sha256")
    .update(readFileSync(schema))
    .update(readFileSync("package-lock.json"))
    .digest("hex");
  if (
    existsSync(path.join(output, "client.ts")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === wanted
  ) {
    return "kept";
  }
  requireTools("lib/db/generated");
  await prismaGenerate();
  writeFileSync(stamp, wanted);
  return "generated";
}

/** An installation without build tools (`npm ci --omit=dev`) needs its build copied to it. Throws Problem. */
export function requireTools(what: string, root = "."): void {
  if (["prisma", "tailwindcss"].every((tool) => existsSync(path.join(root, "node_modules", tool)))) return;
  throw new Problem(
    `${what} is not of this code, and this installation has no tools to make it: run npm run build, which installs them, or bring .next and lib/db/generated from where it ran.`,
  );
}

async function prismaGenerate(): Promise<void> {
  const { code, output } = await runTool(["node_modules/prisma/build/index.js", "generate", "--no-hints"], {
    // Generating never calls the engine, but Prisma would download one; naming any program instead prevents that.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  });
  if (code !== 0) throw new Problem(`prisma generate failed:\n${output.trim()}`);
}
