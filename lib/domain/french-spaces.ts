/**
 * In French, a non-breaking space joins a word to high punctuation, guillemets and per cent signs. Sentences are
 * written with a plain space, which is visible in an editor; this function replaces it.
 */
export function frenchSpaces(sentence: string): string {
  return sentence.replaceAll(/ (?=[:;?!»%])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
