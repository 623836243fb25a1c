"use client";

import { useActionState } from "react";
import { Problems } from "@/app/_forms/field-form";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/field";
import { ReportView } from "./report-view";
import type { DoneState, PlanState } from "./state";

type Act<State> = (previous: State, form: FormData) => Promise<State>;
const fresh = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** Two steps in one place: the file is looked at, then what was shown is done. Both work before scripts run. */
export function ImportForm({ plan, run }: { plan: Act<PlanState>; run: Act<DoneState> }) {
  const [planned, look, looking] = useActionState<PlanState, FormData>(plan, fresh);
  const [done, send, sending] = useActionState<DoneState, FormData>(run, fresh);
  if (done.result)
    return (
      <div className="grid gap-6">
        <ReportView report={done.result} isDone />
        <div className="flex flex-wrap gap-2">
          <ButtonLink look="primary" href="/dashboard/customers">
            See the customers
          </ButtonLink>
          <ButtonLink href="/dashboard/customers/import">Import another file</ButtonLink>
        </div>
      </div>
    );
  if (planned.result) {
    const { csv, counts } = planned.result;
    const count = counts.create + counts.change;
    return (
      <form action={send} className="grid gap-6">
        <Problems state={done} fields={[]} />
        <ReportView report={planned.result} isDone={false} />
        <input type="hidden" name="csv" value={csv} />
        <div className="flex flex-wrap gap-2">
          {count > 0 ? (
            <Button look="primary" aria-busy={sending}>
              {`Import ${count} ${count === 1 ? "customer" : "customers"}`}
            </Button>
          ) : null}
          <ButtonLink href="/dashboard/customers/import">Choose another file</ButtonLink>
        </div>
      </form>
    );
  }
  return (
    <form action={look} className="grid max-w-[40rem] gap-4">
      <Problems state={planned} fields={[{ kind: "text", name: "file", label: "" }]} />
      <Input
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        label="File"
        help="CSV, as a spreadsheet saves it. Up to 10,000 customers."
        error={planned.errors.file?.join(" ")}
      />
      <Textarea
        name="csv"
        label="Or paste the lines"
        rows={6}
        className="font-mono"
        defaultValue={planned.values.csv?.[0]}
      />
      <div>
        <Button look="primary" aria-busy={looking}>
          See what will happen
        </Button>
      </div>
    </form>
  );
}
