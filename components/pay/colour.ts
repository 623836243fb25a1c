export type ButtonColours = { back: string; text: "#fff" | "#000" };

/**
 * The seller's colour with a readable text colour; null when it is not #RRGGBB. Only such a string ever reaches the
 * style sheet. White or black always has a contrast of at least 4.58:1.
 */
export function sellerColours(colour: string | null | undefined): ButtonColours | null {
  if (!colour || !/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const text = contrast(colour, "#ffffff") >= contrast(colour, "#000000") ? "#fff" : "#000";
  return { back: colour.toLowerCase(), text };
}

/** WCAG 2 contrast of two #RRGGBB colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The optional script of payer pages. The address contains its hash, so that it may be cached for ever. */
export const payScript = "/pay.js?v=848af48e";
