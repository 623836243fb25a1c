/**
 * French keeps its high punctuation, its guillemets and its per cent with their word, by a space that does not break.
 * Sentences are written with the plain space of a keyboard, which one can see; here it becomes the right one.
 */
export function frenchSpaces(sentence: string): string {
  return sentence.replaceAll(/ (?=[:;?!»%])/g, "\u00a0").replaceAll("« ", "«\u00a0");
}
