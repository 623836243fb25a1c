import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { FormState } from "@/lib/auth/form-state";
import type { countOutcomes, ImportLine } from "@/lib/services/people/customers/import";

/** The texts of the form and its reports, as strings, so that the browser gets only the texts that it shows. */
export function importTexts(words: DashboardWords) {
  const { text } = words;
  return {
    titles: { one: text("oneWrong"), some: text("someWrong") },
    file: text("importFile"),
    fileHelp: text("importFileHelp"),
    paste: text("importPaste"),
    look: text("importLook"),
    go: text("importCount", { count: "{count}" }),
    goOne: text("importCountOne", { count: "{count}" }),
    other: text("importOther"),
    another: text("importAnother"),
    see: text("importSee"),
    sums: text("importSums", {
      create: "{create}",
      change: "{change}",
      same: "{same}",
      refused: "{refused}",
    }),
    done: text("importDone", { sums: "{sums}" }),
    will: text("importWill"),
    did: text("importDid"),
    caption: text("importCaption"),
    name: text("customerName"),
    line: text("importLine"),
    contacts: text("contacts"),
    noName: text("importNoName"),
    shown: text("importShown", { shown: "{shown}", total: "{total}" }),
    outcomes: {
      create: text("import_create"),
      change: text("import_change"),
      same: text("import_same"),
      refused: text("import_refused"),
    },
  };
}

export type ImportTexts = ReturnType<typeof importTexts>;

/** A sentence with its slots filled. */
export function filled(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (slot, name) => String(values[name] ?? slot));
}

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
