import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ReactNode } from "react";
import { DocsPage, docsAnswer } from "../docs-answer";

/** What changed, from CHANGELOG.md: the server runs where that file is. */
export async function GET(): Promise<Response> {
  const text = await readFile(path.join(process.cwd(), "CHANGELOG.md"), "utf8");
  return docsAnswer(<DocsPage title="Changelog">{blocksOf(text).map(blockView)}</DocsPage>);
}

/** Headings, lists and paragraphs: all that the file is written in. Blocks are parted by empty lines. */
function blocksOf(text: string): string[] {
  return text.split(/\n{2,}/).map((block) => block.trim());
}

function blockView(block: string, at: number): ReactNode {
  if (block.startsWith("# ")) return <h1 key={at}>{inline(block.slice(2))}</h1>;
  if (block.startsWith("## ")) return <h2 key={at}>{inline(block.slice(3))}</h2>;
  if (!block.startsWith("- ")) return <p key={at}>{inline(block)}</p>;
  return (
    <ul key={at}>
      {block
        .slice(2)
        .split(/\n- /)
        .map((item) => (
          <li key={item}>{inline(item)}</li>
        ))}
    </ul>
  );
}

function inline(text: string): ReactNode[] {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
