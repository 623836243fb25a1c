/** The one button of a mail. It comes from the template: an address in the text never becomes a button. */
export interface MailAction {
  label: string | null;
  url: string;
}

/**
 * The same message as HTML: its paragraphs, with the line of its action as a button. No pictures, no remote content,
 * and no colour except the button's, so that dark mode stays dark.
 */
export function htmlOf(text: string, action: MailAction | null): string {
  const paragraphs = text.split(/\n{2,}/).map((one) => paragraph(one, action));
  return `<!doctype html><html><head><meta name="color-scheme" content="light dark"></head><body style="font:16px/1.5 sans-serif;max-width:560px">${paragraphs.join("")}</body></html>`;
}

function paragraph(text: string, action: MailAction | null): string {
  if (!action || !isLineOf(text, action)) return `<p>${escaped(text).replaceAll("\n", "<br>")}</p>`;
  const { label, url } = action;
  const style =
    "display:inline-block;padding:12px 20px;border-radius:6px;background:#14532d;color:#fff;text-decoration:none";
  return `<p><a href="${escaped(url)}" style="${style}">${escaped(label ?? url)}</a></p><p style="word-break:break-all"><small>${escaped(url)}</small></p>`;
}

/** The address alone, or its label before it. */
function isLineOf(text: string, { label, url }: MailAction): boolean {
  if (!text.endsWith(url)) return false;
  const before = text.slice(0, -url.length).replace(/\s*:?\s*$/, "");
  return before === "" || before === label;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
