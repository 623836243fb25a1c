import { Button } from "./button";

export type CopyLabels = { copy: string; copied: string };
export type CopyFieldProps = {
  label: string;
  value: string;
  /** In the page's language; English when not given. */
  labels?: CopyLabels;
};

const inEnglish: CopyLabels = { copy: "Copy", copied: "Copied" };

/** A value to copy (copy-button.tsx). Without scripts it is a field to select, and the button is hidden. */
export function CopyField({ label, value, labels = inEnglish }: CopyFieldProps) {
  return (
    <div className="flex w-full min-w-0 gap-2">
      <input
        readOnly
        aria-label={label}
        value={value}
        className="min-h-11 min-w-0 flex-1 rounded-sm border border-field bg-sunk px-3 font-mono text-body sm:min-h-9 sm:text-label"
      />
      <Button
        type="button"
        data-copy={value}
        data-done={labels.copied}
        className="hidden! min-w-20 in-data-listens:inline-flex!"
      >
        <span aria-live="polite">{labels.copy}</span>
      </Button>
    </div>
  );
}
