import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StoreForm } from "@/components/dashboard/store-form";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { Section } from "@/components/ui/page-header";
import type { Mode } from "../mode";
import { resendMissedAction } from "./actions";

/** After an outage: resends everything that did not arrive. */
export function ResendMissed({ mode, words }: { mode: Mode; words: DashboardWords }) {
  return (
    <Section title={words.text("resendMissed")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("resendMissedMeans")}</p>
      <StoreForm action={resendMissedAction} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="mode" value={mode} />
        <Select
          name="since"
          label={words.text("resendFrom")}
          defaultValue="24"
          options={[
            { value: "1", label: words.text("last1") },
            { value: "24", label: words.text("last24") },
            { value: "72", label: words.text("last72") },
            { value: "240", label: words.text("last240") },
          ]}
        />
        <Button>{words.text("sendEventAgain")}</Button>
      </StoreForm>
    </Section>
  );
}
