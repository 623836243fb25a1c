/** What a mail of a store shows around its text. The plain text contains the same. */
export interface Letter {
  seller: string;
  /** Attached to the mail and shown beside the name, so that nothing is loaded from the network. */
  logo: { type: string; bytes: Uint8Array } | null;
  /** Shown large. */
  amount: string | null;
  /** What was bought or invoiced. */
  lines: { name: string; total: string }[];
  facts: { label: string; value: string }[];
  /** The seller's address and contact. */
  foot: string[];
}

/** More lines than this are on the page of the receipt or invoice. */
const linesMax = 20;

/** The lines that a mail shows. */
export function shownLines({ lines }: Letter): Letter["lines"] {
  const more = lines.length - linesMax;
  return more > 0 ? [...lines.slice(0, linesMax), { name: `+ ${more}`, total: "…" }] : lines;
}

/** The paragraph after which the facts stand: the greeting and the first sentences come first. */
export const factsAfter = 2;

/** The whole plain text. */
export function textOf(text: string, letter: Letter | null): string {
  if (!letter) return text;
  const paragraphs = text.split(/\n{2,}/);
  const facts = [
    ...(letter.amount ? [letter.amount] : []),
    ...shownLines(letter).map(({ name, total }) => `${name}: ${total}`),
    ...letter.facts.map(({ label, value }) => `${label}: ${value}`),
  ];
  if (facts.length > 0) paragraphs.splice(factsAfter, 0, facts.join("\n"));
  return [letter.seller, ...paragraphs, ...(letter.foot.length > 0 ? [letter.foot.join("\n")] : [])].join(
    "\n\n",
  );
}
