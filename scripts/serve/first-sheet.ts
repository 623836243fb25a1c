import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { unescaped } from "@/lib/domain/html";

/** The style sheet of all pages, by its rules. Written by scripts/start/sheet.ts. */
export interface Sheet {
  href: string;
  rules: {
    /** What stands around the rule, outermost first, as `@media print`. */
    around: string[];
    /** For each of its selectors, the classes without which it means nothing on a page. */
    classes: string[][];
    css: string;
  }[];
}

/** Below the build. */
export const sheetFile = "sheet.json";

/** Null where there is no build, as in development. */
export function builtSheet(dist = ".next"): Sheet | null {
  const file = path.join(dist, sheetFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Set by first-script.ts once the sheet is in the browser. */
const hasSheet = (cookies: string, { href }: Sheet) => cookies.split("; ").includes(`sheet=${href}`);

/**
 * A page for a browser that has nothing of us yet: with the rules that it needs itself, so that it is seen while the rest
 * is still on its way. All of the sheet comes later, with the script.
 */
export function withOwnStyle(html: string, sheet: Sheet, cookies: string): string {
  const [link, nonce] = /<link rel="stylesheet"[^>]* nonce="([^"]*)"[^>]*>/.exec(html) ?? [];
  if (!link?.includes(`href="${sheet.href}"`) || hasSheet(cookies, sheet)) return html;
  const style = `<style nonce="${nonce}" data-sheet="${sheet.href}">${rulesFor(html, sheet)}</style>`;
  return html.replace(link, () => style).replace(/<link rel="preload" as="script"[^>]*>/, "");
}

function rulesFor(html: string, { rules }: Sheet): string {
  const used = classesIn(html);
  let css = "";
  let open: string[] = [];
  for (const { around, classes, css: rule } of rules) {
    if (!classes.some((all) => all.every((name) => used.has(name)))) continue;
    const shared = open.findIndex((one, at) => one !== around[at]);
    const kept = shared === -1 ? Math.min(open.length, around.length) : shared;
    css += "}".repeat(open.length - kept);
    for (const one of around.slice(kept)) css += `${one}{`;
    css += rule;
    open = around;
  }
  return css + "}".repeat(open.length);
}

function classesIn(html: string): Set<string> {
  const lists = html.matchAll(/ class="([^"]*)"/g);
  return new Set(Array.from(lists, ([, list = ""]) => unescaped(list)).flatMap((list) => list.split(/\s+/)));
}
