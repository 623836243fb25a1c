import { type Language, languages } from "./samples";

export const samplesCookie = "docs_samples";

export function isLanguage(text: string | undefined): text is Language {
  return languages.some(({ id }) => id === text);
}

/** The language in which this browser last read the samples. */
export function samplesLanguage(request: Request): Language {
  const cookies = request.headers.get("cookie") ?? "";
  const chosen = new RegExp(`(?:^|;\\s*)${samplesCookie}=(\\w+)`).exec(cookies)?.[1];
  return isLanguage(chosen) ? chosen : "curl";
}
