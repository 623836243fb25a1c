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
