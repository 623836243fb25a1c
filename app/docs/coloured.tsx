import type { ReactNode } from "react";

/** Strings, names of variables, words of the languages: enough to read a sample, and no more. */
const parts =
  /(?<text>"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)|(?<name>\$\{?\w+\}?)|\b(?<word>curl|const|await|import|from|export|return|function|if|else|true|false|null|node|def|in|isinstance)\b/g;

/** A sample in colours, made on the server: the page runs no script. */
export function Coloured({ code }: { code: string }) {
  const found: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(parts)) {
    const { text, name, word } = match.groups ?? {};
    found.push(code.slice(end, match.index));
    if (text) found.push(<i key={match.index}>{text}</i>);
    if (name) found.push(<em key={match.index}>{name}</em>);
    if (word) found.push(<b key={match.index}>{word}</b>);
    end = match.index + match[0].length;
  }
  return (
    <>
      {found}
      {code.slice(end)}
    </>
  );
}
