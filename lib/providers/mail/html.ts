/**
 * The same message for mail programs that show HTML: its paragraphs, with the line that ends in an address as a button.
 * No picture, nothing from elsewhere, and no colour but the button's, so that dark screens stay dark.
 */
export function htmlOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map(paragraph);
  return `<!doctype html><html><head><meta name="color-scheme" content="light dark"></head><body style="font:16px/1.5 sans-serif;max-width:560px">${paragraphs.join("")}</body></html>`;
}

function paragraph(text: string): string {
  const match = /^([^\n]*?)\s*:?\s*(https?:\/\/\S+)$/.exec(text);
  if (!match) return `<p>${escaped(text).replaceAll("\n", "<br>")}</p>`;
  const [, label = "", link = ""] = match;
  const style =
    "display:inline-block;padding:12px 20px;border-radius:6px;background:#14532d;color:#fff;text-decoration:none";
  const words = escaped(label || link);
  return `<p><a href="${escaped(link)}" style="${style}">${words}</a></p><p style="word-break:break-all"><small>${escaped(link)}</small></p>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
