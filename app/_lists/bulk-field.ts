/** The name of the boxes of rows, in the form and in an address. */
export const rowsField = "rows";
/** So many rows at once. */
export const rowsMax = 100;

/** Chosen keys that are numbers of rows; undefined where all rows are meant. */
export function numbersOf(chosen: string[] | null): number[] | undefined {
  return chosen?.filter((key) => /^[1-9]\d{0,8}$/.test(key)).map(Number);
}
