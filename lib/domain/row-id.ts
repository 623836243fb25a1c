/** The id of a row as an address or a form says it; 0, which no row has, for any other text. */
export function rowIdOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
