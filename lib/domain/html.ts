const letters: Record<string, string> = {
  ...{ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" },
};

/** Text out of HTML that we wrote: React and our own pages write no other signs so. */
export function unescaped(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => letters[sign] ?? sign);
}
