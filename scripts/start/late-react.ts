import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { Problem } from "../problem";

/**
 * Client components of our own that a page does without until somebody asks for the palette: forms are sent by the
 * browser itself, and what else they do, first-script.ts does. A page that has any other one loads React at once.
 */
const canWait = new Set([
  "app/_forms/field-form.tsx",
  "app/_forms/keep-typed.tsx",
  "app/_forms/secret-form.tsx",
  "app/(seller)/dashboard/account/two-step/codes-form.tsx",
  "app/(seller)/dashboard/customers/import/import-form.tsx",
  "app/(seller)/dashboard/developers/endpoints/ping-form.tsx",
  "app/(seller)/dashboard/invoices/[id]/send-form.tsx",
  "app/(seller)/dashboard/team/invite-form.tsx",
  "app/error.tsx",
  "components/dashboard/action-form.tsx",
  "components/dashboard/page-script-in-react.tsx",
  "components/dashboard/search-box.tsx",
  "components/dashboard/store-form.tsx",
]);

/**
 * Gives each page of sellers and operators on which React would have nothing to do at first one small script instead of
 * React and Next's runtime, nine tenths of what such a page weighs. It is written where Next's server looks for the
 * scripts of a page, as a list of their own. Returns the pages.
 */
export async function lateReact(dist = path.resolve(".next")): Promise<string[]> {
  const manifestFile = path.join(dist, "build-manifest.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
  const files: unknown = manifest.rootMainFiles;
  if (!Array.isArray(files) || files.length === 0)
    throw new Problem(
      "Next's build says no longer which scripts every page has: see scripts/start/late-react.ts.",
    );
  const script = await firstScript(files);
  const name = `static/chunks/first-${createHash("sha256").update(script).digest("hex").slice(0, 12)}.js`;
  writeFileSync(path.join(dist, name), script);
  const pages = pagesThatWait(path.join(dist, "server/app"));
  const own = Object.fromEntries(pages.map((page) => [page, [name]]));
  manifest.rootMainFilesTree = { ...manifest.rootMainFilesTree, ...own };
  writeFileSync(manifestFile, JSON.stringify(manifest));
  return pages;
}

async function firstScript(reactFiles: string[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["components/dashboard/first-script.ts"],
    define: { reactFiles: JSON.stringify(reactFiles) },
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

function pagesThatWait(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /^\((seller|operator)\).*page_client-reference-manifest\.js$/.test(name))
    .flatMap((name) => {
      const { page, modules } = clientModules(readFileSync(path.join(directory, name), "utf8"));
      return modules.every((module) => canWait.has(module)) ? [page] : [];
    })
    .sort();
}

/** Our own client components of a page. The file is a script that assigns one object of JSON. */
function clientModules(script: string): { page: string; modules: string[] } {
  const [, page = "", json = "{}"] = /__RSC_MANIFEST\["(.+?)"\]\s*=\s*(\{.*\})/s.exec(script) ?? [];
  const keys = Object.keys(JSON.parse(json).clientModules ?? {});
  if (keys.length === 0) throw new Problem("Next's build says no longer which client components a page has.");
  const files = keys.map((key) => key.replace(/^\[project\]\//, "").replace(/ <.*$/, ""));
  return { page, modules: [...new Set(files)].filter((file) => !file.startsWith("node_modules/next/")) };
}
