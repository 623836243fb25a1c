import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { Section } from "@/components/ui/page-header";
import type { Mode } from "../mode";
import { resendMissedAction } from "./actions";

/** After an outage: everything again that did not arrive. */
export function ResendMissed({ mode }: { mode: Mode }) {
  return (
    <Section title="Send everything again that did not arrive">
      <p className="max-w-[68ch] py-4 text-ink-2">
        Failed and skipped events go out again to the endpoints that are enabled, with the same id and bytes.
      </p>
      <StoreForm action={resendMissedAction} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="mode" value={mode} />
        <Select
          name="since"
          label="From"
          defaultValue="24"
          options={[
            { value: "1", label: "The last hour" },
            { value: "24", label: "The last 24 hours" },
            { value: "72", label: "The last 3 days" },
            { value: "240", label: "The last 10 days" },
          ]}
        />
        <Button>Send again</Button>
      </StoreForm>
    </Section>
  );
}
