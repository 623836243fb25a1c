import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ChildNode, type Container, parse } from "postcss";
import { Problem } from "../problem";
import { type Sheet, sheetFile } from "../serve/first-sheet";

/** Writes down each rule of the style sheet with the classes that it is for, for pages that bring their own style. */
export function writeSheet(dist: string): void {
  const [name, ...others] = readdirSync(path.join(dist, "static/chunks")).filter((file) =>
    file.endsWith(".css"),
  );
  if (!name || others.length > 0)
    throw new Problem("The pages no longer share one style sheet: see scripts/start/sheet.ts.");
  const css = readFileSync(path.join(dist, "static/chunks", name), "utf8");
  writeFileSync(path.join(dist, sheetFile), JSON.stringify(readSheet(`/_next/static/chunks/${name}`, css)));
}

export function readSheet(href: string, css: string): Sheet {
  return { href, rules: rulesOf(parse(css), []) };
}

function rulesOf(container: Container, around: string[]): Sheet["rules"] {
  return (container.nodes ?? []).flatMap((node: ChildNode) => {
    if (node.type === "rule")
      return [{ around, classes: node.selectors.map(classesOf), css: node.toString() }];
    const isGroup =
      node.type === "atrule" && node.nodes?.some(({ type }) => type !== "decl" && type !== "comment");
    if (node.type === "atrule" && isGroup && !node.name.endsWith("keyframes"))
      return rulesOf(node, [...around, `@${node.name} ${node.params}`]);
    // Files of letters come with the whole sheet.
    if (node.type === "comment" || /\burl\(/.test(node.toString())) return [];
    const isStatement = node.type === "atrule" && !node.nodes;
    return [{ around, classes: [[]], css: node.toString() + (isStatement ? ";" : "") }];
  });
}

/** The classes that an element of this selector has, or one around or before it. */
function classesOf(selector: string): string[] {
  const sure = selector.replace(/:(not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, "");
  return [...sure.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) => name.replace(/\\(.)/g, "$1"));
}
