/** The language codes that a browser asks for (`Accept-Language`), best first; region and script are left out. */
export function acceptedLanguages(header: string): string[] {
  const ranked = header
    .split(",")
    .slice(0, 20)
    .map((part) => {
      const [tag = "", ...options] = part.trim().split(";");
      const weight = options.find((option) => option.trim().startsWith("q="));
      const quality = Number(weight?.trim().slice(2) ?? "1");
      return { code: languageIn(tag.trim()), quality: Number.isFinite(quality) ? quality : 0 };
    });
  return ranked.sort((a, b) => b.quality - a.quality).map((one) => one.code);
}

/** "sw" of "swc" and of "sw-KE", but "haw" of "haw": Hawaiian is not Hausa. Empty where the tag is none. */
function languageIn(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}
