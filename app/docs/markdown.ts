import { unescaped } from "@/lib/domain/html";

/** Samples in other languages than these say the same again. */
const otherSamples = /^<pre class="s s-(?!curl)/;
const skipped = /^<(?:nav|fieldset|head)\b/;

/** What stands before the content of a tag in Markdown; what stands after it, where something does. */
const marks: Record<string, [before: string, after?: string]> = {
  ...{ h1: ["\n\n# "], h2: ["\n\n## "], h3: ["\n\n### "], h4: ["\n\n#### "], p: ["\n\n"], ul: ["\n\n"] },
  ...{ li: ["\n- "], dl: ["\n"], dt: ["\n- "], dd: [": "], br: ["\n"] },
  ...{ strong: ["**", "**"], summary: ["\n\n**", "**"], code: ["`", "`"], pre: ["\n\n```\n", "\n```\n"] },
};

/**
 * A page of ours as Markdown, for programs that read: its samples in curl, without its navigation. `html` is what React
 * writes: every tag is closed. Links begin with `siteUrl`.
 */
export function inMarkdown(html: string, siteUrl: string): string {
  let text = "";
  let isPlain = false;
  const links: string[] = [];
  let left: { tag: string; depth: number } | null = null;
  for (const [token] of html.matchAll(/<!doctype[^>]*>|<[^>]+>|[^<]+/gi)) {
    const [, end, tag = ""] = /^<(\/?)(\w+)/.exec(token) ?? [];
    if (left) {
      if (tag === left.tag) left.depth += end ? -1 : 1;
      if (left.depth === 0) left = null;
    } else if (skipped.test(token) || otherSamples.test(token) || token.includes('class="skip"'))
      left = { tag, depth: 1 };
    else if (!token.startsWith("<")) text += wordsOf(token, isPlain);
    else if (tag === "a" && !isPlain) {
      if (!end) links.push(/href="([^"]*)"/.exec(token)?.[1] ?? "");
      text += end ? `](${absolute(links.pop() ?? "", siteUrl)})` : "[";
    } else {
      if (tag === "pre") isPlain = !end;
      if (tag === "pre" || !isPlain) text += marks[tag]?.[end ? 1 : 0] ?? "";
    }
  }
  return `${text.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`;
}

function wordsOf(token: string, isPlain: boolean): string {
  const words = unescaped(token);
  return isPlain ? words : words.replaceAll(/\s+/g, " ");
}

function absolute(href: string, siteUrl: string): string {
  return href.startsWith("/") ? siteUrl + href : href;
}
