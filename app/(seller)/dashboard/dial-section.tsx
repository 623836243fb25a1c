import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/blocks";
import { CopyField } from "@/components/ui/copy-field";
import { copyLabels } from "./words";

interface Props {
  /** What to dial, such as `*384*77*125#`. */
  dial: string;
  meaning: string;
  words: DashboardWords;
}

/** A code to dial, for payers whose phone has no internet. */
export function DialSection({ dial, meaning, words }: Props) {
  return (
    <Section title={words.text("ussdDialTitle")}>
      <div className="grid max-w-[44rem] gap-2 pt-4">
        <p className="text-ink-2">{meaning}</p>
        <CopyField label={words.text("ussdDialTitle")} value={dial} labels={copyLabels(words)} />
      </div>
    </Section>
  );
}
