/** What the page says, as its form carries it to the press. */
export function seenIn(html: string): string {
  return /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "";
}

/** Presses as somebody does who was not on the page before: is shown it once, and presses there. */
export async function pressSeen(
  send: (fields: Record<string, string>) => Promise<Response>,
  fields: Record<string, string>,
): Promise<Response> {
  const first = await send(fields);
  if (first.status !== 200 || "seen" in fields) return first;
  const seen = seenIn(await first.clone().text());
  return seen ? send({ ...fields, seen }) : first;
}
