/** The language codes that a browser asks for (`Accept-Language`), best first; region and script are left out. */
export function acceptedLanguages(header: string): string[] {
  const ranked = header
    .split(",")
    .slice(0, 20)
    .map((part) => {
      const [tag = "", ...options] = part.trim().split(";");
      const weight = options.find((option) => option.trim().startsWith("q="));
      const quality = Number(weight?.trim().slice(2) ?? "1");
      return { code: tag.slice(0, 2).toLowerCase(), quality: Number.isFinite(quality) ? quality : 0 };
    });
  return ranked.sort((a, b) => b.quality - a.quality).map((one) => one.code);
}
