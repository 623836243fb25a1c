import type { FormState } from "@/lib/auth/form-state";
import type { countOutcomes, ImportLine } from "@/lib/services/people/customers/import";

/** A line in the reader's language. */
export type ShownLine =
  | Exclude<ImportLine, { what: "refused" }>
  | (Omit<Extract<ImportLine, { what: "refused" }>, "problem"> & { problem: string });

/** The planned or finished import, in numbers and lines. */
export interface ImportReport {
  counts: ReturnType<typeof countOutcomes>;
  /** Every refused line up to a limit, then the first others. */
  lines: ShownLine[];
}

/** What the page shows before the import, and the file itself, which is sent again with the confirmation. */
export interface ImportPlan extends ImportReport {
  csv: string;
}

export type PlanState = FormState<ImportPlan>;
export type DoneState = FormState<ImportReport>;

/** Text that is not UTF-8 is from an older spreadsheet: "Unicode text" is UTF-16, otherwise a Windows code page. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
