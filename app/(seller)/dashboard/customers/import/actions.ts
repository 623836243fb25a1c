"use server";

import { z } from "zod";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formOf, takeFileOf } from "@/lib/auth/form-fields";
import { sellerForm, textField } from "@/lib/auth/guarded-action";
import { Invalid, say } from "@/lib/domain/refusal";
import {
  countOutcomes,
  type ImportLine,
  importCustomers,
  planImport,
} from "@/lib/services/people/customers/import";
import { problemText } from "@/lib/text/problem";
import { type ImportPlan, type ImportReport, type PlanState, type ShownLine, textOf } from "./texts";

const File = z.object({ csv: textField });
const linesShown = 100;

/** The first step: checks the chosen or pasted file; nothing is written. */
export async function planImportAction(previous: PlanState, sent: FormData): Promise<PlanState> {
  const form = formOf(sent);
  const chosen = takeFileOf(form, "file");
  if (chosen) form.set("csv", await textOf(chosen));
  return sellerForm<typeof File, ImportPlan>(File, async (seller, { csv }, world) => {
    if (csv.trim() === "") throw new Invalid({ file: [say("import_choose")] });
    const lines = await planImport(world, seller.caller(true), csv);
    return { result: { csv, ...reportOf(lines, seller) } };
  })(previous, form);
}

function reportOf(lines: ImportLine[], { user }: CurrentSeller): ImportReport {
  const shown = (line: ImportLine): ShownLine =>
    line.what === "refused" ? { ...line, problem: problemText(user.language, line.problem) } : line;
  const refused = lines.filter(({ what }) => what === "refused").slice(0, linesShown);
  const others = lines.filter(({ what }) => what !== "refused").slice(0, linesShown);
  return { counts: countOutcomes(lines), lines: [...refused, ...others].map(shown) };
}

/** The second step: does what was shown, and reports each line. */
export const importAction = sellerForm<typeof File, ImportReport>(File, async (seller, { csv }, world) => ({
  result: reportOf(await importCustomers(world, seller.caller(true), csv), seller),
}));
